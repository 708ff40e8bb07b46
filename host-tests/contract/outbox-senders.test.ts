import test from "ava";
import { Outbox } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";
import { text } from "../../host/text.js";
import { Outbox as PlainOutbox } from "../../lib/outbox/outbox.js";
import { ClientResponse } from "../../lib/response.js";
import { senderCases } from "./outbox/senders.js";
import { runCases } from "./run-cases.js";
import { SetTimers } from "../../tools/set-timers.js";

runCases(senderCases((options) => new Outbox({ collection: "readings", storage: new RamStorage(4096, 1024), ...options })), () => ({ service: "", peer: "" }));

const refusal = new ClientResponse("http", 413, "Request entity too large.", "");

for (const throws of [false, true]) {
	test(`close() inside onRejected${throws ? ", which then throws," : ""} leaves no timer`, async (t) => {
		const timers = new SetTimers();
		const outbox: PlainOutbox = new PlainOutbox({ text, timers, origin: () => "any" }, {
			client: { sendEx: () => Promise.resolve(refusal) },
			collection: "readings",
			storage: new RamStorage(4096, 1024),
			onRejected() {
				outbox.close();
				if (throws)
					throw new Error("the listener's");
			}
		});
		outbox.put('{"sensor":"t"}');
		t.is((await outbox.flush()).error, "the outbox is closed");
		t.is(timers.waiting, 0);
	});
}

test("close() while a sender never settles leaves no timer", async (t) => {
	const timers = new SetTimers();
	const client = { sendEx: () => new Promise<ClientResponse>(() => undefined) };
	const outbox = new PlainOutbox({ text, timers, origin: () => "any" }, { client, collection: "readings", storage: new RamStorage(4096, 1024) });
	outbox.put('{"sensor":"t"}');
	const flushes = [outbox.flush(), outbox.flush({ deadline: 1000 })];
	outbox.close();
	for (const { error } of await Promise.all(flushes))
		t.is(error, "the outbox is closed");
	t.is(timers.waiting, 0);
});

test("a sender that never settles is given up after limits.response, not before and not later", async (t) => {
	const timers = new SetTimers(0x7ffffff0);
	let calls = 0;
	const client = { sendEx: () => (calls++, new Promise<ClientResponse>(() => undefined)) };
	const outbox = new PlainOutbox({ text, timers, origin: () => "any" }, { client, collection: "readings", storage: new RamStorage(4096, 1024) });
	outbox.put('{"sensor":"t"}');
	let error = "";
	void outbox.flush().then((result) => error = result.error);
	timers.pass(599_999);
	await Promise.resolve();
	t.is(error, "");
	timers.pass(1);
	await new Promise((resolve) => setImmediate(resolve));
	t.is(error, "the client has not answered");
	// Asked again after a pause.
	timers.pass(5000);
	t.is(calls, 2);
	outbox.close();
	t.is(timers.waiting, 0);
});

test("a collection's name that leads elsewhere is refused by the constructor", (t) => {
	const client = { sendEx: () => Promise.resolve(refusal) };
	for (const collection of ["..", ".", "../users", "a/.."]) {
		t.throws(() => new Outbox({ client, collection, storage: new RamStorage() }), { instanceOf: TypeError, message: "collection must not hold a segment . or .." });
	}
	t.throws(() => new Outbox({ client, collection: "", storage: new RamStorage() }), { instanceOf: TypeError, message: "collection is required" });
});
