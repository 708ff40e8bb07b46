/** What streamed records cost: each on average, or with the collector at work whether the memory does for so many. */
import "./globals.js";
import { RecordsClient } from "records-client";
import { eachRecord } from "records-client/lists";
import type { ListSettings } from "../../figures.js";
import { begin, end } from "./counters.js";
import { createFirst, finish, tell } from "./finish.js";

const { count, isCounted, record, url } = JSON.parse(settings) as ListSettings;
const client = new RecordsClient({ baseUrl: url, preferences: null });

async function goThrough(): Promise<void> {
	let sum = 0;
	const { body, error } = await eachRecord<{ value: number }>({ client, collection: "readings", record, sort: "created" }, ({ value }) => {
		sum += value;
	});
	if (body !== String(count) || sum !== count)
		throw new Error(`${body} ${sum} ${error}`);
}

async function run(): Promise<void> {
	await createFirst(client.collection("readings"));
	if (count > 0)
		await goThrough();
	if (!isCounted)
		return;
	begin();
	await goThrough();
	tell({ figures: end("record", count) });
}

finish(run());
