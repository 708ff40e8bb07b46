import type { Case } from "../case.js";
import { answerCases } from "./answers.js";
import { lookupCases } from "./lookups.js";

/** The resolver of devices, on a network of the test's own. */
export const dnsCases: readonly Case[] = [...answerCases, ...lookupCases];
