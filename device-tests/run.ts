/** `npm run test:device`: the cases on the Moddable SDK. See device-tests/host/arguments.ts for its options. */
import { join } from "node:path";
import { startService } from "../service/launcher.js";
import { type Arguments, readArguments } from "./host/arguments.mjs";
import { runBoard, serveBoard } from "./host/board.js";
import { boxTools, runBox } from "./host/box.js";
import { buildLoader } from "../tools/moddable/build.js";
import { emulatorTools } from "../tools/moddable/emulator-app.js";
import { exitOnSignals } from "../tools/moddable/command.js";
import { runInEmulator } from "./host/emulator.js";
import { LowWater } from "./host/low-water.js";
import { startPlaces } from "./host/places.js";
import { Results } from "./host/results.js";
import { Scratch } from "./host/scratch.js";
import type { Simulator } from "./host/simulator.js";
import { runAttacks } from "./host/tls-attack.js";
import { killSensor, runTests } from "./host/tests.js";
import { findCompiler, findEmulator, findSDK, Missing } from "../tools/moddable/tool-chain.js";

/** Milliseconds for everything; the first build takes a minute of them. */
const deadline = 3_600_000;
/** The same for all groups in an emulator. */
const emulatorDeadline = 14_400_000;
/** The same for all mutants of certificates and handshakes. */
const attackDeadline = 14_400_000;

/** Each how-manieth byte meets a fault. */
const faultStep = "100";

const failed = 1;
const missing = 2;

function show(line: string): void {
	console.log(line);
}

/** Tells what came of a run. Returns the exit code. @param where it was, in words */
function close(results: Results, begun: number, where: string): number {
	for (const failure of results.failures)
		show(`FAILED   ${failure}`);
	results.skipped.forEach(show);
	show(`${String(results)}  (${Math.round((Date.now() - begun) / 1000)} s ${where})`);
	return results.failures.length === 0 && results.passed + results.known.length > 0 ? 0 : failed;
}

/** Returns the exit code. @param box whether on a board in a box, where the sensor is killed `kills` times */
async function testOnSimulator(only: string, box: boolean, kills: number): Promise<number> {
	const tools = findSDK();
	const glib = await findCompiler(tools);
	const scratch = await Scratch.make("records-device-");
	const results = new Results();
	const begun = Date.now();
	const service = await startService({ quick: true, data: join(scratch.folder, "service") });
	const served = await startPlaces(service);
	const { faults, front, peer, preloaded, secure } = served;
	for (const name of served.missing)
		results.skip(`not run: TLS sessions at ${name}`);
	const { FAULT_AT: at = "", FAULT_STEP: step = faultStep } = process.env;
	const places = { service: service.url, peer, front, faults, step, at };
	await Promise.race([served.ended, box
		? runBox({ tools: boxTools(tools), loader: await buildLoader(tools, glib), scratch, results, show }, { ...places, ...secure }, only, kills)
		: runTests(tools, glib, { ...places, ...secure }, { ...places, ...preloaded }, only, scratch, results, show)]);
	const injected = await served.close();
	await service.stop();
	if (injected > 0)
		show(`faults injected: ${injected} on the SDK`);
	return close(results, begun, "on the simulator");
}

/** A group that talks to nothing of `startPlaces`, and nothing else. Returns the exit code. */
async function testAlone(run: (simulator: Simulator) => Promise<void>): Promise<number> {
	const tools = findSDK();
	const loader = await buildLoader(tools, await findCompiler(tools));
	const results = new Results();
	const begun = Date.now();
	await run({ tools, loader, scratch: await Scratch.make("records-device-"), results, show });
	return close(results, begun, "on the simulator");
}

/** The image in an emulator. Returns the exit code. */
async function testInEmulator(only: string): Promise<number> {
	const sdk = findSDK();
	const machine = await findEmulator(sdk);
	const scratch = await Scratch.make("records-emulator-");
	const results = new Results();
	const begun = Date.now();
	await runInEmulator({ tools: await emulatorTools(sdk, scratch.folder), machine, scratch, results, show, lows: new LowWater() }, only);
	return close(results, begun, `in an emulator, ${machine}`);
}

async function main({ platform, host, only, board, emulator, kills, attackStep }: Arguments): Promise<number> {
	if (emulator) {
		try {
			return await testInEmulator(only);
		}
		catch (error) {
			if (error instanceof Missing)
				console.error("not run: the tests in an emulator, for what follows is missing");
			throw error;
		}
	}
	if (platform === "lin" && attackStep > 0)
		return testAlone((simulator) => runAttacks(simulator, attackStep));
	if (platform === "lin" && board)
		return testOnSimulator(only, true, kills);
	if (platform === "lin")
		return kills > 0 ? testAlone((simulator) => killSensor(simulator, kills)) : testOnSimulator(only, false, 0);
	const tools = findSDK();
	if (host === "") {
		await runBoard(platform, only, tools, show);
		return 0;
	}
	// Served before it is built, and whatever becomes of that: the command can be pasted elsewhere.
	const scratch = await Scratch.make("records-board-");
	await runBoard(platform, only, tools, show, await serveBoard(host, join(scratch.folder, "service"))).catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : String(error));
	});
	return new Promise<never>(() => undefined);
}

/** Ends what hangs. */
function limit(milliseconds: number): void {
	setTimeout(() => {
		console.error(`no end after ${milliseconds / 1000} seconds`);
		process.exit(failed);
	}, milliseconds).unref();
}
exitOnSignals(failed);

try {
	const given = readArguments(process.argv.slice(2));
	if (given.host === "")
		limit(given.emulator ? emulatorDeadline : given.attackStep > 0 ? attackDeadline : deadline);
	process.exitCode = await main(given);
}
catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	// Whatever was started ends with this process.
	process.exit(error instanceof Missing ? missing : failed);
}
