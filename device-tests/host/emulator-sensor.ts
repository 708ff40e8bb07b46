/** The sensor firmware in the emulator, whose power is cut, and whose Ethernet is plugged out and in again. */
import type { EmulatorControl, EmulatorOptions } from "../../tools/moddable/emulator.js";
import { seen } from "../../tools/moddable/emulator-app.js";
import { Random } from "../../tools/random.js";
import { buildFlash, conclude, type Emulator, faultOf, flashChanges, keep, note, runFlash, withService } from "./emulator-image.js";
import { readingFaults } from "./stored-readings.js";

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

/** What runs of the sensor have come to. */
export interface SensorRuns {
	readonly place: string;
	readonly flash: string;
	/** Ids of the readings by their numbers, as the serial port told them. */
	readonly returned: Map<number, string>;
	/** Its closing line, "" before. */
	summary: string;
	/** Runs in which the emulator ended by itself or fell silent. */
	hung: number;
}

/** Starts the sensor, until its closing line or until `onLine` ends it. @param more options of the run */
export async function runSensor(emulator: Emulator, runs: SensorRuns, onLine: (line: string, control: EmulatorControl) => void, more: Partial<EmulatorOptions> = {}): Promise<void> {
	const { place, flash, returned } = runs;
	const ended = await runFlash(emulator, flash, {
		patience: sensorDeadline,
		deadline: sensorDeadline,
		...more,
		onLine(line, control) {
			const [, number, id] = /^reading +(\d+): \S+ °C {2}(\S{15}) {2}\(\d+ pending\)$/.exec(line) ?? [];
			if (id !== undefined)
				returned.set(Number(number), id);
			else if (line.startsWith("summary ")) {
				runs.summary = line;
				control.cut();
			}
			else if (!/^(?:(?:service|pending|network|token|login|read|time) |No Wi-Fi SSID$)/.test(line))
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
export async function report(emulator: Emulator, runs: SensorRuns, service: string, readings: number, done: string): Promise<void> {
	const { place, flash, hung, returned, summary } = runs;
	const faults = await readingFaults(service, returned, readings);
	if (summary === "")
		faults.push(`the last start had no end; its flash is kept as ${await keep(flash, place)}`);
	const line = `${place}: ${done}, ${readings} readings, ${returned.size} acknowledged on the serial port, ${hung} runs in which the emulator hung`;
	conclude(emulator, line, faults);
}

/** The sensor firmware, whose power is cut at random times or before random changes of its flash: the service ends with each reading once. */
export async function cutPower(emulator: Emulator, place: "power" | "power-writes"): Promise<void> {
	const { results, show } = emulator;
	const random = new Random();
	show(`${place}: SEED=${random.seed}`);
	await withService(emulator, place, async (service) => {
		const readings = cuts * readingsPerCut;
		const flash = await buildFlash(emulator, "sensor", { baseUrl: seen(service.url), count: String(readings) });
		const addresses = place === "power" ? [] : await flashChanges(emulator, "sensor");
		const runs: SensorRuns = { place, flash, returned: new Map(), summary: "", hung: 0 };
		let done = 0;
		for (; done < cuts && runs.summary === "" && results.failures.length === 0; done++) {
			let timer: NodeJS.Timeout | undefined;
			const delay = 1 + random.below(cutTime);
			if (place === "power-writes")
				await runSensor(emulator, runs, () => undefined, { cutAt: { addresses, hits: 1 + random.below(cutChanges) } });
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
	});
}

/** The sensor firmware, whose Ethernet is plugged out and in again: it tells both, and the service ends with each reading once. */
export async function cutLink(emulator: Emulator): Promise<void> {
	const { results } = emulator;
	await withService(emulator, "link", async (service) => {
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
	});
}
