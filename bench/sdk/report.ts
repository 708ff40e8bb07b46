/** The part of MEMORY.md that the Moddable SDK makes. */
import { chunkBytes, deviceBytes } from "../device.js";
import type { Figures, Heap } from "../figures.js";
import type { Reached } from "../goals.js";
import type { Least } from "../least.js";
import type { Measured } from "../measure.js";
import type { Column } from "../memory-file.js";
import { find, grown, live, peak, reachedBy } from "../reached.js";
import type { Host } from "../runner.js";
import { count, ratio, row } from "../table.js";
import type { TLSCosts } from "./measure-tls.js";

export interface Results {
	readonly host: Host;
	readonly ours: Measured;
	/** This library on Moddable's HTTP client. */
	readonly oursOnModdable: Measured;
	/** Moddable's HTTP client without this library. */
	readonly moddable: Measured;
	/** The least heap of an app that does nothing. */
	readonly base: Least;
	readonly growth: readonly Heap[];
	readonly tls: TLSCosts;
	/** What including the library adds. */
	readonly bytecode: readonly (readonly [module: string, bytes: number])[];
	/** Bytecode of Moddable's HTTP client. */
	readonly client: number;
	readonly date: Date;
}

const bundle = "records-client";

export function reached({ host, ours, moddable, growth, tls, bytecode, client }: Results): Partial<Record<Column, Reached>> {
	return {
		"Moddable SDK": {
			...reachedBy(host, ours), ...grown(host, growth), secure: tls.create.computrons, handshakes: tls.handshakes, records: tls.records,
			bytecode: bytecode.find(([name]) => name === bundle)?.[1]
		},
		"Moddable's HTTP client there": { ...reachedBy(host, moddable), bytecode: client }
	};
}

/** The part's text. */
export function report(results: Results): string {
	return [
		...introduction(results),
		"### Least heap\n",
		...leastHeaps(results),
		"### Each operation, by client\n",
		...operations(results),
		"### TLS\n",
		...overTLS(results),
		"### The heap under the collector, by client\n",
		...heaps(results),
		"### Bytecode that including the library adds\n",
		...bytecode(results)
	].join("\n");
}

function introduction({ host, ours: { facts }, date }: Results): string[] {
	const slots = host.pointer === 4
		? `compiled for 32 bits: a slot has ${facts.slot} bytes, as on a microcontroller`
		: `a slot has ${facts.slot} bytes and is counted as 16; chunk headers have 16 and are counted as 8`;
	return [
		`Written by \`npm run bench:device\` on ${date.toISOString().slice(0, 10)}. The SDK's engine (XS ${facts.engine}) and its modules, platform \`lin\`, `
		+ `release, ${slots}. \`records-client\` is preloaded and Preference native, as on boards. "Moddable's client" is the SDK's `
		+ "`embedded:network/http/client`, once under this library, once alone with what a request needs written around it (`bench/sdk/app/naive.ts`).\n"
	];
}

function leastHeaps({ ours, oursOnModdable, moddable, base }: Results): string[] {
	const lines = ([
		["records-client", ours.least], ["records-client on Moddable's client", oursOnModdable.least], ["Moddable's client alone", moddable.least],
		["an app that does nothing", base]
	] as const).map(([what, { chunks, slots, stack, total }]) =>
		row([what, count(chunks), count(slots), count(stack), count(total), count(total - base.total)]));
	return [
		"Bytes of a fixed heap that survives a login and 50 creates, found by trying. The app that does nothing holds what the simulator and the measuring take.\n",
		row(["", "chunks", "slots", "stack", "together", "more than nothing"]),
		row(["---", ...Array.from({ length: 5 }, () => "---:")]),
		...lines, ""
	];
}

function operations({ host, ours, oursOnModdable, moddable }: Results): string[] {
	const lines = ours.allocations.map((mine) => {
		const under = find(oursOnModdable.allocations, mine.name);
		const alone = find(moddable.allocations, mine.name);
		const bytes = (figures: Figures): string => count(deviceBytes(host, figures));
		return row([
			mine.name, count(mine.slots), count(chunkBytes(host, mine.bytes, mine.chunks)), `**${bytes(mine)}**`, count(mine.computrons), String(mine.keys),
			bytes(under), count(under.computrons), bytes(alone), count(alone.computrons),
			ratio(deviceBytes(host, alone), deviceBytes(host, mine)), ratio(alone.computrons, mine.computrons)
		]);
	});
	return [
		row(["", "slots", "chunk bytes", "**bytes**", "computrons", "keys", "on Moddable's: bytes", "computrons", "Moddable's alone: bytes", "computrons",
			"bytes ÷", "computrons ÷"]),
		row(["---", ...Array.from({ length: 11 }, () => "---:")]),
		...lines, ""
	];
}

function overTLS({ host, tls: { handshake, create } }: Results): string[] {
	const cells = (figures: Figures): string[] =>
		[count(figures.slots), count(chunkBytes(host, figures.bytes, figures.chunks)), `**${count(deviceBytes(host, figures))}**`, count(figures.computrons)];
	return [
		"TLS 1.2, the peer's RSA-2048 certificate verified. A handshake is what a login on a new connection takes more than one on a kept connection.\n",
		row(["", "slots", "chunk bytes", "**bytes**", "computrons"]), row(["---", ...Array.from({ length: 4 }, () => "---:")]),
		row(["handshake", ...cells(handshake)]), row(["create", ...cells(create)]), ""
	];
}

function heaps({ host, ours, oursOnModdable, moddable }: Results): string[] {
	const cells = ({ heaps }: Measured, name: string): string[] => {
		const heap = find(heaps, name);
		return [String(heap.collections), count(deviceBytes(host, peak(heap))), count(deviceBytes(host, live(heap)))];
	};
	return [
		"As above: heaps of 32 KB and 32 KB that grow by 1 KB; collections, peak, live after.\n",
		row(["", "collections", "peak", "live", "on Moddable's", "peak", "live", "Moddable's alone", "peak", "live"]),
		row(["---", ...Array.from({ length: 9 }, () => "---:")]),
		...ours.heaps.map(({ name }) => row([name, ...cells(ours, name), ...cells(oursOnModdable, name), ...cells(moddable, name)])), ""
	];
}

function bytecode({ bytecode, client }: Results): string[] {
	return [
		`As the SDK's compiler makes it of what ships. Moddable's HTTP client, which is not among them, has ${count(client)} bytes.\n`,
		row(["module", "bytes"]), row(["---", "---:"]),
		...bytecode.map(([name, bytes]) => row([`\`${name}\``, count(bytes)])),
		row(["together", count(bytecode.reduce((sum, [, bytes]) => sum + bytes, 0))]), ""
	];
}
