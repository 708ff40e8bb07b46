/** Writes MEMORY.md. */
import { chunkBytes, deviceBytes } from "./device.js";
import type { Figures, Heap } from "./figures.js";
import type { Measured } from "./measure.js";
import { count, ratio, row } from "./table.js";

export interface Results {
	/** The host that everything but `wideAllocations` was measured on. */
	readonly host: Host;
	readonly wide: Host;
	readonly wideAllocations: readonly Figures[];
	readonly ours: Measured;
	readonly pocketbase: Measured;
	readonly growth: readonly Heap[];
	readonly bytecode: ReadonlyMap<string, number>;
	readonly date: Date;
}

/** What design.md asks for. */
const goals = { bytes: 1500, computrons: 2500, collections: 90, least: 18_432, growth: 0, sockets: 1, bytecode: 20_480 };

export function report(results: Results): string {
	return [
		"# Memory\n",
		...introduction(results),
		"## At a glance\n",
		...glance(results),
		"## Each operation\n",
		...operations(results),
		"## The heap under the collector\n",
		...heaps(results),
		"## Bytecode\n",
		...bytecode(results)
	].join("\n");
}

function introduction({ host, date }: Results): string[] {
	const slots = host.pointer === 4
		? "compiled for 32 bits, so that a slot has the 16 bytes that it has on a microcontroller"
		: "compiled for 64 bits: slots have 32 bytes here and are counted as the 16 of a microcontroller, chunk headers 16 and are counted as 8, which leaves at most 4 bytes a chunk too many";
	return [
		`Written by \`npm run bench\` on ${date.toISOString().slice(0, 10)}. Engine: XS 13.3.0 (\`@agoric/xsnap\` 0.15.0), ${slots}. `
		+ "The device bundle `dist/records-client.js` runs on it as it is; built-ins and bundle are shared from a second machine, "
		+ "as they are in flash on a device. The service is PocketBase 0.39.0 on loopback. The PocketBase JavaScript SDK 0.28.1 does "
		+ "the same on the same engine and service in the same run, on a small `fetch` of our own (`bench/xs/web.ts`).\n",
		"Bytes are what is allocated, exactly: the collector is off while an operation runs. The `await` and its promise are part of the "
		+ "price, and so is the text or object that comes out. Computrons are the engine's own count of work.\n"
	];
}

function glance({ host, ours, pocketbase, growth, bytecode }: Results): string[] {
	const create = find(ours.allocations, "create");
	const theirs = find(pocketbase.allocations, "create");
	const [early, late] = growth;
	const line = (what: string, goal: number, mine: number | undefined, other: number | undefined): string =>
		row([what, `≤ ${count(goal)}`, count(mine), mine !== undefined && mine <= goal ? "yes" : "**no**", count(other), ratio(other, mine)]);
	return [
		row(["", "goal", "records-client", "met", "PocketBase SDK", "SDK ÷ ours"]),
		row(["---", "---:", "---:", ":---:", "---:", "---:"]),
		line("bytes allocated per create", goals.bytes, deviceBytes(host, create), deviceBytes(host, theirs)),
		line("computrons per create", goals.computrons, create.computrons, theirs.computrons),
		line("collections per 1,000 creates (32 KB of chunks, 32 KB of slots)", goals.collections, ours.thousand?.collections, pocketbase.thousand?.collections),
		line("least total heap for 50 creates, stack included (bytes)", goals.least, ours.least.total, pocketbase.least.total),
		line("growth of the live heap from create 100 to 10,000 (bytes)", goals.growth, deviceBytes(host, live(late)) - deviceBytes(host, live(early)), undefined),
		line("keys added from create 100 to 10,000", 0, late.keys - early.keys, undefined),
		line("TCP connections for a login and 1,000 creates", goals.sockets, ours.thousand?.sockets, pocketbase.thousand?.sockets),
		line("bytecode of the bundle (bytes)", goals.bytecode, bytecode.get("records-client.js"), undefined),
		"",
		`The least heap is ${parts(ours)}; the PocketBase SDK's ${parts(pocketbase)}. A fixed heap, found by trying.\n`
	];
}

function parts({ least }: Measured): string {
	return `${count(least.chunks)} bytes of chunks, ${count(least.slots)} of slots and ${count(least.stack)} of stack`;
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
	return [
		"Bytes of bytecode, symbols not counted; each module compiled by itself.\n",
		row(["module", "bytes"]),
		row(["---", "---:"]),
		...Array.from(bytecode, ([name, bytes]) => row([`\`${name}\``, count(bytes)])), ""
	];
}

function live({ liveSlots, liveBytes, liveChunks }: Heap): { slots: number; bytes: number; chunks: number } {
	return { slots: liveSlots, bytes: liveBytes, chunks: liveChunks };
}

/** The number of chunks at a peak is not counted; that of the live ones is the least that it can be. */
function peak({ peakSlots, peakBytes, liveChunks }: Heap): { slots: number; bytes: number; chunks: number } {
	return { slots: peakSlots, bytes: peakBytes, chunks: liveChunks };
}

function find<T extends { readonly name: string }>(items: readonly T[], name: string): T {
	const item = items.find((candidate) => candidate.name === name);
	if (item === undefined)
		throw new Error(`nothing was measured for ${name}`);
	return item;
}
