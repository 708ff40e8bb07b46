/** What a collection of the real service may be like that gets an outbox's readings. */
import test, { type ExecutionContext } from "ava";
import { RecordsClient } from "../../host/node.js";
import { Outbox } from "../../host/outbox.js";
import type { OutboxOptions } from "../../lib/outbox/index.js";
import { RamStorage } from "../../lib/outbox/ram-storage.js";
import { Superuser } from "../../tools/front/superuser.js";
import { serviceOfFile } from "../../tools/service-of-file.js";

const service = serviceOfFile();
const rules = { listRule: "", viewRule: "", createRule: "", updateRule: "" };
const value = { type: "number", name: "value" };
let superuser: Superuser;

test.before(async () => void (superuser = await Superuser.of(service)));

async function scene(t: ExecutionContext, collection: string, fields: readonly object[], options: Partial<OutboxOptions> = {}) {
	await superuser.ask("POST", "/api/collections", { type: "base", name: collection, ...rules, fields });
	const client = new RecordsClient({ baseUrl: service.url, preferences: null });
	const rejected: string[] = [];
	const outbox = new Outbox({
		client, collection, storage: new RamStorage(16_384, 4096), onRejected: (reading) => rejected.push(reading),
		// No time lies between two refusals that count.
		limits: { count: 1000, age: 3_600_000, retryBase: 0 }, ...options
	});
	t.teardown(() => {
		outbox.close();
		client.close();
	});
	const ids = async (): Promise<string[]> =>
		(await superuser.ask<{ items: { id: string }[] }>("GET", `/api/collections/${collection}/records?perPage=500&sort=value`)).items.map(({ id }) => id);
	return { outbox, rejected, ids };
}

function idField(min: number, max: number, pattern: string): object {
	return { type: "text", name: "id", primaryKey: true, required: true, system: true, min, max, pattern, autogeneratePattern: "" };
}

const others: readonly (readonly [name: string, field: object, options: Partial<OutboxOptions>, id: RegExp])[] = [
	["twenty", idField(20, 20, "^[a-z0-9]+$"), { idLength: 20 }, /^[a-z0-9]{20}$/],
	["capitals", idField(15, 15, "^[A-Z0-9]+$"), { idPattern: "A-Z0-9" }, /^[A-Z0-9]{15}$/],
	["hexadecimal", idField(32, 32, "^[0-9a-f]+$"), { idPattern: "0-9a-f", idLength: 32 }, /^[0-9a-f]{32}$/],
	["uuids", idField(36, 36, "^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"), { idPattern: "uuidv7" }, /^[0-9a-f]{8}-[0-9a-f]{4}-7/]
];

for (const [name, field, options, id] of others) {
	for (const batch of [1, 50]) {
		test(`${name}: ids as the collection takes them, the same as put returns, ${batch} in a request`, async (t) => {
			const { ids, outbox, rejected } = await scene(t, `${name}${batch}`, [field, value], { ...options, limits: { count: 1000, batch, retryBase: 0 } });
			const put = Array.from({ length: 30 }, (_, number) => outbox.put({ value: number }).id);
			t.like(await outbox.flush(), { delivered: 30, left: 0, error: "" });
			t.deepEqual(await ids(), put);
			t.true(put.every((each) => id.test(each)), put[0]);
			t.is(new Set(put).size, 30);
			t.deepEqual(rejected, []);
		});
	}

	test(`${name}: where the outbox is not told, no reading is rejected and the option is named`, async (t) => {
		const { outbox, rejected } = await scene(t, `${name}untold`, [field, value]);
		for (let number = 0; number < 40; number++)
			outbox.put({ value: number });
		for (let time = 0; time < 10; time++)
			t.regex((await outbox.flush()).error, /^the collection takes no such ids, see idPattern and idLength: ./);
		t.is(outbox.pending, 40);
		t.deepEqual(rejected, []);
	});
}

test("a collection that requires a field which no reading has gets them all once it does no more", async (t) => {
	const { ids, outbox, rejected } = await scene(t, "late", [value]);
	const change = (required: boolean): Promise<unknown> => superuser.ask("PATCH", "/api/collections/late", { fields: [value, { type: "text", name: "site", required }] });
	let number = 0;
	for (; number < 10; number++)
		outbox.put({ value: number });
	t.like(await outbox.flush(), { delivered: 10, left: 0 });
	await change(true);
	for (let time = 0; time < 30; time++) {
		outbox.put({ value: number++ });
		t.like(await outbox.flush(), { delivered: 0, rejected: 0 });
	}
	t.is(outbox.pending, 30);
	await change(false);
	for (let time = 0; time < 20 && outbox.pending > 0; time++)
		await outbox.flush();
	t.is(outbox.pending, 0);
	t.is((await ids()).length, 40);
	t.deepEqual(rejected, []);
});

test("where a field is required, readings with 0 alone are the collection's fault; among others that are taken they are rejected", async (t) => {
	const { outbox, rejected } = await scene(t, "required", [{ ...value, required: true }]);
	for (let count = 0; count < 20; count++)
		outbox.put({ value: 0 });
	for (let time = 0; time < 10; time++)
		t.like(await outbox.flush(), { delivered: 0, rejected: 0, left: 20 });
	for (let number = 1; outbox.pending > 0 && number < 60; number++) {
		outbox.put({ value: number });
		await outbox.flush();
	}
	t.is(outbox.pending, 0);
	t.is(rejected.length, 20);
});

for (const batch of [1, 50]) {
	test(`where a field was made required, what is found in the service is no proof that another reading would be taken (${batch} in a request)`, async (t) => {
		const collection = `proof${batch}`;
		const site = { type: "text", name: "site" };
		const { ids, outbox, rejected } = await scene(t, collection, [value, site], { limits: { batch, count: 1000, age: 3_600_000, retryBase: 0 } });
		const change = (required: boolean): Promise<unknown> => superuser.ask("PATCH", `/api/collections/${collection}`, { fields: [value, { ...site, required }] });
		const put: string[] = [];
		// The answers to all but one were lost.
		for (let number = 1; number <= 5; number++) {
			const reading = number === 2 ? { value: number } : { value: number, site: "north" };
			const { id } = outbox.put(reading);
			put.push(id);
			if (number !== 2)
				await superuser.ask("POST", `/api/collections/${collection}/records`, { id, ...reading });
		}
		await change(true);
		for (let time = 0; time < 10; time++)
			t.like(await outbox.flush(), { rejected: 0 });
		t.deepEqual(rejected, []);
		await change(false);
		t.is((await outbox.flush({ deadline: 600_000 })).left, 0);
		t.deepEqual(await ids(), put);
	});
}

test("options of ids that can't be are named", (t) => {
	const client = new RecordsClient({ baseUrl: "http://127.0.0.1:1", preferences: null });
	const make = (options: object) => (): Outbox => new Outbox({ client, collection: "readings", storage: new RamStorage(), ...options });
	t.throws(make({ idPattern: "[a-z]" }), { instanceOf: RangeError, message: "idPattern must be a-z0-9, A-Z0-9, 0-9a-f, uuidv7" });
	t.throws(make({ idLength: 14 }), { instanceOf: RangeError, message: "idLength must be 15 to 255 with this idPattern" });
	t.throws(make({ idLength: 20, idPattern: "0-9a-f" }), { instanceOf: RangeError, message: "idLength must be 21 to 255 with this idPattern" });
	t.throws(make({ idLength: 32, idPattern: "uuidv7" }), { instanceOf: RangeError, message: "idLength must be 36 with this idPattern" });
	client.close();
});
