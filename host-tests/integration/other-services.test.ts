/** The main flow on releases of PocketBase beside the pinned one. */
import test, { type ExecutionContext } from "ava";
import { RecordsClient } from "../../host/node.js";
import { Outbox } from "../../host/outbox.js";
import { Batch } from "../../lib/batch/batch.js";
import { filter } from "../../lib/filter/filter.js";
import { eachRecord } from "../../lib/lists/each-record.js";
import { RamStorage } from "../../lib/outbox/ram-storage.js";
import { failure } from "../../lib/response.js";
import type { Service } from "../../service/launcher.js";
import { password } from "../../tools/successive-service.js";
import { GENEROUS } from "../contract/patience.js";
import { folder } from "../runner/folder.js";
import { start } from "../runner/service.js";
import { prepareRelease, type Release, type ReleaseReadiness, releases } from "../../tools/other-services/install.js";

interface Reading {
	readonly id: string;
	readonly value: number;
}

const readied: (readonly [Release, ReleaseReadiness])[] = [];
for (const release of releases)
	readied.push([release, await prepareRelease(release)]);

for (const [release, readiness] of readied) {
	if (!readiness.ready)
		console.log(`not run: the main flow on PocketBase ${release.version}: ${readiness.why}`);
	const on = readiness.ready ? test : test.skip;

	on(`PocketBase ${release.version}: log-in, create, list, filter, update, delete, a batch, and an outbox whose answers get lost`, async (t) => {
		const service = await start(t, { data: await folder(t), environment: { RECORDS_DEVICE_PASSWORD: password, RECORDS_SERVICE_BIN: readiness.ready ? readiness.binary : "" } });
		const client = new RecordsClient({ baseUrl: service.url, preferences: null, credentials: { collection: "users", identity: "device-one", password }, limits: GENEROUS });
		t.teardown(() => client.close());
		await calls(t, client);
		await delivery(t, client);
		await refused(t, service);
	});
}

async function calls(t: ExecutionContext, client: RecordsClient): Promise<void> {
	client.collection("readings");
	const made = await client.createEx({ sensor: "t", value: 1 });
	t.is(made.error, "");
	const { id } = made.json<Reading>()!;
	t.is((await client.updateEx(id, { value: 2 })).error, "");
	t.is((await client.getOneEx(id)).json<Reading>()?.value, 2);
	t.is((await client.getListEx({ filter: filter("value = {:value}", { value: 2 }) })).json<{ items: Reading[] }>()?.items[0].id, id);
	const batch = new Batch(client);
	for (let value = 10; value < 20; value++)
		batch.collection("readings").create({ sensor: "t", value });
	t.is((await batch.send()).response.error, "");
	const values: number[] = [];
	t.is((await eachRecord<Reading>({ client, collection: "readings", sort: "value", perPage: 3 }, ({ value }) => void values.push(value))).error, "");
	t.deepEqual(values, [2, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
	t.is((await client.deleteRecordEx(id)).error, "");
	t.is((await client.getOneEx(id)).statusCode, 404);
	t.is((await client.collection("users").authRefresh()).error, "");
}

/** 30 readings, whose first answer gets lost: the service takes the same batch once more. */
async function delivery(t: ExecutionContext, client: RecordsClient): Promise<void> {
	let lost = 1;
	const sender: Pick<RecordsClient, "sendEx"> = {
		async sendEx(...request) {
			const response = await client.sendEx(...request);
			return lost-- > 0 ? failure("timeout", "the answer is lost") : response;
		}
	};
	const outbox = new Outbox({ client: sender, collection: "readings", storage: new RamStorage(16_384, 4096), limits: { count: 1000 } });
	const ids = Array.from({ length: 30 }, (_, value) => outbox.put({ sensor: "outbox", value: value + 100 }).id);
	t.like(await outbox.flush(), { delivered: 0, left: 30 });
	t.like(await outbox.flush(), { delivered: 30, rejected: 0, left: 0, error: "" });
	t.true(outbox.stats().requests <= 4, `${outbox.stats().requests} requests`);
	outbox.close();
	const listed = await client.collection("readings").getListEx({ perPage: 100, filter: "sensor = 'outbox'", sort: "value", fields: "id" });
	t.deepEqual(listed.json<{ items: Reading[] }>()?.items.map(({ id }) => id), ids);
}

async function refused(t: ExecutionContext, { url }: Service): Promise<void> {
	const guest = new RecordsClient({ baseUrl: url, preferences: null, credentials: { collection: "users", identity: "device-one", password: "another" }, limits: GENEROUS });
	t.is((await guest.collection("readings").createEx({ sensor: "t", value: 1 })).kind, "auth");
	guest.close();
}
