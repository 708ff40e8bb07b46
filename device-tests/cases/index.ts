import { httpClientCases } from "../../host-tests/cases/http-client/index.js";
import type { Case } from "../../host-tests/cases/case.js";
import { moddable, ours } from "../app/providers.js";
import type { TLSPlaces } from "../app/secure-line.js";
import { preferenceCases, restartCases } from "./preferences.js";
import { preloadCases } from "./preload.js";
import { resolverCases } from "./resolver.js";
import { tcpCases } from "./tcp.js";
import { textCases } from "./text.js";
import { certificateCases } from "./tls-certificates.js";
import { serviceCases } from "./tls-service.js";
import { streamCases } from "./tls-stream.js";
import { timerCases } from "./timer.js";

/**
 * The cases on the SDK's own modules, by group.
 * @param places TLS servers
 * @param phase "write" and "read" are the two starts of the app around a restart, "" is everything else
 */
export function deviceCases(places: TLSPlaces, phase: string): Readonly<Record<string, readonly Case[]>> {
	const restart = restartCases[phase];
	if (restart !== undefined)
		return { restart };
	return {
		"tcp": tcpCases,
		"resolver": resolverCases,
		"timer": timerCases,
		"preferences": preferenceCases,
		"preload": preloadCases,
		"text": textCases,
		"tls": [...certificateCases(places), ...streamCases(places), ...serviceCases(places)],
		"http": httpClientCases(ours),
		"moddable-http": httpClientCases(moddable)
	};
}
