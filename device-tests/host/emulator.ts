/** The tests in an emulator (device-tests/emulator): the image that is flashed, in QEMU's ESP32-C3, against the real service. */
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Random } from "../../tools/random.js";
import { startFront } from "../../tools/front/front.js";
import { startPeer } from "../../tools/peer/peer.js";
import { startService } from "../../service/launcher.js";
import { projectRoot } from "../../service/project.js";
import { build } from "../../tools/moddable/build.js";
import { type EmulatorControl, type EmulatorEnded, HOST_ADDRESS, runEmulator } from "../../tools/moddable/emulator.js";
import { flashImage } from "../../tools/moddable/flash-image.js";
import type { ToolChain } from "../../tools/moddable/tool-chain.js";
import { compare } from "./kills.js";
import type { Results } from "./results.js";
import type { Scratch } from "./scratch.js";
import { storedReadings } from "./stored-readings.js";

/** Groups of the shared cases that name no address of the machine that they run on. */
const caseGroups = ["spec", "wire", "auth", "outbox", "times", "lists", "timer", "preferences", "preload", "text"];
/** Groups of a program of its own. */
const groups = [...caseGroups, "power"];

/** Milliseconds without a line after which the emulator counts as hung: above the patience of a case (device-tests/app/runner.ts). */
const patience = 330_000;
/** Milliseconds for a run of an app. */
const runDeadline = 3_000_000;
/** How often a run that fell silent before its first result is repeated. */
const silentMaximum = 2;

/** Power losses of the sensor, and readings for each. */
const cuts = 40, readingsPerCut = 8;
/** Milliseconds after the first line of an app within which the power is cut. */
const cutTime = 6500;
/** Milliseconds for the start of the sensor that nobody cuts. */
const lastDeadline = 300_000;

/** Lines of ESP-IDF's log that are errors. */
const IDF_ERROR = /^E \(\d+\) /;

export interface Emulator {
	readonly tools: ToolChain;
	/** QEMU's name of the machine. */
	readonly machine: string;
	readonly scratch: Scratch;
	readonly results: Results;
	readonly show: (line: string) => void;
}

/** What is built for the emulator is kept in a folder of its own. A stand-in of pkill keeps the SDK's makefile from ending other people's programs. */
export async function emulatorTools(tools: ToolChain, scratch: Scratch): Promise<ToolChain> {
	const shadows = join(scratch.folder, "bin");
	await mkdir(shadows, { recursive: true });
	await writeFile(join(shadows, "pkill"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
	const environment = { ...tools.environment, PATH: `${shadows}:${tools.environment.PATH}` };
	return { ...tools, environment, out: join(projectRoot(), "build", "device", "emulator-out") };
}

/** @param only groups, separated by commas, "" for all @throws Error for a group that is none of the emulator's */
export async function runInEmulator(emulator: Emulator, only: string): Promise<void> {
	const wanted = only === "" ? groups : only.split(",");
	const unknown = wanted.filter((name) => !groups.includes(name));
	if (unknown.length > 0)
		throw new Error(`--only ${unknown.join()}: the emulator has ${groups.join(", ")}`);
	const cases = wanted.filter((name) => name !== "power");
	if (cases.length > 0)
		await runCases(emulator, cases);
	if (wanted.includes("power"))
		await cutPower(emulator);
}

/** Builds an app into the contents of a flash. @param folder of its manifest, in device-tests/emulator */
async function buildFlash(emulator: Emulator, folder: string, config: Readonly<Record<string, string>>): Promise<string> {
	const { scratch, show, tools } = emulator;
	const manifest = join(projectRoot(), "device-tests", "emulator", folder, "manifest.json");
	const values = { ...config, clock: String(Date.now()) };
	const once = (): Promise<unknown> => build(tools, manifest, values, "esp32/esp32c3");
	// The SDK's first build of a new configuration of ESP-IDF may fail where the next one passes.
	await once().catch((error: unknown) => {
		show(`  built again: ${String(error).split("\n").at(-2) ?? ""}`);
		return once();
	});
	const made = join(tools.out, "bin", "esp32", "esp32c3", "release", folder);
	const [bootloader, table, app] = await Promise.all(["bootloader.bin", "partition-table.bin", "xs_esp32.bin"].map((name) => readFile(join(made, name))));
	const flash = join(scratch.folder, `${folder}.flash`);
	await writeFile(flash, flashImage({ bootloader, table, app }));
	return flash;
}

/** What a run without a planned end came to, "" when it was ended as it should be. */
function faultOf({ how, isCut, restart, output }: EmulatorEnded): string {
	if (restart !== "")
		return `the image restarted by itself: ${restart}`;
	return isCut ? "" : `the emulator ended by itself or fell silent (${how}): ${output.split("\n").slice(-3).join(" ")}`;
}

/** The shared cases, a group a flash. */
async function runCases(emulator: Emulator, wanted: readonly string[]): Promise<void> {
	const { results, scratch, show } = emulator;
	const service = await startService({ quick: true, data: join(scratch.folder, "service") });
	const peer = await startPeer();
	const front = await startFront(service);
	try {
		for (const only of wanted) {
			const config = { service: seen(service.url), peer: seen(peer.url), front: seen(front.url), only };
			let silent = 0;
			while (!await runGroup(emulator, only, config)) {
				if (++silent > silentMaximum) {
					results.fail(`${only}: silent before its first result ${silent} times`);
					break;
				}
				show(`  ${only}: silent before its first result, repeated`);
				results.repeated++;
			}
		}
	}
	finally {
		front.close();
		peer.close();
		await service.stop();
	}
}

/** Returns whether there was a result; only a run without one may be repeated. */
async function runGroup(emulator: Emulator, only: string, config: Readonly<Record<string, string>>): Promise<boolean> {
	const { results, scratch, show } = emulator;
	const flash = await buildFlash(emulator, "cases", config);
	let begun = "";
	let hasResult = false;
	let isClosed = false;
	const ended = await runEmulator(emulator.tools, {
		machine: emulator.machine,
		flash,
		folder: scratch.folder,
		patience,
		deadline: runDeadline,
		onLine(line, control) {
			if (line.startsWith("begin "))
				begun = line.slice(6);
			else if (results.take(line)) {
				hasResult = true;
				if (!line.startsWith("ok "))
					show(line);
			}
			else if (/^[0-9]+ passed, /.test(line)) {
				isClosed = true;
				control.cut();
			}
			else
				note(emulator, only, line);
		}
	});
	const fault = faultOf(ended);
	if (isClosed || (fault !== "" && !hasResult && ended.restart === ""))
		return isClosed;
	results.fail(`${only}: ${begun === "" ? "before its first case" : `in "${begun}"`}: ${fault}; its flash is kept as ${await keep(flash, only)}`);
	return true;
}

/** A line that is no result. An error of ESP-IDF is a failure. */
function note({ results, show }: Emulator, place: string, line: string): void {
	if (IDF_ERROR.test(line))
		results.fail(`${place}: ${line}`);
	show(`  ${line}`);
}

/** Keeps a flash beyond the run. Returns where. */
async function keep(flash: string, name: string): Promise<string> {
	const kept = join(projectRoot(), "build", "device", `emulator-${name}.flash`);
	await copyFile(flash, kept);
	return kept;
}

/** An URL of the host as the machine has it. */
function seen(url: string): string {
	return url.replace("127.0.0.1", HOST_ADDRESS);
}

/** The sensor firmware, whose power is cut at random: the service ends with each reading once. */
async function cutPower(emulator: Emulator): Promise<void> {
	const { results, scratch, show } = emulator;
	const random = new Random();
	show(`power: SEED=${random.seed}`);
	const service = await startService({ quick: true, data: join(scratch.folder, "power-service") });
	try {
		const readings = cuts * readingsPerCut;
		const flash = await buildFlash(emulator, "sensor", { baseUrl: seen(service.url), count: String(readings) });
		const returned = new Map<number, string>();
		let summary = "", hung = 0, done = 0;
		const start = async (delay: number): Promise<void> => {
			let timer: NodeJS.Timeout | undefined;
			const ended = await runEmulator(emulator.tools, {
				machine: emulator.machine,
				flash,
				folder: scratch.folder,
				patience: lastDeadline,
				deadline: lastDeadline,
				onLine(line, control: EmulatorControl) {
					if (delay > 0)
						timer ??= setTimeout(() => control.cut(), delay);
					const [, number, id] = /^reading +(\d+): \S+ °C {2}(\S{15}) {2}\(\d+ pending\)$/.exec(line) ?? [];
					if (id !== undefined)
						returned.set(Number(number), id);
					else if (line.startsWith("summary ")) {
						summary = line;
						control.cut();
					}
					else if (!/^(?:service|pending|network|token|login|read) /.test(line))
						note(emulator, "power", line);
				}
			});
			clearTimeout(timer);
			const fault = faultOf(ended);
			if (ended.restart !== "")
				results.fail(`power: ${fault}`);
			else if (fault !== "")
				hung++;
		};
		for (; done < cuts && summary === "" && results.failures.length === 0; done++)
			await start(1 + random.below(cutTime));
		if (summary === "")
			await start(0);
		const faults = compare(await storedReadings(service.url), returned, readings);
		if (summary === "")
			faults.push(`the last start had no end; its flash is kept as ${await keep(flash, "power")}`);
		const line = `power: ${done} power losses, ${readings} readings, ${returned.size} acknowledged on the serial port, ${hung} runs in which the emulator hung`;
		show(line);
		results.take(faults.length === 0 ? `ok ${line}` : `not ok ${line} (SEED=${random.seed}): ${faults.join("; ")}`);
	}
	finally {
		await service.stop();
	}
}
