import { authCases } from "./auth/index.js";
import type { Case } from "./case.js";
import { dnsCases } from "./dns/index.js";
import { faultCases } from "./faults/index.js";
import { secureFaultCases } from "./faults/secure.js";
import { cutUploadCases } from "./transfers/cuts.js";
import { transferCases } from "./transfers/index.js";
import { httpClientCases } from "./http-clients/index.js";
import { timeCases } from "./outbox/times.js";
import { healthCases } from "./health/index.js";
import { listCases } from "./lists/index.js";
import { liveCases } from "./live/index.js";
import { specCases } from "./spec/index.js";
import { wifiCases } from "./wifi/index.js";
import { wireCases } from "./wire/index.js";

/** The devices' password, which an app with these cases may have to be told. */
export { PASSWORD, usePassword } from "../../tools/password.js";

/** All shared cases, by what they need: every engine runs exactly these. */
export const cases = {
	/** Needs nothing. */
	dns: dnsCases,
	/** Needs nothing. */
	"http-clients": httpClientCases,
	/** Needs the real service. */
	spec: specCases,
	/** Needs the real service. */
	times: timeCases,
	/** Needs the real service. */
	lists: listCases,
	/** Needs the real service and the scripted peer. */
	transfers: transferCases,
	/** Needs the real service. */
	live: liveCases,
	/** Needs the real service. */
	health: healthCases,
	/** Needs the scripted peer. */
	wire: wireCases,
	/** Needs the real service, and as peer the fault proxy in front of it. */
	faults: [...faultCases, ...cutUploadCases],
	/** The same, over TLS. */
	"tls-faults": secureFaultCases,
	/** Needs the front of the real service. */
	auth: authCases,
	/** Needs the real service. */
	wifi: wifiCases
} as const satisfies Record<string, readonly Case[]>;

/** What a case needs. */
export type Group = keyof typeof cases;
