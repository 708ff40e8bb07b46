import type { Case } from "../case.js";
import { abortCases } from "./aborts.js";
import { addressCases } from "./addresses.js";
import { answerCases } from "./answers.js";
import { clockCases } from "./clocks.js";
import { closingCases } from "./closing.js";
import { collectionCases } from "./collections.js";
import { connectingCases } from "./connecting.js";
import { deadlineCases } from "./deadlines.js";
import { eventCases } from "./events.js";
import { faultCases } from "./faults.js";
import { framingCases } from "./framing.js";
import { headerCases } from "./headers.js";
import { hostileCases } from "./hostile.js";
import { keepAliveCases } from "./keep-alive.js";
import { pauseCases } from "./pauses.js";
import { namedCases } from "./named.js";
import { optionCases } from "./options.js";
import { plainCredentialCases } from "./plain-credentials.js";
import { proxyCases } from "./proxies.js";
import { queueCases } from "./queue.js";
import { repeatCases } from "./repeats.js";
import { requestCases } from "./requests.js";
import { shapeCases } from "./shapes.js";
import { surplusCases } from "./surplus.js";
import { takenAwayCases } from "./taken-away.js";
import { tlsCases } from "./tls.js";
import { tlsOptionCases } from "./tls-options.js";
import { tooLargeCases } from "./too-large.js";
import { truthCases } from "./truth.js";

/** How the client behaves on the wire; needs the scripted peer. */
export const wireCases: readonly Case[] = [
	...framingCases, ...surplusCases, ...faultCases, ...requestCases, ...keepAliveCases, ...tooLargeCases,
	...queueCases, ...connectingCases, ...answerCases, ...deadlineCases, ...repeatCases, ...pauseCases, ...truthCases, ...eventCases,
	...plainCredentialCases, ...addressCases, ...closingCases, ...proxyCases, ...hostileCases, ...tlsOptionCases, ...tlsCases,
	...clockCases, ...optionCases, ...namedCases, ...abortCases, ...shapeCases,
	...headerCases, ...collectionCases, ...takenAwayCases
];
