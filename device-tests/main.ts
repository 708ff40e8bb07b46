import { cases, usePassword } from "cases";
import config from "mc/config";
import { deviceCases } from "./cases/index.js";
import { moddableTLSCases, moddableWireCases } from "./cases/moddable-client.js";
import { findFiles } from "./app/files.js";
import { exit } from "./app/machine.js";
import { throughModdablesClient } from "./app/providers.js";
import { Runner } from "./app/runner.js";
import { readPlaces } from "./app/secure-line.js";
import { knownFailures } from "./known-failures.js";

/** Values on the mcconfig command line arrive as text. */
const { service, peer, front, faults, step, at, servers, authorities, devicePassword, only, after, phase } = config as unknown as Record<string, string>;

/** Runs the shared cases, then those on the SDK's own modules; `only` names the groups to run, separated by commas. */
export default async function main(): Promise<void> {
	if (devicePassword !== "")
		usePassword(devicePassword);
	const wanted = only === "" ? undefined : only.split(",");
	const runner = new Runner(knownFailures, after);
	const proxied = { service, peer: faults, front, step: Number(step), ...at === "" ? {} : { at: Number(at) } };
	for (const [name, group] of Object.entries({ ...cases, ...deviceCases(readPlaces(servers, authorities), phase, await findFiles()) })) {
		const faulty = name === "faults" || name === "tls-faults";
		if (wanted?.includes(name) ?? !(faulty && faults === ""))
			await runner.run(name, group, faulty ? proxied : { service, peer, front });
	}
	const throughModdable = { spec: cases.spec, auth: cases.auth, wire: moddableWireCases, tls: moddableTLSCases(readPlaces(servers, authorities)) };
	for (const [group, list] of Object.entries(throughModdable)) {
		const name = `moddable-${group}`;
		if (phase === "" && (wanted?.includes(name) ?? true))
			await runner.run(name, list, { service, peer, front }, throughModdablesClient());
	}
	exit(runner.close() ? 0 : 1);
}
