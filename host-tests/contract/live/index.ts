import type { Case } from "../case.js";
import { pollCases } from "./polls.js";
import { streamCases } from "./streams.js";

/** The latest state of each record. */
export const liveCases: readonly Case[] = [...pollCases, ...streamCases];
