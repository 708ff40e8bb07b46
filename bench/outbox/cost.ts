/** What a reading costs to put and to deliver in batches of 20. */
import type { OutboxCostSettings } from "../figures.js";
import { growingHeap } from "../measure.js";
import type { Records } from "../../tools/records.js";
import type { Host } from "../runner.js";
import { count, row } from "../../tools/report/table.js";

/** What one reading costs, on average. */
export interface Cost {
	readonly storage: OutboxCostSettings["storage"];
	/** One of `names`; the delivery includes the client's part. */
	readonly name: string;
	readonly bytes: number;
	readonly computrons: number;
	readonly instructions: number;
}

/** In the order of the table. */
const names = ["put, text", "put, object", "delivery", "of it the client", "delivery of one, each time", "delivery of one, after a batch"];
const storages: readonly OutboxCostSettings["storage"][] = ["RAM", "flash"];

export async function measureCost(host: Host, { url }: Pick<Records, "url">, token: string): Promise<readonly Cost[]> {
	const found: Cost[] = [];
	for (const storage of storages) {
		const given: OutboxCostSettings = { url, token, storage };
		const lines = await host.run("ours-outbox-cost", { settings: JSON.stringify(given) }, growingHeap) ?? [];
		const figures = lines.flatMap(({ figures }) => figures ?? []);
		for (const name of names) {
			const same = figures.filter((each) => each.name === name);
			const average = (value: (each: typeof same[0]) => number): number => same.reduce((sum, each) => sum + value(each), 0) / same.length;
			found.push({ storage, name, bytes: average(({ bytes, slots }) => slots * 4 * host.pointer + bytes), computrons: average(({ computrons }) => computrons), instructions: average(({ instructions }) => instructions) });
		}
	}
	return found;
}

/** Text for build/measurements/memory.md. */
export async function reportCost(host: Host, records: Records, token: string): Promise<string> {
	return [
		"### What a reading costs",
		"",
		`On average, with batches of 20 readings of 85 bytes, \`limits.batchBytes\` as it is and slots of ${4 * host.pointer} bytes. Delivery is all from \`flush\` to its result. Of one reading it is what an app has that puts one a minute, with \`limits.age\` as it is. Flash is a partition in the memory of C, read and written by natives as the SDK's is: `
		+ "a place is looked at before it is written, and read back.",
		"",
		row(["storage", "", "bytes", "computrons"]), row(["---", "---", "---:", "---:"]),
		...(await measureCost(host, records, token)).map(({ bytes, computrons, name, storage }) => row([storage, name, count(bytes), count(computrons)])),
		""
	].join("\n");
}
