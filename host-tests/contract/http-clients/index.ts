import type { Case } from "../case.js";
import { networkCases } from "./network.js";
import { oddClientCases } from "./odd-clients.js";

/** Requests through HTTP clients that do not do as the standard says. */
export const httpClientCases: readonly Case[] = [...oddClientCases, ...networkCases];
