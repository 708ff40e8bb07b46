/** Readings through an outbox on Node, as fast as it goes. SETTINGS in its environment says which and where. */
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";
import type { DeliverSettings } from "./part.js";

const { batch, count, token, url } = JSON.parse(process.env.SETTINGS ?? "{}") as DeliverSettings;
const READING = '{"sensor":"temperature","value":21.4,"unit":"°C","taken":"2026-11-21 07:00:00.000Z"}';
const ROUND = 250;

const client = new RecordsClient({ baseUrl: url, preferences: null });
client.setAuthToken(token);
const outbox = new Outbox({
	client, collection: "readings", storage: new RamStorage(65_536, 1024),
	// Nothing is delivered before it is told to.
	limits: { batch, batchBytes: 16_384, count: 2 * ROUND, age: 600_000, bootJitter: 600_000 }
});
for (let put = 0; put < count; put += ROUND) {
	for (let number = 0; number < ROUND; number++)
		outbox.put(READING);
	const { delivered, error } = await outbox.flush();
	if (delivered !== ROUND)
		throw new Error(error);
}
outbox.close();
client.close();
