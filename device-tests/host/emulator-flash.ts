/** The image with an outbox on raw flash, whose power is cut: what it said to have stored is in the service, once. */
import { seen } from "../../tools/moddable/emulator-app.js";
import { Random } from "../../tools/random.js";
import { buildFlash, conclude, type Emulator, faultOf, flashChanges, keep, runTold, withService } from "./emulator-image.js";
import { readingFaults } from "./stored-readings.js";

/** Cut at random times, and before random changes of the flash. */
export const flashGroups = ["flash", "flash-writes"] as const;

const cuts = 40;
/** Starts at most: some come to their end before they are cut. */
const startsMaximum = 3 * cuts;
/** Milliseconds after the first line within which the power is cut. */
const cutTime = 6000;
/** Changes of the flash within which it is cut: a reading takes one or two, its delivery another. */
const cutChanges = 90;

export async function runFlashOutbox(emulator: Emulator, place: (typeof flashGroups)[number]): Promise<void> {
	const { results, show } = emulator;
	const random = new Random();
	show(`${place}: SEED=${random.seed}`);
	await withService(emulator, place, async (service) => {
		const flash = await buildFlash(emulator, "flash", { baseUrl: seen(service.url) });
		const addresses = await flashChanges(emulator, "flash");
		/** Ids by number. */
		const told = new Map<number, string>();
		let restored = 0, hung = 0, lost = 0;
		let summary = "";
		for (let starts = 0, isLast = false; !isLast && results.failures.length === 0; starts++) {
			isLast = lost === cuts || starts === startsMaximum;
			const delay = 1 + random.below(cutTime);
			const hits = 1 + random.below(cutChanges);
			let timer: NodeJS.Timeout | undefined;
			const { done, ended } = await runTold(emulator, place, flash, told, {
				own: /^gauges /,
				...place === "flash-writes" && !isLast && { cutAt: { addresses, hits } },
				onLine(line, control) {
					if (place === "flash" && !isLast)
						timer ??= setTimeout(() => control.cut(), delay);
					if (line.startsWith("start "))
						restored += line.endsWith("with token") ? 1 : 0;
					else if (isLast && line.startsWith("gauges "))
						show(`  ${line}`);
				}
			});
			summary = done;
			clearTimeout(timer);
			if (ended.restart !== "")
				results.fail(`${place}: ${faultOf(ended)}`);
			else if (!ended.isCut)
				hung++;
			else if (summary === "")
				lost++;
		}
		const faults = await readingFaults(service.url, told);
		if (lost < cuts)
			faults.push(`${lost} power losses instead of ${cuts}`);
		if (!summary.startsWith("done left 0 dropped 0 damaged 0"))
			faults.push(`${summary || "the last start had no end"}; its flash is kept as ${await keep(flash, place)}`);
		const line = `${place}: SEED=${random.seed}, ${lost} power losses, ${told.size} readings acknowledged on the serial port, token restored in ${restored} starts, ${hung} runs in which the emulator hung`;
		conclude(emulator, line, faults);
	});
}
