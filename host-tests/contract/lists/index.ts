import type { Case } from "../case.js";
import { batchCases } from "./batches.js";
import { filterCases } from "./filters.js";
import { fullListCases } from "./full-lists.js";
import { oddCallCases } from "./odd-calls.js";
import { oddCases } from "./odd.js";
import { pageCases } from "./pages.js";
import { recordCases } from "./records.js";
import { valueCases } from "./values.js";

/** Many records at once, by the entries that filter and go through them, and change several. */
export const listCases: readonly Case[] = [...filterCases, ...recordCases, ...pageCases, ...fullListCases, ...batchCases, ...valueCases, ...oddCases, ...oddCallCases];
