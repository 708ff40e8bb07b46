/** An image with flash encryption: the machine encrypts itself at its first start. An outbox on a partition without encryption works there, one on an encrypted partition says why it does not. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { seen } from "../../tools/moddable/emulator-app.js";
import { buildFlash, conclude, type Emulator, faultOf, keep, runTold, withService } from "./emulator-image.js";
import { readingFaults } from "./stored-readings.js";

/** Starts, of which the first encrypts the flash and then restarts by itself. */
const starts = 3;
/** Bytes of a file of eFuses, and those that are set in it: the chip's revision, which is 0.3, and a hardware address. */
const FUSES = 1024, REVISION = 38, revision = 12, ADDRESS = 24;
const address = [0x01, 0x00, 0x00, 0x00, 0x00, 0x02];
const REFUSED = "sealed false erased storage does not read as 255: is its partition encrypted?";
/** Where the partition of the app begins, and bytes of it that are looked at. */
const APP = 0x10000, SAMPLE = 4096;
/** Milliseconds for a start, and without a line. */
const deadline = 600_000;

export async function runEncrypted(emulator: Emulator): Promise<void> {
	const { scratch } = emulator;
	await withService(emulator, "encrypted", async (service) => {
		const flash = await buildFlash(emulator, "encrypted", { baseUrl: seen(service.url) });
		const fuses = new Uint8Array(FUSES);
		fuses[REVISION] = revision;
		fuses.set(address, ADDRESS);
		const efuses = join(scratch.folder, "efuses");
		await writeFile(efuses, fuses);
		const begun = await readFile(flash);
		const told = new Map<number, string>();
		const faults: string[] = [];
		for (let start = 1; start <= starts && faults.length === 0; start++) {
			let sealed = "";
			const { done, ended } = await runTold(emulator, "encrypted", flash, told, {
				patience: deadline, deadline, efuses, restarts: start === 1 ? 1 : 0, own: /^sealed /,
				onLine(line) {
					if (line.startsWith("sealed "))
						sealed = line;
				}
			});
			if (done !== "done left 0 dropped 0 damaged 0 ")
				faults.push(`start ${start}: ${done || faultOf(ended)}`);
			else if (sealed !== REFUSED)
				faults.push(`start ${start}: ${sealed}`);
		}
		if ((await readFile(flash)).subarray(APP, APP + SAMPLE).equals(begun.subarray(APP, APP + SAMPLE)))
			faults.push("the app in the flash is not encrypted");
		faults.push(...await readingFaults(service.url, told));
		if (faults.length > 0)
			faults.push(`its flash is kept as ${await keep(flash, "encrypted")}`);
		const line = `encrypted: ${starts} starts with flash encryption, ${told.size} readings acknowledged on the serial port, each there once; an encrypted partition refused them`;
		conclude(emulator, line, faults);
	});
}
