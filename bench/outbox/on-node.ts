/** Readings through an outbox on Node, as fast as it goes. SETTINGS in its environment says which and where. */
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";
import type { Line, OutboxSettings } from "../figures.js";

const { batch, batchBytes, count, token, url } = JSON.parse(process.env.SETTINGS ?? "{}") as OutboxSettings;
const READING = '{"sensor":"temperature","value":21.4,"unit":"°C","taken":"2026-11-21 07:00:00.000Z"}';
const ROUND = 250;

const client = new RecordsClient({ baseUrl: url, preferences: null });
client.setAuthToken(token);
const outbox = new Outbox({
	client, collection: "readings", storage: new RamStorage(65_536, 1024),
	// Nothing is delivered before it is told to.
	limits: { batch, batchBytes, count: 2 * ROUND, age: 600_000, bootJitter: 600_000 }
});
let milliseconds = 0;
for (let put = 0; put < count; put += ROUND) {
	for (let number = 0; number < ROUND; number++)
		outbox.put(READING);
	const begun = performance.now();
	const { delivered, error } = await outbox.flush();
	milliseconds += performance.now() - begun;
	if (delivered !== ROUND)
		throw new Error(error);
}
const line: Line = { outbox: { milliseconds, requests: outbox.stats().requests } };
console.log(JSON.stringify(line));
outbox.close();
client.close();
