/** The image of the outbox on raw flash, while the service is gone for minutes: what was put meanwhile arrives, once. */
import { setTimeout as wait } from "node:timers/promises";
import { SuccessiveService } from "../../tools/successive-service.js";
import { seen } from "../../tools/moddable/emulator-app.js";
import { buildFlash, conclude, type Emulator, faultOf, runTold } from "./emulator-image.js";
import { readingFaults } from "./stored-readings.js";

/** Readings, how many before the service goes, and milliseconds without it. */
const readings = 700, before = 40, gone = 120_000;
const deadline = 900_000;

export async function runOutage(emulator: Emulator): Promise<void> {
	const service = await SuccessiveService.start();
	try {
		const flash = await buildFlash(emulator, "flash", { baseUrl: seen(service.url), count: String(readings), interval: "300" });
		const told = new Map<number, string>();
		let back: Promise<void> | undefined;
		const { done, ended } = await runTold(emulator, "outage", flash, told, {
			patience: deadline, deadline, own: /^gauges /,
			onLine(line) {
				if (line.startsWith("gauges "))
					emulator.show(`  ${line}`);
				if (told.size >= before)
					back ??= service.kill().then(() => wait(gone)).then(() => service.next());
			}
		});
		await back;
		const faults = await readingFaults(service.url, told);
		if (!done.startsWith("done left 0 dropped 0 damaged 0"))
			faults.push(done || faultOf(ended));
		conclude(emulator, `outage: no service for ${gone / 1000} s, ${told.size} readings acknowledged on the serial port`, faults);
	}
	finally {
		await service.remove();
	}
}
