import test from "ava";
import { RecordsClient } from "records-client";
import { LiveRecords } from "records-client/live";
import { serviceOfFile } from "../../tools/service-of-file.js";
import { password } from "../../tools/successive-service.js";
import { runChanges, until } from "./changes.js";
import { StreamProxy } from "../../tools/network/stream-proxy.js";

const service = serviceOfFile();

test("the latest state of each record is told through cuts, restarts of the service and streams that die silently", async (t) => {
	const { findings, silenced, told } = await runChanges(1, { changes: 120, records: 10, cuts: 6, restarts: 1, silences: 1 });
	t.deepEqual(findings, []);
	t.true(told >= 10, `${told} states`);
	t.true(silenced > 0, "a stream has died");
});

test("a stream that says nothing is opened anew after silence, and one that a proxy closes at once; changes come meanwhile", async (t) => {
	const proxy = new StreamProxy(service.port);
	await proxy.open();
	const client = new RecordsClient({ baseUrl: proxy.url, preferences: null, credentials: { collection: "users", identity: "device-one", password } });
	const writer = new RecordsClient({ baseUrl: service.url, preferences: null, credentials: { collection: "users", identity: "device-one", password } }).collection("readings");
	const values: number[] = [];
	const states: string[] = [];
	const live = new LiveRecords<{ id: string; updated: string; value: number }>({
		client, collection: "readings", filter: "sensor = 'silence'", stream: true, silence: 1500, every: 1_000_000,
		onRecord: ({ value }) => values.push(value), onState: (part, { error, kind }) => states.push(`${part} ${kind} ${error}`)
	});
	t.teardown(() => {
		live.close();
		client.close();
		writer.close();
		proxy.close();
	});
	await until(() => states.length === 2);
	t.is(proxy.silence(), 1);
	await writer.createEx({ sensor: "silence", value: 1 });
	await until(() => values.length === 1);
	t.true(states.some((state) => state.startsWith("stream timeout no byte")), states.join("; "));
	proxy.idle = 200;
	proxy.cut();
	await until(() => proxy.streams > 3);
	await writer.createEx({ sensor: "silence", value: 2 });
	await until(() => values.length === 2);
	t.deepEqual(values, [1, 2]);
	t.true(states.includes("stream connect the event stream has ended"), states.join("; "));
});
