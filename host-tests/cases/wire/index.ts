import type { Case } from "../case.js";
import { answerCases } from "./answers.js";
import { connectingCases } from "./connecting.js";
import { faultCases } from "./faults.js";
import { framingCases } from "./framing.js";
import { keepAliveCases } from "./keep-alive.js";
import { queueCases } from "./queue.js";
import { requestCases } from "./requests.js";
import { surplusCases } from "./surplus.js";
import { timeoutCases } from "./timeout.js";
import { tooLargeCases } from "./too-large.js";

/** How the client behaves on the wire; needs the scripted peer. */
export const wireCases: readonly Case[] = [
	...framingCases, ...surplusCases, ...faultCases, ...requestCases, ...keepAliveCases, ...timeoutCases, ...tooLargeCases,
	...queueCases, ...connectingCases, ...answerCases
];
