/** The image of the outbox on raw flash, while the service is gone for minutes: what was put meanwhile arrives, once. */
import { SuccessiveService } from "../../tools/successive-service.js";
import { runEmulator } from "../../tools/moddable/emulator.js";
import { seen } from "../../tools/moddable/emulator-app.js";
import { buildFlash, compareTold, type Emulator, faultOf, note } from "./emulator-image.js";
import { storedReadings } from "./stored-readings.js";

/** Readings, how many before the service goes, and milliseconds without it. */
const readings = 700, before = 40, gone = 120_000;
const deadline = 900_000;

export async function runOutage(emulator: Emulator): Promise<void> {
	const { machine, results, scratch, show, tools } = emulator;
	const service = await SuccessiveService.start();
	try {
		const flash = await buildFlash(emulator, "flash", { baseUrl: seen(service.url), count: String(readings), interval: "300" });
		const told = new Map<number, string>();
		let back: Promise<void> | undefined;
		let summary = "";
		const ended = await runEmulator(tools, {
			machine, flash, folder: scratch.folder, patience: deadline, deadline,
			onLine(line, control) {
				const [, number, id] = /^put (\d+) (\S{15})$/.exec(line) ?? [];
				if (id !== undefined)
					told.set(Number(number), id);
				else if (line.startsWith("gauges "))
					show(`  ${line}`);
				else if (line.startsWith("done ")) {
					summary = line;
					control.cut();
				}
				else if (!/^(?:start |IP address )/.test(line))
					note(emulator, "outage", line);
				if (told.size >= before)
					back ??= service.kill().then(() => new Promise((resolve) => setTimeout(resolve, gone))).then(() => service.next());
			}
		});
		await back;
		const faults = compareTold(await storedReadings(service.url), told);
		if (!summary.startsWith("done left 0 dropped 0 damaged 0"))
			faults.push(summary || faultOf(ended));
		const line = `outage: no service for ${gone / 1000} s, ${told.size} readings acknowledged on the serial port`;
		show(line);
		results.take(faults.length === 0 ? `ok ${line}` : `not ok ${line}: ${faults.join("; ")}`);
	}
	finally {
		await service.remove();
	}
}
