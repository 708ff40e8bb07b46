import type { Case } from "../case.js";
import { acceptedCases } from "./accepted.js";
import { appCases } from "./app.js";
import { clockCases } from "./clock.js";
import { closingCases } from "./closing.js";
import { expiryCases } from "./expiry.js";
import { guestCases } from "./guests.js";
import { lateCases } from "./late.js";
import { loginCases } from "./login.js";
import { otherWayCases } from "./other-ways.js";
import { ownIdCases } from "./own-id.js";
import { refreshCases } from "./refresh.js";
import { secrecyCases } from "./secrecy.js";
import { strangerCases } from "./strangers.js";
import { unusableCases } from "./unusable.js";
import { whoseCases } from "./whose.js";

/** Expiry, renewal, credentials and the clock; needs the real service and the front. */
export const authCases: readonly Case[] = [
	...expiryCases, ...acceptedCases, ...refreshCases, ...loginCases, ...appCases, ...lateCases, ...clockCases, ...ownIdCases, ...secrecyCases, ...closingCases,
	...strangerCases, ...unusableCases, ...whoseCases, ...otherWayCases, ...guestCases
];
