/** What the small entries cost: a filter with two values, a batch, and a create with a signal beside one without. */
import "./globals.js";
import { RecordsClient } from "records-client";
import { AbortController } from "records-client/abort";
import { Batch } from "records-client/batch";
import { filter } from "records-client/filter";
import type { TokenSettings } from "../../figures.js";
import { begin, end } from "./counters.js";
import { finish, good, tell } from "./finish.js";

const COUNT = 50;
const CHANGES = 20;
/** So few that the heap holds what they allocate. */
const BATCHES = 20;
const BODY = '{"sensor":"temperature","value":21.4}';
const { token, url } = JSON.parse(settings) as TokenSettings;
const values = { name: "temperature", limit: 20.5 };
const reading = { sensor: "temperature", value: 21.4 };
const client = new RecordsClient({ baseUrl: url, preferences: null, limits: { body: 16_384 } });
const readings = client.collection("readings");
const { signal } = new AbortController();

async function sendBatch(): Promise<void> {
	const batch = new Batch(client).collection("readings");
	for (let change = 0; change < CHANGES; change++)
		batch.create(reading);
	const { response: { error }, results: { length } } = await batch.send();
	if (error !== "" || length !== CHANGES)
		throw new Error(`${length} results: ${error}`);
}

/** Repeats something, three times before it counts. */
async function measure(name: string, count: number, each: number, operation: () => unknown): Promise<void> {
	for (let number = 0; number < 3; number++)
		await operation();
	begin();
	for (let number = 0; number < count; number++)
		await operation();
	tell({ figures: end(name, count * each) });
}

/** The same without an `await`: an app has none there. */
function measureFilter(): void {
	const write = (): unknown => filter("sensor = {:name} && value > {:limit}", values);
	write();
	begin();
	for (let number = 0; number < COUNT; number++)
		write();
	tell({ figures: end("filter with two values", COUNT) });
}

async function run(): Promise<void> {
	client.setAuthToken(token);
	measureFilter();
	await measure("create", COUNT, 1, async () => good(await readings.createEx(BODY)));
	await measure("create with a signal", COUNT, 1, async () => good(await readings.createEx(BODY, { signal })));
	await measure("a change in a batch of 20", BATCHES, CHANGES, sendBatch);
}

finish(run());
