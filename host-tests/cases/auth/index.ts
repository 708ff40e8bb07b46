import type { Case } from "../case.js";
import { appCases } from "./app.js";
import { clockCases } from "./clock.js";
import { closingCases } from "./closing.js";
import { expiryCases } from "./expiry.js";
import { loginCases } from "./login.js";
import { refreshCases } from "./refresh.js";
import { secrecyCases } from "./secrecy.js";

/** Expiry, renewal, credentials and the clock; needs the real service and the front. */
export const authCases: readonly Case[] = [...expiryCases, ...refreshCases, ...loginCases, ...appCases, ...clockCases, ...secrecyCases, ...closingCases];
