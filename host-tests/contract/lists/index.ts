import type { Case } from "../case.js";
import { filterCases } from "./filters.js";

/** Lists of records, by the entries that filter and go through them. */
export const listCases: readonly Case[] = filterCases;
