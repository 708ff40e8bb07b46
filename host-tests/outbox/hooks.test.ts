/** Answers of the real service with hooks of an operator, of which one reading is treated unlike the others. */
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { RecordsClient } from "../../host/node.js";
import { Outbox } from "../../host/outbox.js";
import type { OutboxOptions } from "../../lib/outbox/index.js";
import { RamStorage } from "../../lib/outbox/ram-storage.js";
import { PlainService } from "../../service/plain-service.js";

const hooks = fileURLToPath(new URL("../../../host-tests/outbox/hooks", import.meta.url));
const records = "/api/collections/hooked/records";
const rules = { listRule: "", viewRule: "", createRule: "", updateRule: "" };
let service: PlainService;
let token: string;
let series = 0;

test.before(async () => {
	service = await PlainService.start({ hooks });
	token = await service.token();
	await ask("PATCH", "/api/settings", { batch: { enabled: true, maxRequests: 50, timeout: 3 } });
	await ask("POST", "/api/collections", {
		type: "base", name: "hooked", ...rules,
		fields: [{ type: "number", name: "value" }, { type: "text", name: "act" }, { type: "text", name: "series" }]
	});
});

test.after.always(() => service?.remove());

async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
	const headers = { authorization: token, "content-type": "application/json" };
	const response = await fetch(service.url + path, { method, headers, ...body === undefined ? {} : { body: JSON.stringify(body) } });
	const text = await response.text();
	return JSON.parse(text || "{}") as Answer;
}

interface Scene {
	readonly outbox: Outbox;
	/** Values of those that were rejected. */
	readonly rejected: number[];
	/** Puts a reading for which the hooks do something, "" for nothing. Returns whether it is stored. */
	put(value: number, act?: string): boolean;
	/** Values that the service has, in their order. */
	stored(): Promise<number[]>;
	/** Waits until it is so. */
	until(isSo: () => boolean | Promise<boolean>): Promise<void>;
}

function scene(t: ExecutionContext, options: Partial<OutboxOptions> = {}): Scene {
	const own = `series${++series}`;
	const client = new RecordsClient({ baseUrl: service.url, preferences: null, limits: { retryBase: 1, retryPause: 1 } });
	const rejected: number[] = [];
	const outbox = new Outbox({
		client, collection: "hooked", storage: new RamStorage(16_384, 4096),
		onRejected: (reading) => rejected.push((JSON.parse(reading) as { value: number }).value), ...options,
		limits: { count: 1, age: 100, bootJitter: 0, retryBase: 1, retryMaximum: 50, ...options.limits }
	});
	t.teardown(() => {
		outbox.close();
		client.close();
	});
	return {
		outbox, rejected,
		put: (value, act = "") => outbox.put({ value, act, series: own }).stored,
		async stored() {
			const { items } = await ask<{ items: { value: number }[] }>("GET", `${records}?perPage=500&sort=value&filter=${encodeURIComponent(`series='${own}'`)}`);
			return items.map(({ value }) => value);
		},
		async until(isSo) {
			while (!await isSo())
				await sleep(20);
		}
	};
}

/** Numbers from 1 on. */
function numbers(count: number): number[] {
	return Array.from({ length: count }, (_, at) => at + 1);
}

/** What a hook does, by whether the answer may be the service's for now. */
const acts: readonly (readonly [act: string, mayPass: boolean])[] = [
	["nothing", false], ["204", false], ["302", false], ["page", false], ["401", false],
	["500", true], ["503", true], ["408", true], ["429", true]
];

for (const batch of [1, 50]) {
	for (const [act, mayPass] of acts) {
		test(`a hook that answers ${act} to one reading holds no others up (${batch} in a request)`, async (t) => {
			const { outbox, put, rejected, stored, until } = scene(t, { limits: { batch } });
			numbers(19).forEach((value) => put(value, value === 4 ? act : ""));
			await until(async () => (await stored()).length === 18);
			t.deepEqual(await stored(), numbers(19).filter((value) => value !== 4));
			t.deepEqual([outbox.pending > 0, outbox.stats().delivered < 19, rejected], [true, true, []]);
			// Among others that are taken it is rejected, unless the service may get over it.
			for (let value = 20; value < 60 && rejected.length === 0; value++) {
				put(value);
				await until(async () => (await stored()).includes(value));
				await outbox.flush();
			}
			t.deepEqual(rejected, mayPass ? [] : [4]);
			const all = await stored();
			t.is(new Set(all).size, all.length);
		});
	}
}

for (const act of ["500", "429"]) {
	test(`a reading to which a hook always answers ${act} is told of when the storage needs its room`, async (t) => {
		const { put, rejected, stored, until } = scene(t, { storage: new RamStorage(2048, 512), whenFull: "refuse-newest", limits: { reading: 128 } });
		const kept: number[] = [];
		put(1, act);
		for (let value = 2; rejected.length === 0; value++) {
			if (put(value))
				kept.push(value);
			await sleep(5);
		}
		t.deepEqual(rejected, [1]);
		await until(async () => (await stored()).length === kept.length);
		t.deepEqual(await stored(), kept);
	});
}

test.serial("a collection that gives records ids of its own is named, gets nothing twice, and all goes on when that is mended", async (t) => {
	for (const batch of [1, 50]) {
		const { outbox, put, rejected, stored, until } = scene(t, { limits: { batch, count: 1000, age: 600_000, bootJitter: 600_000, retryMaximum: 1_000_000, retryBase: 1_000_000 } });
		await ask("POST", "/api/hooked/replace/yes");
		numbers(10).forEach((value) => put(value));
		for (let time = 0; time < 20; time++)
			t.regex((await outbox.flush()).error, /^the collection gives records ids of its own/);
		const before = await stored();
		t.is(new Set(before).size, before.length);
		t.deepEqual([outbox.pending, rejected], [10, []]);
		await ask("POST", "/api/hooked/replace/no");
		put(11);
		await until(async () => (await outbox.flush()).left === 0);
		t.deepEqual([...new Set(await stored())], numbers(11));
		t.deepEqual(rejected, []);
	}
});
