/** What a streamed list costs on the device, of each record and of memory, and what the other small entries cost. */
import type { Records } from "../tools/records.js";
import { count, row } from "../tools/report/table.js";
import { deviceBytes } from "./device.js";
import type { EntriesSettings, Figures, ListSettings } from "./figures.js";
import { leastMemory } from "./least.js";
import type { Host, Memory } from "./runner.js";
import { serving } from "./serving.js";

/** Records of a short list and of a long one. */
const SHORT = 500;
const LONG = 100_000;

/** Windows that are measured: `record` as it is, and small. */
const WINDOWS = [4096, 512] as const;

/** What one window costs. */
interface ListCost {
	readonly window: number;
	readonly bytes: number;
	readonly computrons: number;
	/** Least total heap for a short list. */
	readonly least: number;
	/** How much of it is more than creates alone need. */
	readonly peak: number;
	/** Whether a long list survives in the heap that a short one needs at least. */
	readonly isFlat: boolean;
}

/** A record of 282 bytes, as PocketBase writes it. */
function recordOf(number: number): object {
	const time = new Date(Date.UTC(2026, 10, 21) + number).toISOString().replace("T", " ");
	return {
		collectionId: "pbc_3142635823", collectionName: "readings", created: time, device: "7j2kq0w9x1m5c3v", extra: null, id: `r${String(number).padStart(14, "0")}`,
		sensor: "temperature", taken: "2026-11-21 07:00:00.000Z", unit: "degrees C", updated: time, value: 1
	};
}

/** Runs something against a service that has so many records, sorted by `created`, and takes every create. */
function withList<T>(count: number, use: (url: string) => Promise<T>): Promise<T> {
	return serving((request, response) => {
		response.setHeader("content-type", "application/json");
		request.resume();
		if (request.method === "POST")
			return void response.end(JSON.stringify(recordOf(0)));
		const query = new URL(request.url ?? "", "http://list").searchParams;
		const perPage = Number(query.get("perPage"));
		const [, after = "-1"] = /id>'r(\d+)'/.exec(query.get("filter") ?? "") ?? [];
		const first = query.has("page") ? (Number(query.get("page")) - 1) * perPage : Number(after) + 1;
		const items = Array.from({ length: Math.max(0, Math.min(perPage, count - first)) }, (_, index) => recordOf(first + index));
		return void response.end(JSON.stringify({ items, page: 1, perPage, totalItems: -1, totalPages: -1 }));
	}, use);
}

/** What a record of a short list costs, on average. */
export function measureRecord(host: Host, record: number): Promise<Figures> {
	return withList(SHORT, async (url) => {
		const given: ListSettings = { url, count: SHORT, record, isCounted: true };
		const lines = await host.run("ours-lists", { settings: JSON.stringify(given) }) ?? [];
		return lines.flatMap(({ figures }) => figures ?? [])[0];
	});
}

/** Goes through a list. Returns undefined when the memory didn't do. */
function survives(host: Host, length: number, record: number, memory: Memory): Promise<object | undefined> {
	return withList(length, (url) => {
		const given: ListSettings = { url, count: length, record, isCounted: false };
		return host.run("ours-lists", { settings: JSON.stringify(given) }, memory);
	});
}

async function measureLists(host: Host): Promise<ListCost[]> {
	const found: ListCost[] = [];
	const leastFor = (length: number, window: number): ReturnType<typeof leastMemory> =>
		leastMemory((memory) => survives(host, length, window, memory) as Promise<never>);
	const creates = await leastFor(0, 512);
	for (const window of WINDOWS) {
		const figures = await measureRecord(host, window);
		const least = await leastFor(SHORT, window);
		const same: Memory = { chunks: [least.chunks, 0], slots: [least.slots, 0], stack: least.stack };
		found.push({
			window, bytes: deviceBytes(host, figures), computrons: figures.computrons, least: least.total, peak: least.total - creates.total,
			isFlat: await survives(host, LONG, window, same) !== undefined
		});
	}
	return found;
}

/** What the small entries cost: a filter, a create with a signal and without, a change of a batch. */
export async function measureEntries(host: Host, { url }: Pick<Records, "url">, token: string): Promise<readonly Figures[]> {
	const given: EntriesSettings = { url, token };
	const lines = await host.run("ours-entries", { settings: JSON.stringify(given) }) ?? [];
	return lines.flatMap(({ figures }) => figures ?? []);
}

/** Bytes of bytecode of the entries, by their names. */
async function measureEntriesBytecode(host: Host): Promise<ReadonlyMap<string, number>> {
	const found = new Map<string, number>();
	for (const name of ["lists", "internal-streams", "filter", "batch", "abort"])
		found.set(name, await host.bytecode(name));
	return found;
}

/** Text for build/measurements/memory.md. */
export async function reportLists(host: Host, records: Records, token: string): Promise<string> {
	const lists = await measureLists(host);
	const bytecode = await measureEntriesBytecode(host);
	const entries = await measureEntries(host, records, token);
	return [
		"",
		`Written by \`npm run bench:device\` (alone with \`--lists\`) on ${new Date().toISOString().slice(0, 10)}.`,
		"",
		"### Streamed lists",
		"",
		`\`eachRecord\` goes through ${SHORT} records of 282 bytes, which become objects of 12 fields; a server answers that has nothing else to do. Costs are those of a record, on average. The least heap is a fixed one, stack included, found by trying; the peak is what it has more than 20 creates in the same app need. In the last column the same heap bears ${count(LONG)} records.`,
		"",
		row(["`record`", "computrons", "bytes", "least heap, bytes", "peak over creates, bytes", `${count(LONG)} records`]), row(["---:", "---:", "---:", "---:", "---:", "---"]),
		...lists.map(({ bytes, computrons, isFlat, least, peak, window }) => row([...[window, computrons, bytes, least, peak].map(count), isFlat ? "in the same heap" : "**not** in the same heap"])),
		"",
		"### Small entries",
		"",
		"A batch has 20 creates; the price of one of them is a twentieth of the batch's, results as objects included. The service is PocketBase.",
		"",
		row(["", "computrons", "bytes"]), row(["---", "---:", "---:"]),
		...entries.map((figures) => row([figures.name, count(figures.computrons), count(deviceBytes(host, figures))])),
		"",
		`Bytes of bytecode: ${Array.from(bytecode, ([name, bytes]) => `\`${name}\` ${count(bytes)}`).join(", ")}. An app that imports none of them has none.`,
		""
	].join("\n");
}
