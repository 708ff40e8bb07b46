/** What a reading costs to put and to deliver in batches of 20. */
import type { OutboxCostSettings } from "../figures.js";
import { growingHeap } from "../measure.js";
import type { Records } from "../../tools/records.js";
import type { Rows } from "../rows.js";
import { type Host, runScript } from "../runner.js";

/** What one reading costs, on average. */
export interface Cost {
	readonly storage: OutboxCostSettings["storage"];
	/** One of `names`; the delivery includes the client's part. */
	readonly name: string;
	readonly bytes: number;
	readonly computrons: number;
	readonly instructions: number;
}

/** As the script has them. */
const names = ["put, text", "put, object", "delivery", "of it the client", "delivery of one, each time", "delivery of one, after a batch"];
/** Those that a row has another name for. */
const named: Readonly<Record<string, string>> = { "put, object": "put a reading", "delivery": "deliver a reading in a batch of 20" };
const storages: readonly OutboxCostSettings["storage"][] = ["RAM", "flash"];

export async function measureCost(host: Host, { url }: Pick<Records, "url">, token: string): Promise<readonly Cost[]> {
	const found: Cost[] = [];
	for (const storage of storages) {
		const given: OutboxCostSettings = { url, token, storage };
		const { figures } = await runScript(host, "ours-outbox-cost", given, growingHeap);
		for (const name of names) {
			const same = figures.filter((each) => each.name === name);
			const average = (value: (each: typeof same[0]) => number): number => same.reduce((sum, each) => sum + value(each), 0) / same.length;
			found.push({ storage, name, bytes: average(({ bytes, slots }) => slots * 4 * host.pointer + bytes), computrons: average(({ computrons }) => computrons), instructions: average(({ instructions }) => instructions) });
		}
	}
	return found;
}

/** The same on a microcontroller. */
export async function measureReadings(host: Host, records: Records, token: string): Promise<Rows> {
	return Object.fromEntries((await measureCost(host, records, token)).map(({ bytes, computrons, name, storage }) =>
		[`${named[name] ?? name}, ${storage}`, { "bytes allocated": bytes, computrons }]));
}
