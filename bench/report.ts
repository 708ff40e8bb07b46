/** The part of bench/measurements/memory.md that XS from npm makes. */
import { censusReport, libraryBytes } from "./census-report.js";
import { chunkBytes, deviceBytes } from "./device.js";
import type { Figures, Heap, Work } from "./figures.js";
import type { Reached } from "./goals.js";
import type { Census, Measured } from "./measure.js";
import type { Own } from "./own.js";
import { collectionsReport, ownReport } from "./own-report.js";
import { find, grown, live, parts, peak, reachedAlone, reachedBy } from "./reached.js";
import type { Host } from "./runner.js";
import { count, ratio, row } from "../tools/report/table.js";
import { callsOf, workReport } from "./work-report.js";

/** The client: its entry, and what that shares with others. */
const bundles = ["records-client.js", "internal.js"];
const tlsBundle = "tls.js";

export interface Results {
	/** The host that everything but `wideAllocations` was measured on. */
	readonly host: Host;
	readonly wide: Host;
	readonly wideAllocations: readonly Figures[];
	readonly ours: Measured;
	readonly own: Own;
	readonly pocketbase: Measured;
	readonly growth: readonly Heap[];
	readonly census: Census;
	/** Whose work `creates` creates are. */
	readonly work: readonly Work[];
	readonly creates: number;
	readonly bytecode: ReadonlyMap<string, number>;
	readonly date: Date;
}

/** The part's text. */
export function report(results: Results): string {
	return [
		...introduction(results),
		"### Each operation\n",
		...operations(results),
		...ownReport(results.host, results.own),
		...collectionsReport([["records-client", results.ours], ["PocketBase SDK", results.pocketbase]]),
		"### The heap under the collector\n",
		...heaps(results),
		...censusReport(results.host, results.census, deviceBytes(results.host, find(results.ours.allocations, "create"))),
		...workReport(results.work, results.creates, find(results.ours.allocations, "create").computrons),
		"### Bytecode\n",
		...bytecode(results)
	].join("\n");
}

/** What this library reached of the goals, and the PocketBase SDK. */
export function reached({ host, ours, own, pocketbase, growth, census, work, creates, bytecode }: Results): { ours: Reached; pocketbase: Reached } {
	const withoutTLS = bundles.reduce((sum, name) => sum + (bytecode.get(name) ?? 0), 0);
	return {
		ours: {
			...reachedBy(host, ours), ...reachedAlone(host, own), ...grown(host, growth), calls: callsOf(work, creates), live: libraryBytes(host, census),
			bytecode: withoutTLS, bytecodeTLS: withoutTLS + (bytecode.get(tlsBundle) ?? 0)
		},
		pocketbase: reachedBy(host, pocketbase)
	};
}

function introduction({ host, date, ours, pocketbase }: Results): string[] {
	const slots = host.pointer === 4
		? "compiled for 32 bits, so that a slot has the 16 bytes that it has on a microcontroller"
		: "compiled for 64 bits: slots have 32 bytes here and are counted as the 16 of a microcontroller, chunk headers 16 and are counted as 8, which leaves at most 4 bytes a chunk too many";
	return [
		`Written by \`npm run bench\` on ${date.toISOString().slice(0, 10)}. Engine: XS ${ours.facts.engine} (\`@agoric/xsnap\`), ${slots}. `
		+ "The device bundle `dist/internal.js` runs on it as it is; built-ins and bundle are shared from a second machine, "
		+ "as they are in flash on a device. The PocketBase JavaScript SDK does the same on the same engine and service in the same "
		+ "run, on a small `fetch` of our own (`bench/xs/web.ts`).\n",
		`The least heap is ${parts(ours.least)}; the PocketBase SDK's ${parts(pocketbase.least)}. A fixed heap, found by trying.\n`
	];
}

function operations({ host, wide, wideAllocations, ours, pocketbase }: Results): string[] {
	const lines = ours.allocations.map((mine) => {
		const other = find(pocketbase.allocations, mine.name);
		const converted = deviceBytes(wide, find(wideAllocations, mine.name));
		return row([
			mine.name, count(mine.slots), count(chunkBytes(host, mine.bytes, mine.chunks)), count(deviceBytes(host, mine)), count(converted),
			count(mine.computrons), String(mine.keys), count(deviceBytes(host, other)), count(other.computrons),
			ratio(deviceBytes(host, other), deviceBytes(host, mine)), ratio(other.computrons, mine.computrons)
		]);
	});
	return [
		row(["", "slots", "chunk bytes", "**bytes**", "the same from 64 bits", "computrons", "keys", "SDK: bytes", "SDK: computrons", "bytes ÷", "computrons ÷"]),
		row(["---", ...Array.from({ length: 10 }, () => "---:")]),
		...lines, ""
	];
}

function heaps({ host, ours, pocketbase }: Results): string[] {
	const lines = ours.heaps.map((mine) => {
		const other = find(pocketbase.heaps, mine.name);
		return row([
			mine.name, String(mine.collections), count(deviceBytes(host, peak(mine))), count(deviceBytes(host, live(mine))),
			String(other.collections), count(deviceBytes(host, peak(other))), count(deviceBytes(host, live(other)))
		]);
	});
	return [
		"Heaps of 32 KB of chunks and 32 KB of slots that grow by 1 KB; a login 5 times, 100 creates, 50 reads, 20 lists of 30, 3 lists of 500, 5 refreshes. "
		+ "Peaks count garbage that was not yet collected; the measuring script's own part is in all of them.\n",
		row(["", "collections", "peak", "live after", "SDK: collections", "SDK: peak", "SDK: live after"]),
		row(["---", ...Array.from({ length: 6 }, () => "---:")]),
		...lines, ""
	];
}

function bytecode({ bytecode }: Results): string[] {
	const sum = [...bytecode].reduce((total, [name, bytes]) => bundles.includes(name) || name === tlsBundle ? total : total + bytes, 0);
	return [
		"Bytes of bytecode, symbols not counted; each module compiled by itself.\n",
		row(["module", "bytes"]),
		row(["---", "---:"]),
		...Array.from(bytecode, ([name, bytes]) => row([`\`${name}\``, count(bytes)])),
		row(["the modules together", count(sum)]), ""
	];
}
