/** The sensor firmware as the image that would be flashed, in QEMU's ESP32-C3. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runEmulator } from "../tools/moddable/emulator.js";
import { buildImage, emulatorTools, seen } from "../tools/moddable/emulator-app.js";
import { findEmulator, findSDK } from "../tools/moddable/tool-chain.js";
import type { Summary } from "./sensor/summary.js";

/** Milliseconds without a line, and for a run. */
const patience = 300_000, deadline = 86_400_000;

/** What the firmware says; the rest is the ROM's and ESP-IDF's. */
const LINE = /^(?:failed|login|network|pending|read|reading|rejected|service|summary|token) /;
const SUMMARY = /^summary +put (\d+), left (\d+)(?: \(.*\))?, connections used (\d+), read back (\d+), (none|\d+) twice$/;

/**
 * Builds the firmware, flashes a machine that is new, and runs it to its end.
 * @param config of the firmware @param trace gets its lines
 * @returns undefined when it did not come to its end
 * @throws Missing with a line for each tool that is not here
 */
export async function runInEmulator(config: Readonly<Record<string, string>>, trace: (text: string) => void): Promise<Summary | undefined> {
	const sdk = findSDK();
	const machine = await findEmulator(sdk);
	const folder = await mkdtemp(join(tmpdir(), "records-emulator-"));
	try {
		const tools = await emulatorTools(sdk, folder);
		const flash = join(folder, "flash");
		await writeFile(flash, (await buildImage(tools, "sensor", { ...config, baseUrl: seen(config.baseUrl ?? "") }, () => undefined)).flash);
		let summary: Summary | undefined;
		const { restart } = await runEmulator(tools, {
			machine, flash, folder, patience, deadline,
			onLine(line, control) {
				if (LINE.test(line))
					trace(line + "\n");
				const [, put, left, connections, readBack, repeated] = SUMMARY.exec(line) ?? [];
				if (put !== undefined) {
					summary = { put: Number(put), left: Number(left), connections: Number(connections), readBack: Number(readBack), repeated: repeated === "none" ? 0 : Number(repeated) };
					control.cut();
				}
			}
		});
		if (restart !== "")
			trace(`failed   the image restarted by itself: ${restart}\n`);
		return summary;
	}
	finally {
		await rm(folder, { recursive: true, force: true });
	}
}
