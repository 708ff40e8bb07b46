/** The part of build/measurements/memory.md that the Moddable SDK makes. */
import { chunkBytes, deviceBytes } from "../device.js";
import type { Figures, Heap } from "../figures.js";
import type { Least } from "../least.js";
import type { Measured } from "../measure.js";
import type { Own } from "../own.js";
import { ownReport } from "../own-report.js";
import { find, live } from "../heap.js";
import type { Host } from "../runner.js";
import { count, row } from "../../tools/report/table.js";
import { bytecodeReport, type Modules, sum } from "./bytecode-report.js";
import { emulator } from "./host.js";
import type { TLSCosts } from "./measure-tls.js";

/** A client beside this library. */
export interface Peer {
	readonly name: string;
	readonly measured: Measured;
	/** Bytes of bytecode, with what is written around it and all that it needs but what every app with a network has. */
	readonly bytecode: number;
}

export interface Results {
	readonly host: Host;
	readonly ours: Measured;
	readonly own: Own;
	/** This library on Moddable's HTTP client. */
	readonly oursOnModdable: Measured;
	/** Moddable's HTTP client without this library. */
	readonly moddable: Peer;
	readonly others: readonly Peer[];
	/** An app that does nothing. */
	readonly base: { readonly least: Least };
	readonly growth: readonly Heap[];
	readonly tls: TLSCosts;
	/** What including the library adds. */
	readonly bytecode: Modules;
	/** What an app with the PocketBase SDK has and one with a network only has not. */
	readonly pocketbaseBytecode: Modules;
	readonly date: Date;
}

const bundle = "records-client";
/** Its modules. */
const bundles = [bundle, "records-client/internal"];

/** The part's text. */
export function report(results: Results): string {
	const { host, own, bytecode, pocketbaseBytecode } = results;
	return [
		...introduction(results),
		"### A create, by client\n",
		...creates(results),
		"### Least heap\n",
		...leastHeaps(results),
		"### Each operation, by client\n",
		...operations(results),
		...ownReport(host, own),
		"### TLS\n",
		...overTLS(results),
		...bytecodeReport(bytecode, pocketbaseBytecode)
	].join("\n");
}

function peersOf({ oursOnModdable, moddable, others, bytecode }: Results): Peer[] {
	const library = bytecode.filter(([name]) => bundles.includes(name));
	return [{ name: "records-client on Moddable's client", measured: oursOnModdable, bytecode: sum(library) + moddable.bytecode }, moddable, ...others];
}

function introduction({ host, ours: { facts }, date }: Results): string[] {
	const slots = host.pointer === 4
		? `compiled for 32 bits: a slot has ${facts.slot} bytes, as on a microcontroller${host.isEmulated ? `; run by ${emulator}, whose processor times are no measure` : ""}`
		: `a slot has ${facts.slot} bytes and is counted as 16; chunk headers have 16 and are counted as 8`;
	return [
		`Written by \`npm run bench:device\` on ${date.toISOString().slice(0, 10)}. The SDK's engine (XS ${facts.engine}) and its modules, platform \`lin\`, `
		+ `release, ${slots}. \`records-client\` is preloaded and Preference native, as on boards. Beside it, with what a request needs written around them `
		+ "(`bench/sdk/app/*-sender.ts`): the SDK's `embedded:network/http/client` (\"Moddable's client\"), also under this library; its older `Request` of "
		+ "`http`, which makes a connection for each request; and the PocketBase SDK on the SDK's `fetch`.\n"
	];
}

function creates(results: Results): string[] {
	const { host, ours, base, bytecode } = results;
	const library = { name: bundle, measured: ours, bytecode: sum(bytecode.filter(([name]) => bundles.includes(name))) };
	const lines = [library, ...peersOf(results)].map(({ name, measured, bytecode: bytes }) => {
		const create = find(measured.allocations, "create");
		return row([
			name, count(deviceBytes(host, create)), count(create.computrons), count(measured.least.total - base.least.total), count(measured.connections), count(bytes)
		]);
	});
	return [
		"Least heap is what is more than an app takes that does nothing; connections are those of a login and 1,000 creates; bytecode is without TLS, with what is written around a client. All of it but the scripts that measure is preloaded.\n",
		row(["", "bytes", "computrons", "least heap", "connections", "bytecode"]), row(["---", ...Array.from({ length: 5 }, () => "---:")]),
		...lines, ""
	];
}

function leastHeaps(results: Results): string[] {
	const { base, growth: [early, late], host, ours, tls } = results;
	const lines = ([
		[bundle, ours.least], ["records-client over TLS", tls.least], ...peersOf(results).map(({ name, measured }) => [name, measured.least] as const),
		["an app that does nothing", base.least]
	] as const).map(([what, { chunks, slots, stack, total }]) =>
		row([what, count(chunks), count(slots), count(stack), count(total), count(total - base.least.total)]));
	return [
		"Bytes of a fixed heap that survives a login and 50 creates, found by trying. The app that does nothing holds what the simulator and the measuring take.\n",
		row(["", "chunks", "slots", "stack", "together", "more than nothing"]),
		row(["---", ...Array.from({ length: 5 }, () => "---:")]),
		...lines, "",
		`After 10,000 creates the live heap has ${count(deviceBytes(host, live(late)) - deviceBytes(host, live(early)))} bytes and ${count(late.keys - early.keys)} keys more than after 100.\n`
	];
}

function operations(results: Results): string[] {
	const { host, ours } = results;
	const peers = peersOf(results);
	const lines = ours.allocations.map((mine) => row([
		mine.name, count(mine.slots), count(chunkBytes(host, mine.bytes, mine.chunks)), `**${count(deviceBytes(host, mine))}**`, count(mine.computrons), String(mine.keys),
		...peers.flatMap(({ measured }) => {
			const other = find(measured.allocations, mine.name);
			return [count(deviceBytes(host, other)), count(other.computrons)];
		})
	]));
	return [
		row(["", "slots", "chunk bytes", "**bytes**", "computrons", "keys", ...peers.flatMap(({ name }) => [`${name}: bytes`, "computrons"])]),
		row(["---", ...Array.from({ length: 5 + 2 * peers.length }, () => "---:")]),
		...lines, ""
	];
}

function overTLS({ base, host, tls: { chains, handshake, handshakes, create, createOverModdable, records } }: Results): string[] {
	const cells = (figures: Figures): string[] =>
		[count(figures.slots), count(chunkBytes(host, figures.bytes, figures.chunks)), `**${count(deviceBytes(host, figures))}**`, count(figures.computrons)];
	return [
		"TLS 1.2, the peer's RSA-2048 certificate verified. A handshake is what a login on a new connection takes more than one on a kept connection. "
		+ `Handshakes of a log-in and its creates: ${count(handshakes)}. Records of a request: ${count(records)}.\n`,
		row(["", "slots", "chunk bytes", "**bytes**", "computrons"]), row(["---", ...Array.from({ length: 4 }, () => "---:")]),
		row(["handshake", ...cells(handshake)]), row(["create", ...cells(create)]), row(["create over Moddable's HTTP client", ...cells(createOverModdable)]),
		"",
		"With other chains, each with its root as the app's CA: what a request on a new connection takes more than one on a kept connection; bytes that the server sends until the handshake is complete; least heap for one connection and one request, more than an app takes that does nothing. A session is resumed by ticket. Computrons count a division of large numbers by the square of their length, and elliptic curves hardly at all; so the last column has the instructions of the processor (x86, `-m32`, counted by valgrind; \"-\" without it and under an emulator), in millions.\n",
		row(["", "**bytes**", "computrons", "bytes received", "least heap", "instructions"]), row(["---", ...Array.from({ length: 5 }, () => "---:")]),
		...chains.map(({ down, figures, instructions, least, name }) => row([
			name, `**${count(deviceBytes(host, figures))}**`, count(figures.computrons), count(down), count(least.total - base.least.total), Number.isNaN(instructions) ? "-" : count(Math.round(instructions / 1_000_000))
		])), ""
	];
}
