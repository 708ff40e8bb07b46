/** The image of an outbox on raw flash over many readings: each arrives once, memory stays free, and the flash wears evenly. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { madeIn, seen } from "../../tools/moddable/emulator-app.js";
import { type Partition, partitionsOf } from "../../tools/moddable/flash-image.js";
import { type Wear, wearOf } from "../../tools/moddable/flash-wear.js";
import { buildFlash, conclude, type Emulator, faultOf, keep, runTold, withService } from "./emulator-image.js";
import { readingFaults } from "./stored-readings.js";

const readings = 10_000;
/** Tokens that are stored one after the other behind them. */
const tokens = 500;
/** Erases by which two sectors of the outbox may differ: it takes them in turn, and begins with the first. */
const SPREAD = 2;
/** Erases of NVS for a token that is stored: it takes 9 of the 126 entries of a page. */
const PER_TOKEN = 0.1;
/** NVS takes the sector that has most to give, not each in turn: the most erased one, beside the mean. */
const NVS_SPREAD = 2;
/** Milliseconds without a line, and for all. */
const patience = 300_000, deadline = 2_700_000;

export async function runReadings(emulator: Emulator): Promise<void> {
	const { scratch, show, tools } = emulator;
	await withService(emulator, "readings", async (service) => {
		const flash = await buildFlash(emulator, "readings", { baseUrl: seen(service.url), count: String(readings), tokens: String(tokens) });
		const trace = join(scratch.folder, "readings-erases");
		const told = new Map<number, string>();
		const faults: string[] = [];
		let delivered = "", before = "", erases = 0;
		const begun = Date.now();
		const { done, ended } = await runTold(emulator, "readings", flash, told, {
			patience, deadline, eraseTrace: trace, own: /^(?:gauges|delivered) /,
			onLine(line) {
				const [, counted] = /^gauges (\d+) erases and/.exec(line) ?? [];
				if (counted !== undefined) {
					erases = Number(counted);
					show(`  ${line}, ${Math.round((Date.now() - begun) / 1000)} s of this machine's`);
				}
				else if (line.startsWith("delivered ")) {
					delivered = line;
					before = readFileSync(trace, "utf8");
				}
			}
		});
		if (delivered.trim() !== "delivered left 0 dropped 0 damaged 0 storage errors 0" || done !== "done 0 tokens not stored")
			faults.push(`${delivered} ${done} ${faultOf(ended)}; its flash is kept as ${await keep(flash, "readings")}`);
		faults.push(...await readingFaults(service.url, told, readings));
		if (told.size !== readings)
			faults.push(`${told.size} readings were acknowledged`);
		conclude(emulator, `readings: ${told.size} readings acknowledged on the serial port, each there once`, faults);
		if (faults.length === 0)
			judgeWear(emulator, partitionsOf(await readFile(join(madeIn(tools, "readings"), "partition-table.bin"))), before, await readFile(trace, "utf8"), erases);
	});
}

/** @param before trace of the readings alone @param after with the tokens @param counted erases as the outbox counts them */
function judgeWear({ results, show }: Emulator, partitions: readonly Partition[], before: string, after: string, counted: number): void {
	const wear = (name: string, trace: string): Wear => {
		const partition = partitions.find((one) => one.name === name);
		if (partition === undefined)
			throw new Error(`the image has no partition ${name}`);
		return wearOf(partition, trace);
	};
	const outbox = wear("outbox", after);
	const line = `readings: each of ${outbox.erases.length} sectors of the outbox was erased ${outbox.least} to ${outbox.most} times`;
	show(line);
	results.take(outbox.most - outbox.least <= SPREAD && outbox.sum === counted ? `ok ${line}` : `not ok ${line}, ${outbox.sum} times in all; ${counted} times as the outbox counts: ${outbox.erases.join(" ")}`);
	const first = wear("nvs", before), last = wear("nvs", after);
	const stores = `readings: NVS was erased ${first.sum} times with one log-in, and ${last.sum - first.sum} times by ${tokens} tokens stored: its sectors ${last.least} to ${last.most} times`;
	show(stores);
	results.take(last.sum - first.sum <= PER_TOKEN * tokens && last.most <= NVS_SPREAD * last.sum / last.erases.length ? `ok ${stores}` : `not ok ${stores}: ${last.erases.join(" ")}`);
}
