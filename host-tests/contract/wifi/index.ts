import type { Case } from "../case.js";
import { clockCases } from "./clock.js";
import { connectionCases } from "./connection.js";
import { deliveryCases } from "./delivery.js";
import { optionCases } from "./options.js";

/** Stays connected, over a scripted interface whose time passes when it is told to. */
export const wifiCases: readonly Case[] = [...connectionCases, ...clockCases, ...deliveryCases, ...optionCases];
