import { type App, buildLoader } from "../../tools/moddable/build.js";
import { ExampleApps } from "./example-apps.js";
import { killsLine, runKills, type Victim } from "./kills.js";
import { PackageApps } from "./package-app.js";
import { ReadmeApps } from "./readme-apps.js";
import { checkRefusedBoards } from "./refused-boards.js";
import type { Results } from "./results.js";
import type { Scratch } from "./scratch.js";
import { manifestOf, runCases, type Simulator } from "./simulator.js";
import { checkSimulatorKeys } from "./simulator-keys.js";
import { libraryModules } from "../../tools/moddable/sizes.js";
import { runAttacks } from "./tls-attack.js";
import type { ToolChain } from "../../tools/moddable/tool-chain.js";
import { checkSmallHeap } from "./small-heap.js";
import { checkTraces } from "./traces.js";
import { checkTwoOutboxes } from "./two-outboxes.js";

/** What runs at the same time, each in a process of its own: the cases mostly wait. */
const shares = [
	["spec"],
	["wire"],
	["auth", "wifi", "lists", "live", "transfers", "health"],
	["tls"],
	["faults", "tls-faults"],
	["dns", "http-clients", "tcp", "resolver", "timer", "preferences", "preload", "text", "files", "outbox", "times"],
	["moddable-spec"],
	["moddable-auth"],
	["moddable-wire", "moddable-tls"]
];

/** Of the sensor firmware, where nothing else is asked for. */
const fewKills = 10;

/** Each how-manieth mutant of certificates and handshakes is tried where nothing else is asked for: odd, so that it is another bit each time. */
const attackStep = 101;

/** Where the cases find what they talk to. */
export interface Places {
	readonly service: string;
	readonly peer: string;
	/** The proxy in front of the service that injects faults. */
	readonly faults: string;
	/** Each how-manieth byte meets a fault, and the only one that does or "". */
	readonly step: string;
	readonly at: string;
	readonly front: string;
	/** TLS servers by name, and the CAs; see tls-places.ts. */
	readonly servers: string;
	readonly authorities: string;
}

/**
 * All tests on the simulator.
 * @param preloadedPlaces of the preloaded app, which runs at the same time: the TLS servers count connections
 */
export async function runTests(tools: ToolChain, glib: readonly string[], places: Places, preloadedPlaces: Places, only: string,
	scratch: Scratch, results: Results, show: (line: string) => void): Promise<void> {
	const loader = await buildLoader(tools, glib);
	const simulator: Simulator = { tools, loader, scratch, results, show };
	const wanted = only === "" ? undefined : only.split(",");
	const runs = startCases(simulator, manifestOf(), places, wanted);
	if (wanted === undefined)
		runs.push(runCases(simulator, manifestOf("preloaded"), { ...preloadedPlaces, phase: "", only: "dns,spec,text,tls,preload,outbox,times,wifi" }, "preloaded"));
	const packages = new PackageApps(simulator, places.service);
	let packed: Promise<void> | undefined;
	const withPackage = (run: () => Promise<void>) => (): Promise<void> => (packed ??= packages.pack()).then(run);
	const groups: Readonly<Record<string, () => Promise<unknown>>> = {
		"packages": withPackage(() => runPackageApps(simulator, packages)),
		"readme": withPackage(() => new ReadmeApps(simulator, packages).run()),
		"traces": withPackage(() => checkTraces(simulator, packages)),
		"examples": () => new ExampleApps(simulator).run(),
		"boards": () => checkRefusedBoards(simulator),
		"simulator": () => checkSimulatorKeys(simulator),
		"two-outboxes": () => checkTwoOutboxes(simulator),
		"small-heap": () => checkSmallHeap(simulator),
		"kills": () => killSensor(simulator, fewKills),
		"tls-attack": () => runAttacks(simulator, attackStep)
	};
	for (const [name, run] of Object.entries(groups)) {
		if (wanted?.includes(name) ?? true)
			runs.push(run());
	}
	await settle(runs, results);
}

/** Runs the shared cases and those on the SDK's own modules, in several processes. @param wanted groups, undefined for all */
export function startCases(simulator: Simulator, manifest: string, places: Places, wanted: readonly string[] | undefined): Promise<unknown>[] {
	const runs = shares.map((share) => share.filter((group) => wanted?.includes(group) ?? true)).filter((share) => share.length > 0)
		.map((share) => runCases(simulator, manifest, { ...places, phase: "", only: share.join() }, share[0] ?? ""));
	if (wanted === undefined || wanted.includes("preferences")) {
		// Two starts of the app in one place: what the first leaves, the second finds.
		runs.push(runCases(simulator, manifest, { ...places, only: "restart", phase: "write" }, "restart")
			.then(() => runCases(simulator, manifest, { ...places, only: "restart", phase: "read" }, "restart")));
	}
	return runs;
}

/** Waits for all of it. What is thrown is a failure. */
export async function settle(runs: readonly Promise<unknown>[], results: Results): Promise<void> {
	for (const end of await Promise.allSettled(runs)) {
		if (end.status === "rejected")
			results.fail(end.reason instanceof Error ? end.reason.message : String(end.reason));
	}
}

/** The sensor firmware, killed so often. */
export async function killSensor(simulator: Simulator, kills: number, victim?: Victim): Promise<void> {
	const { results, show } = simulator;
	const done = await runKills(simulator, kills, victim);
	const line = killsLine(done, victim);
	show(line);
	if (done.faults.length === 0)
		results.take(`ok ${line}`);
	for (const fault of done.faults)
		results.fail(`killed sensor (SEED=${done.seed}): ${fault}`);
}

async function runPackageApps({ results }: Simulator, apps: PackageApps): Promise<void> {
	const client = ["records-client", "records-client/internal", "records-client/internal/json"];
	await checkModules(results, await apps.include(), [...client, "records-client/tls"]);
	await checkModules(results, await apps.withOutbox(), [...client, "records-client/outbox", "records-client/outbox/files", "records-client/tls"]);
	await apps.withoutTLS();
	await apps.moddableClient();
	await apps.mcpack();
	await checkModules(results, await apps.fromTag(), [...client, "records-client/outbox", "records-client/outbox/ram", "records-client/tls"]);
}

/** An app has the library's modules that its manifest includes, and no others. */
async function checkModules(results: Results, { name, made }: App, wanted: readonly string[]): Promise<void> {
	const found = await libraryModules(made);
	results.take(`${found.join() === wanted.join() ? "ok" : "not ok"} ${name} has ${found.join(" and ")} of the library`);
}
