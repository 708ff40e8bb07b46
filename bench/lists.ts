/** What a streamed list costs on the device, of each record and of memory, and what the other small entries cost. */
import type { Records } from "../tools/records.js";
import type { TokenSettings, Figures, ListSettings } from "./figures.js";
import { fixed, leastMemory } from "./least.js";
import { costsOf, type Row, type Rows } from "./rows.js";
import { type Host, type Memory, runScript } from "./runner.js";
import { serving } from "./serving.js";

/** Records of a short list and of a long one. */
const SHORT = 500;
const LONG = 100_000;

/** Option `record` as it is, and small. */
const WINDOW = 4096;
const SMALL_WINDOW = 512;

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

/** What a record of a short list costs, on average. @param record the option of that name */
export function measureRecord(host: Host, record: number): Promise<Figures> {
	return withList(SHORT, async (url) => {
		const given: ListSettings = { url, count: SHORT, record, isCounted: true };
		return (await runScript(host, "ours-lists", given)).figures[0];
	});
}

/** Goes through a list. Resolves with undefined when the memory didn't do. */
function survives(host: Host, length: number, record: number, memory: Memory): Promise<object | undefined> {
	return withList(length, (url) => {
		const given: ListSettings = { url, count: length, record, isCounted: false };
		return host.run("ours-lists", { settings: JSON.stringify(given) }, memory);
	});
}

/** What the small entries cost: a filter, a create with a signal and without, a change of a batch. */
export async function measureEntries(host: Host, { url }: Pick<Records, "url">, token: string): Promise<readonly Figures[]> {
	const given: TokenSettings = { url, token };
	return (await runScript(host, "ours-entries", given)).figures;
}

/** A record of a streamed list, what the least fixed heap for a short list has more than creates alone need, and the small entries. @throws Error when that heap does not bear a long list */
export async function measureLists(host: Host, records: Records, token: string): Promise<Rows> {
	const rows: Record<string, Row> = {};
	const creates = await leastMemory((memory) => survives(host, 0, SMALL_WINDOW, memory));
	for (const window of [WINDOW, SMALL_WINDOW]) {
		const name = `a record of a list by \`eachRecord\`, ${window === WINDOW ? "" : `\`record\` ${window}, `}282 bytes`;
		rows[name] = costsOf(host, await measureRecord(host, window));
		const least = await leastMemory((memory) => survives(host, SHORT, window, memory));
		if (await survives(host, LONG, window, fixed(least)) === undefined)
			throw new Error(`a list of ${LONG} takes more heap than one of ${SHORT}`);
		rows[`${name}: peak over creates`] = { bytes: least.total - creates.total };
	}
	for (const figures of await measureEntries(host, records, token))
		rows[figures.name === "create" ? "create without a signal" : figures.name] = costsOf(host, figures);
	return rows;
}
