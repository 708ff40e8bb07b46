/** What a streamed list costs on the device: of each record, and of memory. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Figures, ListSettings } from "./figures.js";
import { leastMemory } from "./least.js";
import type { Host, Memory } from "./runner.js";

/** Records of a short list and of a long one. */
export const SHORT = 500;
export const LONG = 100_000;

/** Windows that are measured: `record` as it is, and small. */
export const WINDOWS = [4096, 512] as const;

/** What one window costs. */
export interface ListCost {
	readonly window: number;
	readonly bytes: number;
	readonly computrons: number;
	/** Least total heap for a short list, more than creates alone need. */
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
export async function withList<T>(count: number, use: (url: string) => Promise<T>): Promise<T> {
	const server = createServer((request, response) => {
		response.setHeader("content-type", "application/json");
		request.resume();
		if (request.method === "POST")
			return void response.end(JSON.stringify(recordOf(0)));
		const query = new URL(request.url ?? "", "http://list").searchParams;
		const perPage = Number(query.get("perPage"));
		const [, after = "-1"] = /id>'r(\d+)'/.exec(query.get("filter") ?? "") ?? [];
		const first = Number(after) + 1;
		const items = Array.from({ length: Math.max(0, Math.min(perPage, count - first)) }, (_, index) => recordOf(first + index));
		return void response.end(JSON.stringify({ items, page: 1, perPage, totalItems: -1, totalPages: -1 }));
	});
	await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
	try {
		return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
	}
	finally {
		server.closeAllConnections();
		server.close();
	}
}

/** Goes through a list. Returns undefined when the memory didn't do. */
export function runList(host: Host, count: number, record: number, memory?: Memory): Promise<Figures | undefined> {
	return withList(count, async (url) => {
		const given: ListSettings = { url, count, record };
		const lines = await host.run("ours-lists", { settings: JSON.stringify(given) }, memory);
		return lines && (lines[0].figures ?? ({} as Figures));
	});
}

/** @param checked the same host with an engine that notices when its stack is full */
export async function measureLists(host: Host, checked: Host, long = LONG): Promise<ListCost[]> {
	const found: ListCost[] = [];
	const creates = await leastMemory((memory) => runList(checked, 0, 512, memory) as Promise<never>);
	for (const window of WINDOWS) {
		const figures = await runList(host, SHORT, window);
		if (figures === undefined)
			throw new Error("ours-lists ran out of memory");
		const least = await leastMemory((memory) => runList(checked, SHORT, window, memory) as Promise<never>);
		const same: Memory = { chunks: [least.chunks, 0], slots: [least.slots, 0], stack: least.stack };
		found.push({
			window, bytes: figures.slots * 4 * host.pointer + figures.bytes, computrons: figures.computrons, peak: least.total - creates.total,
			isFlat: await runList(checked, long, window, same) !== undefined
		});
	}
	return found;
}
