/** The image with an outbox on raw flash, whose power is cut: what it said to have stored is in the service, once. */
import { join } from "node:path";
import { startService } from "../../service/launcher.js";
import { runEmulator } from "../../tools/moddable/emulator.js";
import { seen } from "../../tools/moddable/emulator-app.js";
import { Random } from "../../tools/random.js";
import { buildFlash, compareTold, type Emulator, faultOf, flashChanges, keep, note } from "./emulator-image.js";
import { storedReadings } from "./stored-readings.js";

/** Cut at random times, and before random changes of the flash. */
export const flashGroups = ["flash", "flash-writes"] as const;

const cuts = 40;
/** Starts at most: some come to their end before they are cut. */
const startsMaximum = 3 * cuts;
/** Milliseconds after the first line within which the power is cut. */
const cutTime = 6000;
/** Changes of the flash within which it is cut: a reading takes one or two, its delivery another. */
const cutChanges = 90;
/** Milliseconds for a start, and without a line. */
const deadline = 300_000;

export async function runFlash(emulator: Emulator, place: (typeof flashGroups)[number]): Promise<void> {
	const { machine, results, scratch, show, tools } = emulator;
	const random = new Random();
	show(`${place}: SEED=${random.seed}`);
	const service = await startService({ quick: true, data: join(scratch.folder, `${place}-service`) });
	try {
		const flash = await buildFlash(emulator, "flash", { baseUrl: seen(service.url) });
		const addresses = await flashChanges(emulator, "flash");
		/** Ids by number. */
		const told = new Map<number, string>();
		let restored = 0, hung = 0, lost = 0;
		let summary = "";
		for (let starts = 0, isLast = false; !isLast && results.failures.length === 0; starts++) {
			isLast = lost === cuts || starts === startsMaximum;
			summary = "";
			const delay = 1 + random.below(cutTime);
			const hits = 1 + random.below(cutChanges);
			let timer: NodeJS.Timeout | undefined;
			const ended = await runEmulator(tools, {
				machine, flash, folder: scratch.folder, patience: deadline, deadline,
				...place === "flash-writes" && !isLast && { cutAt: { addresses, hits } },
				onLine(line, control) {
					if (place === "flash" && !isLast)
						timer ??= setTimeout(() => control.cut(), delay);
					const [, number, id] = /^put (\d+) (\S{15})$/.exec(line) ?? [];
					if (id !== undefined)
						told.set(Number(number), id);
					else if (line.startsWith("start "))
						restored += line.endsWith("with token") ? 1 : 0;
					else if (line.startsWith("done ")) {
						summary = line;
						control.cut();
					}
					else if (isLast && line.startsWith("gauges "))
						show(`  ${line}`);
					else if (!/^(?:gauges |IP address )/.test(line))
						note(emulator, place, line);
				}
			});
			clearTimeout(timer);
			if (ended.restart !== "")
				results.fail(`${place}: ${faultOf(ended)}`);
			else if (!ended.isCut)
				hung++;
			else if (summary === "")
				lost++;
		}
		const faults = compareTold(await storedReadings(service.url), told);
		if (lost < cuts)
			faults.push(`${lost} power losses instead of ${cuts}`);
		if (!summary.startsWith("done left 0 dropped 0 damaged 0"))
			faults.push(`${summary || "the last start had no end"}; its flash is kept as ${await keep(flash, place)}`);
		const line = `${place}: SEED=${random.seed}, ${lost} power losses, ${told.size} readings acknowledged on the serial port, token restored in ${restored} starts, ${hung} runs in which the emulator hung`;
		show(line);
		results.take(faults.length === 0 ? `ok ${line}` : `not ok ${line}: ${faults.join("; ")}`);
	}
	finally {
		await service.stop();
	}
}
