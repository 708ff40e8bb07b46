import type { Case } from "../../host-tests/contract/case.js";
import type { Files } from "../app/files.js";
import type { TLSPlaces } from "../app/secure-line.js";
import { fileCases } from "./files.js";
import { outboxCases, outboxRestartCases } from "./outbox.js";
import { preferenceCases, restartCases } from "./preferences.js";
import { preloadCases } from "./preload.js";
import { resolverCases } from "./resolver.js";
import { tcpCases } from "./tcp.js";
import { textCases } from "./text.js";
import { arithmeticCases } from "./tls-arithmetic.js";
import { carrierCases } from "./tls-carriers.js";
import { certificateCases } from "./tls-certificates.js";
import { clientCases } from "./tls-client.js";
import { curveCases } from "./tls-curves.js";
import { fullDriverCases } from "./tls-full-drivers.js";
import { keyedCases } from "./tls-keyed.js";
import { serviceCases } from "./tls-service.js";
import { simulatorCases } from "./simulator.js";
import { sessionCases } from "./tls-sessions.js";
import { streamCases } from "./tls-stream.js";
import { timerCases } from "./timer.js";

/**
 * The cases on the SDK's own modules, by group.
 * @param places TLS servers
 * @param phase "write" and "read" are the two starts of the app around a restart, "" is everything else
 * @param files undefined where the SDK has none
 */
export function deviceCases(places: TLSPlaces, phase: string, files: Files | undefined): Readonly<Record<string, readonly Case[]>> {
	const restart = restartCases[phase];
	if (restart !== undefined)
		return { restart: [...restart, ...outboxRestartCases(files)[phase] ?? []] };
	return {
		"tcp": tcpCases,
		"resolver": resolverCases,
		"timer": [...timerCases, ...simulatorCases],
		"preferences": preferenceCases,
		"preload": preloadCases,
		"text": textCases,
		"files": files === undefined ? [] : fileCases(files),
		"outbox": outboxCases(files),
		"tls": [...arithmeticCases, ...carrierCases(places), ...certificateCases(places), ...clientCases(places), ...curveCases(places), ...fullDriverCases(places), ...keyedCases(places), ...streamCases(places), ...serviceCases(places), ...sessionCases(places)]
	};
}
