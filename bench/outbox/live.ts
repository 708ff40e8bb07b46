/** What an outbox adds to an app's heap. */
import type { OutboxLiveSettings, OutboxStorage } from "../figures.js";
import { growingHeap } from "../measure.js";
import type { Records } from "../../tools/records.js";
import type { Rows } from "../rows.js";
import { type Host, runScript } from "../runner.js";

const storages: readonly OutboxStorage[] = ["flash", "files", "RAM"];

/** Bytes that are more on the heap than before the outbox was made. */
export interface Live {
	readonly storage: OutboxStorage;
	/** When its first readings are delivered, with five pending, and with hundreds (with `RamStorage` as many as it holds). */
	readonly delivered: number;
	readonly few: number;
	readonly many: number;
}

export async function measureLive(host: Host, { url }: Pick<Records, "url">, token: string): Promise<readonly Live[]> {
	const found: Live[] = [];
	for (const storage of storages) {
		const given: OutboxLiveSettings = { url, token, storage };
		const { heaps } = await runScript(host, "ours-outbox-live", given, growingHeap);
		const [before, ...after] = heaps.map(({ liveBytes, liveSlots }) => liveSlots * 4 * host.pointer + liveBytes);
		const [delivered, few, many] = after.map((bytes) => bytes - before);
		found.push({ storage, delivered, few, many });
	}
	return found;
}

/** What an outbox adds to an app's heap, with the default limits. With flash and files it does not grow with what is pending. */
export async function measureHeap(host: Host, records: Records, token: string): Promise<Rows> {
	const live = await measureLive(host, records, token);
	return Object.fromEntries(live.flatMap(({ storage, delivered, few, many }) => [
		[`heap of an outbox on ${storage}, all delivered`, { bytes: delivered }],
		[`heap of an outbox on ${storage}, 5 readings pending`, { bytes: few }],
		[`heap of an outbox on ${storage}`, { bytes: many }]
	]));
}
