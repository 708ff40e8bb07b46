/** The tests in an emulator (device-tests/emulator): the image that is flashed, in QEMU's ESP32-C3, against the real service. */
import { join } from "node:path";
import { Random } from "../../tools/random.js";
import { startFront } from "../../tools/front/front.js";
import { startPeer } from "../../tools/peer/peer.js";
import { startService } from "../../service/launcher.js";
import { type EmulatorControl, type EmulatorOptions, runEmulator } from "../../tools/moddable/emulator.js";
import { seen } from "../../tools/moddable/emulator-app.js";
import { RestartCause } from "../../tools/moddable/restart-cause.js";
import { flashGroups, runFlash } from "./emulator-flash.js";
import { buildFlash, type Emulator, faultOf, flashChanges, functionsOf, keep, note } from "./emulator-image.js";
import { runOutage } from "./emulator-outage.js";
import { runResets } from "./emulator-resets.js";
import { isKnownTCP } from "./emulator-tcp.js";
import { runTLS } from "./emulator-tls.js";
import { runUnlinked } from "./emulator-unlinked.js";
import { compare } from "./kills.js";
import { storedReadings } from "./stored-readings.js";

/** Groups of the shared cases, each a flash of its own. */
const caseGroups = ["spec", "wire", "auth", "outbox", "times", "lists", "live", "timer", "preferences", "preload", "text"];
/** Groups of a program of its own. */
const groups = [...caseGroups, "power", "power-writes", ...flashGroups, "link", "outage", "resets", "tls", "unlinked"];

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
/** Changes of the flash within which the power is cut: a reading in files takes some fifteen. */
const cutChanges = 250;
/** Milliseconds for a start of the sensor, and without a line of it. */
const sensorDeadline = 300_000;

/** Readings of the sensor that loses its link, how many of them before, and milliseconds without one. */
const linkReadings = 120, readingsBeforeLoss = 20, lossTime = 15_000;

/** How often in a row an image may start without a result. */
const barrenMaximum = 3;

/** @param only groups, separated by commas, "" for all @throws Error for a group that is none of the emulator's */
export async function runInEmulator(emulator: Emulator, only: string): Promise<void> {
	const wanted = only === "" ? groups : only.split(",");
	const unknown = wanted.filter((name) => !groups.includes(name));
	if (unknown.length > 0)
		throw new Error(`--only ${unknown.join()}: the emulator has ${groups.join(", ")}`);
	const cases = wanted.filter((name) => caseGroups.includes(name));
	if (cases.length > 0)
		await runCases(emulator, cases);
	if (wanted.includes("power"))
		await cutPower(emulator, "power");
	if (wanted.includes("power-writes"))
		await cutPower(emulator, "power-writes");
	if (wanted.includes("link"))
		await cutLink(emulator);
	if (wanted.includes("outage"))
		await runOutage(emulator);
	if (wanted.includes("resets"))
		await runResets(emulator);
	if (wanted.includes("tls"))
		await runTLS(emulator);
	if (wanted.includes("unlinked"))
		await runUnlinked(emulator);
	for (const place of flashGroups.filter((name) => wanted.includes(name)))
		await runFlash(emulator, place);
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

/**
 * Runs a group on a flash of its own. The image that restarts for want of memory goes on with the case that wanted it.
 * @returns whether there was a result; only a run without one may be repeated
 */
async function runGroup(emulator: Emulator, only: string, config: Readonly<Record<string, string>>): Promise<boolean> {
	const { results, scratch, show } = emulator;
	const flash = await buildFlash(emulator, "cases", config);
	const functions = await functionsOf(emulator, "cases");
	let hasResult = false;
	let last = "";
	for (let barren = 0; barren < barrenMaximum; barren++) {
		let begun = "";
		let isClosed = false;
		const cause = new RestartCause();
		const ended = await runEmulator(emulator.tools, {
			machine: emulator.machine,
			flash,
			folder: scratch.folder,
			patience,
			deadline: runDeadline,
			onLine(line, control) {
				if (line.startsWith("begin "))
					begun = line.slice(6);
				else if (line.startsWith("too large ")) {
					barren = 0;
					results.skip(`not run: ${line.slice(10)}: ${last}, also as the first case of a start`);
				}
				else if (line.startsWith("not here "))
					results.skip(`not run: ${line.slice(9)}`);
				else if (results.take(line)) {
					hasResult = true;
					barren = 0;
					if (!line.startsWith("ok "))
						show(line);
				}
				else if (/^[0-9]+ passed, /.test(line)) {
					isClosed = true;
					control.cut();
				}
				else if (!cause.take(line))
					note(emulator, only, line);
			}
		});
		const fault = faultOf(ended);
		if (isClosed)
			return true;
		last = cause.words(functions);
		if (cause.isMemory && ended.restart !== "") {
			show(`  ${only}: ${last} for "${begun}", started again`);
			results.restarted++;
			continue;
		}
		// Cases whose peer resets meet it, too.
		if (ended.restart !== "" && isKnownTCP(cause.names(functions))) {
			results.take(`known ${begun}: the SDK's TCP restarted the image: ${last}`);
			continue;
		}
		if (fault !== "" && !hasResult && ended.restart === "")
			return false;
		results.fail(`${only}: ${begun === "" ? "before its first case" : `in "${begun}"`}: ${last || fault}; its flash is kept as ${await keep(flash, only)}`);
		return true;
	}
	results.fail(`${only}: no memory, ${barrenMaximum} starts in a row; its flash is kept as ${await keep(flash, only)}`);
	return true;
}

/** What runs of the sensor have come to. */
interface SensorRuns {
	readonly place: string;
	readonly flash: string;
	/** Ids of the readings by their numbers, as the serial port told them. */
	readonly returned: Map<number, string>;
	/** Its closing line, "" before. */
	summary: string;
	/** Runs in which the emulator ended by itself or fell silent. */
	hung: number;
}

/** Starts the sensor, until its closing line or until `onLine` ends it. */
async function runSensor(emulator: Emulator, runs: SensorRuns, onLine: (line: string, control: EmulatorControl) => void, cutAt?: EmulatorOptions["cutAt"]): Promise<void> {
	const { place, flash, returned } = runs;
	const ended = await runEmulator(emulator.tools, {
		machine: emulator.machine,
		flash,
		folder: emulator.scratch.folder,
		patience: sensorDeadline,
		deadline: sensorDeadline,
		...cutAt !== undefined && { cutAt },
		onLine(line, control) {
			const [, number, id] = /^reading +(\d+): \S+ °C {2}(\S{15}) {2}\(\d+ pending\)$/.exec(line) ?? [];
			if (id !== undefined)
				returned.set(Number(number), id);
			else if (line.startsWith("summary ")) {
				runs.summary = line;
				control.cut();
			}
			else if (!/^(?:(?:service|pending|network|token|login|read) |No Wi-Fi SSID$)/.test(line))
				note(emulator, place, line);
			onLine(line, control);
		}
	});
	const fault = faultOf(ended);
	if (ended.restart !== "")
		emulator.results.fail(`${place}: ${fault}`);
	else if (fault !== "")
		runs.hung++;
}

/** Compares what the service has with what the sensor told, and reports. @param done what was done to it */
async function report({ results, show }: Emulator, runs: SensorRuns, service: string, readings: number, done: string): Promise<void> {
	const { place, flash, hung, returned, summary } = runs;
	const faults = compare(await storedReadings(service), returned, readings);
	if (summary === "")
		faults.push(`the last start had no end; its flash is kept as ${await keep(flash, place)}`);
	const line = `${place}: ${done}, ${readings} readings, ${returned.size} acknowledged on the serial port, ${hung} runs in which the emulator hung`;
	show(line);
	results.take(faults.length === 0 ? `ok ${line}` : `not ok ${line}: ${faults.join("; ")}`);
}

/** The sensor firmware, whose power is cut at random times or before random changes of its flash: the service ends with each reading once. */
async function cutPower(emulator: Emulator, place: "power" | "power-writes"): Promise<void> {
	const { results, scratch, show } = emulator;
	const random = new Random();
	show(`${place}: SEED=${random.seed}`);
	const service = await startService({ quick: true, data: join(scratch.folder, `${place}-service`) });
	try {
		const readings = cuts * readingsPerCut;
		const flash = await buildFlash(emulator, "sensor", { baseUrl: seen(service.url), count: String(readings) });
		const addresses = place === "power" ? [] : await flashChanges(emulator, "sensor");
		const runs: SensorRuns = { place, flash, returned: new Map(), summary: "", hung: 0 };
		let done = 0;
		for (; done < cuts && runs.summary === "" && results.failures.length === 0; done++) {
			let timer: NodeJS.Timeout | undefined;
			const delay = 1 + random.below(cutTime);
			if (place === "power-writes")
				await runSensor(emulator, runs, () => undefined, { addresses, hits: 1 + random.below(cutChanges) });
			else
				await runSensor(emulator, runs, (_line, control) => {
					timer ??= setTimeout(() => control.cut(), delay);
				});
			clearTimeout(timer);
		}
		if (runs.summary === "")
			await runSensor(emulator, runs, () => undefined);
		if (done < cuts && results.failures.length === 0)
			results.fail(`${place}: SEED=${random.seed}: the readings ended after ${done} of ${cuts} power losses`);
		await report(emulator, runs, service.url, readings, `SEED=${random.seed}, ${done} power losses`);
	}
	finally {
		await service.stop();
	}
}

/** The sensor firmware, whose Ethernet is plugged out and in again: it tells both, and the service ends with each reading once. */
async function cutLink(emulator: Emulator): Promise<void> {
	const { results, scratch } = emulator;
	const service = await startService({ quick: true, data: join(scratch.folder, "link-service") });
	try {
		const flash = await buildFlash(emulator, "sensor", { baseUrl: seen(service.url), count: String(linkReadings) });
		const runs: SensorRuns = { place: "link", flash, returned: new Map(), summary: "", hung: 0 };
		const plug = (control: EmulatorControl, up: boolean): void => void control.setLink(up).catch((error: unknown) => results.fail(`link: ${String(error)}`));
		const networks: string[] = [];
		let timer: NodeJS.Timeout | undefined;
		await runSensor(emulator, runs, (line, control) => {
			if (line.startsWith("network "))
				networks.push(line);
			if (runs.returned.size < readingsBeforeLoss || timer !== undefined)
				return;
			plug(control, false);
			timer = setTimeout(() => plug(control, true), lossTime);
		});
		clearTimeout(timer);
		if (networks.length !== 3 || !networks[1]?.endsWith("lost"))
			results.fail(`link: not told once each that it is there, lost and there again: ${networks.join("; ")}`);
		await report(emulator, runs, service.url, linkReadings, `no link for ${lossTime / 1000} s`);
	}
	finally {
		await service.stop();
	}
}
