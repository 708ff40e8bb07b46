/** The part of build/measurements/memory.md that the Moddable SDK makes. */
import { chunkBytes, deviceBytes } from "../device.js";
import type { Creates, Figures, Heap } from "../figures.js";
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
	/** Least heap of this library where each tenth request is a list of 30. */
	readonly leastWithLists: Least;
	/** This library on Moddable's HTTP client. */
	readonly oursOnModdable: Measured;
	/** Moddable's HTTP client without this library. */
	readonly moddable: Peer;
	readonly others: readonly Peer[];
	/** An app that does nothing. */
	readonly base: { readonly least: Least; readonly creates: Creates | undefined };
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

/** Bytes that a client holds after 1,000 creates, more than an app that does nothing. */
function liveOf({ host, base }: Results, { thousands }: Measured): number | undefined {
	const creates = thousands.find((candidate) => candidate !== undefined);
	return creates === undefined || base.creates === undefined ? undefined : deviceBytes(host, creates) - deviceBytes(host, base.creates);
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
		const done = measured.thousands.find((candidate) => candidate !== undefined);
		return row([
			name, count(deviceBytes(host, create)), count(create.computrons), cpuOf(measured), count(measured.least.total - base.least.total), count(liveOf(results, measured)),
			count(done?.sockets), count(bytes)
		]);
	});
	return [
		"Least heap and live heap are what is more than an app takes that does nothing; CPU and connections are those of a login and 1,000 creates; bytecode is without TLS, with what is written around a client. All of it but the scripts that measure is preloaded.\n",
		row(["", "bytes", "computrons", "CPU, ms for 1,000", "least heap", "live heap", "connections", "bytecode"]), row(["---", ...Array.from({ length: 7 }, () => "---:")]),
		...lines, ""
	];
}

/** Milliseconds of CPU of 1,000 creates in the least busy of the heaps. */
function cpuOf({ thousands }: Measured): string {
	return count(Math.min(...thousands.flatMap((creates) => creates?.cpu ?? [])) / 1000);
}

function leastHeaps(results: Results): string[] {
	const { base, growth: [early, late], host, leastWithLists, ours, tls } = results;
	const lines = ([
		[bundle, ours.least], ["records-client, each tenth request a list of 30", leastWithLists], ["records-client over TLS", tls.least], ...peersOf(results).map(({ name, measured }) => [name, measured.least] as const),
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

/** What is measured of the entries over TLS. */
const ENTRIES: Readonly<Record<string, string>> = {
	"record": "a record of a streamed list of 500, from the service", "KB up": "a KB of a file of 100,000 bytes, up", "KB down": "the same, down", "poll": "a poll of live records"
};

function overTLS({ base, host, tls: { chains, handshake, handshakes, create, createBehindNginx, createOverModdable, entries, records } }: Results): string[] {
	const cells = (figures: Figures): string[] =>
		[count(figures.slots), count(chunkBytes(host, figures.bytes, figures.chunks)), `**${count(deviceBytes(host, figures))}**`, count(figures.computrons)];
	return [
		"TLS 1.2, the peer's RSA-2048 certificate verified. A handshake is what a login on a new connection takes more than one on a kept connection. "
		+ `Handshakes of a log-in and its creates: ${count(handshakes)}. Records of a request: ${count(records)}.\n`,
		row(["", "slots", "chunk bytes", "**bytes**", "computrons"]), row(["---", ...Array.from({ length: 4 }, () => "---:")]),
		row(["handshake", ...cells(handshake)]), row(["create", ...cells(create)]), row(["create over Moddable's HTTP client", ...cells(createOverModdable)]),
		row(["create behind nginx", ...cells(createBehindNginx)]),
		...entries.map((figures) => row([ENTRIES[figures.name], ...cells(figures)])), "",
		"With other chains, each with its root as the app's CA: what a request on a new connection takes more than one on a kept connection; bytes that the server sends until the handshake is complete; least heap for one connection and one request, more than an app takes that does nothing. A session is resumed by ticket. Computrons count a division of large numbers by the square of their length, and elliptic curves hardly at all; so the last column has the instructions of the processor (x86, `-m32`, counted by valgrind; \"-\" without it and under an emulator), in millions.\n",
		row(["", "**bytes**", "computrons", "bytes received", "least heap", "instructions"]), row(["---", ...Array.from({ length: 5 }, () => "---:")]),
		...chains.handshakes.map(({ down, figures, instructions, least, name }) => row([
			name, `**${count(deviceBytes(host, figures))}**`, count(figures.computrons), count(down), count(least.total - base.least.total), Number.isNaN(instructions) ? "-" : count(Math.round(instructions / 1_000_000))
		])), "",
		"A wake from deep sleep whose session is resumed, in bytes / computrons: what is made anew with the token restored; a put; a flush, which connects and delivers that reading and all that are pending. "
		+ "Last, the computrons of the three without the delivery of what was pending. Flash is a partition in the memory of C, 16 blocks of 4,096 bytes.\n",
		row(["pending", "boot", "put", "flush", "without the pending"]), row(["---", ...Array.from({ length: 4 }, () => "---:")]),
		...chains.wakes.map(({ pending, steps }) => row([
			String(pending), ...steps.map((figures) => `${count(deviceBytes(host, figures))} / ${count(figures.computrons)}`), count(fixedPart(steps, chains.wakes[0].steps))
		])), ""
	];
}

/** Computrons of a wake with readings pending, but of the delivery only what it takes with `none` pending. */
function fixedPart(steps: readonly Figures[], none: readonly Figures[]): number {
	return find(steps, "boot").computrons + find(steps, "put").computrons + find(none, "flush").computrons;
}
