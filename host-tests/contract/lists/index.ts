import type { Case } from "../case.js";
import { filterCases } from "./filters.js";
import { pageCases } from "./pages.js";
import { recordCases } from "./records.js";

/** Lists of records, by the entries that filter and go through them. */
export const listCases: readonly Case[] = [...filterCases, ...recordCases, ...pageCases];
