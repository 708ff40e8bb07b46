/** The tests on a board in a box (device-tests/board): the SDK's modules for ESP32 over a flash and an NVS of ours. */
import { join } from "node:path";
import { projectRoot } from "../../service/project.js";
import { type BoxStorage, boxOutboxLine, refusesEncryptedFlash, runBoxOutbox } from "./box-outbox.js";
import { manifestOf, type Simulator } from "./simulator.js";
import { killSensor, type Places, settle, startCases } from "./tests.js";
import type { ToolChain } from "../../tools/moddable/tool-chain.js";

/** Kills of the sensor where no other number is asked for. */
const fewKills = 10;
/** Of the flash, for a reading of the sensor: the run's file is written twice, the reading once. */
const sensorOperations = 300;
/** With heap and stack of \`-p esp32\`, and of a board whose heap does not grow. */
const sensors = ["board/sensor", "board/sensor-fixed"];

/** Readings for each block, and power cuts meanwhile. */
const roundReadings = 375;
const roundCuts = 60;
const storages: readonly BoxStorage[] = [
	{ kind: "flash", blocks: 16, files: "", operations: 1.2 },
	{ kind: "flash", blocks: 32, files: "", operations: 1.2 },
	{ kind: "files", blocks: 16, files: "", operations: 140 },
	{ kind: "files", blocks: 16, files: "", operations: 140, encrypted: true },
	{ kind: "files", blocks: 16, files: "16", operations: 140 },
	{ kind: "files", blocks: 32, files: "26", operations: 140 }
];

/** What is built for the box is kept in a folder of its own: its modules have the names of the simulator's. */
export function boxTools(tools: ToolChain): ToolChain {
	return { ...tools, out: join(projectRoot(), "build", "device", "board-out") };
}

/** @param only groups, separated by commas, "" for all @param kills of the sensor, 0 for a few */
export async function runBox(simulator: Simulator, places: Places, only: string, kills: number): Promise<void> {
	const { results } = simulator;
	const wanted = only === "" ? undefined : only.split(",");
	const runs = startCases(simulator, manifestOf("board", "cases"), places, wanted);
	if (wanted?.includes("kills") ?? true)
		runs.push(...sensors.map((folder) => killSensor(simulator, kills || fewKills, { folder, operations: sensorOperations })));
	if (wanted?.includes("rounds") ?? true)
		runs.push(goRound(simulator));
	await settle(runs, results);
}

async function goRound(simulator: Simulator): Promise<void> {
	const { results, show } = simulator;
	for (const storage of storages) {
		const done = await runBoxOutbox(simulator, storage, storage.blocks * roundReadings, roundCuts);
		const line = boxOutboxLine(storage, done);
		show(line);
		if (done.faults.length === 0)
			results.take(`ok ${line}`);
		for (const fault of done.faults)
			results.fail(`outbox in ${storage.kind}, ${storage.blocks} blocks (SEED=${done.seed}): ${fault}`);
	}
	const fault = await refusesEncryptedFlash(simulator);
	results.take(fault === "" ? "ok an encrypted partition is refused" : `not ok ${fault}`);
}
