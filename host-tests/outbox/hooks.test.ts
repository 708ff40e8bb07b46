/** Answers of the real service with hooks of an operator, of which one reading is treated unlike the others. */
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";
import { RecordsClient } from "../../host/node.js";
import { Outbox } from "../../host/outbox.js";
import type { OutboxOptions } from "../../lib/outbox/index.js";
import { ClientResponse, failure } from "../../lib/response.js";
import { RamStorage } from "../../lib/outbox/ram-storage.js";
import { PlainService } from "../../service/plain-service.js";
import { freePort } from "../../service/port.js";
import { serverOf } from "../../tools/installed.js";
import { Superuser } from "../../tools/front/superuser.js";
import { TCPProxy } from "../../tools/network/proxy.js";
import { ServerPrograms } from "../../tools/server-programs.js";

const hooks = fileURLToPath(new URL("../../../host-tests/outbox/hooks", import.meta.url));
const path = "/api/collections/hooked/records";
const rules = { listRule: "", viewRule: "", createRule: "", updateRule: "" };
let service: PlainService;
let superuser: Superuser;
let series = 0;
const hasNginx = serverOf("nginx") !== undefined;
if (!hasNginx)
	console.log("not run: readings behind a proxy with pages of its own: nginx is not installed");
const behindNginx = hasNginx ? test : test.skip;
/** An nginx before the service, with pages of its own in the place of refusals. */
let programs: ServerPrograms;
let front: string;

test.before(async () => {
	service = await PlainService.start({ hooks });
	superuser = await Superuser.of(service);
	await superuser.change({ batch: { enabled: true, maxRequests: 50, timeout: 3 } });
	await superuser.ask("POST", "/api/collections", {
		type: "base", name: "hooked", ...rules,
		fields: [{ type: "number", name: "value" }, { type: "text", name: "act" }, { type: "text", name: "series" }, { type: "date", name: "taken" }]
	});
	programs = await ServerPrograms.in("records-outbox-");
	const site = { port: await freePort(), target: Number(new URL(service.url).port), hasPages: true };
	await programs.start("nginx", [site]);
	front = `http://127.0.0.1:${site.port}`;
});

test.after.always(async () => {
	await programs?.close();
	await service?.remove();
});

/** Changes a request's answer, or what is asked. */
type Carry = (send: OutboxOptions["client"]["sendEx"], ...request: Parameters<OutboxOptions["client"]["sendEx"]>) => Promise<ClientResponse>;

/** @param now what the client says of the time in the place of what it has learned */
function scene(t: ExecutionContext, options: Partial<OutboxOptions> = {}, url = service.url, carry?: Carry, now?: (unconfirmed: boolean) => number) {
	const own = `series${++series}`;
	const real = new RecordsClient({ baseUrl: url, preferences: null, limits: { retryBase: 1, retryPause: 1 } });
	const send: OutboxOptions["client"]["sendEx"] = (...request) => real.sendEx(...request);
	const client = carry === undefined ? real : { now: (unconfirmed?: boolean) => now?.(unconfirmed === true) ?? real.now(unconfirmed), sendEx: (...request: Parameters<typeof send>) => carry(send, ...request) };
	const rejected: number[] = [];
	const outbox = new Outbox({
		client, collection: "hooked", storage: new RamStorage(16_384, 4096),
		onRejected: (reading) => rejected.push((JSON.parse(reading) as { value: number }).value), ...options,
		limits: { count: 1, age: 100, bootJitter: 0, retryBase: 1, retryMaximum: 50, ...options.limits }
	});
	t.teardown(() => {
		outbox.close();
		real.close();
	});
	const records = async (): Promise<{ value: number; taken: string }[]> =>
		(await superuser.ask<{ items: { value: number; taken: string }[] }>("GET", `${path}?perPage=500&sort=value&filter=${encodeURIComponent(`series='${own}'`)}`)).items;
	/** Waits until it is so. */
	const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
		while (!await isSo())
			await sleep(20);
	};
	/** Puts a reading for which the hooks do something, "" for nothing. Returns whether it is stored. */
	const put = (value: number, act = ""): boolean => outbox.put({ value, act, series: own }).stored;
	/** Values that the service has, in their order, and when they were taken. */
	const stored = async (): Promise<number[]> => (await records()).map(({ value }) => value);
	const taken = async (): Promise<number[]> => (await records()).map(({ taken: time }) => Date.parse(time));
	/** Puts a reading that the service takes, waits for it, and flushes. */
	const deliver = async (value: number): Promise<void> => {
		put(value);
		await until(async () => (await stored()).includes(value));
		await outbox.flush();
	};
	return { outbox, rejected, put, stored, taken, deliver, until };
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
			const { deliver, outbox, put, rejected, stored, until } = scene(t, { limits: { batch } });
			numbers(19).forEach((value) => put(value, value === 4 ? act : ""));
			await until(async () => (await stored()).length === 18);
			t.deepEqual(await stored(), numbers(19).filter((value) => value !== 4));
			t.deepEqual([outbox.pending > 0, outbox.stats().delivered < 19, rejected], [true, true, []]);
			// Among others that are taken it is rejected, unless the service may get over it.
			for (let value = 20; value < 60 && rejected.length === 0; value++)
				await deliver(value);
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

test.serial("a collection that gives records ids of its own is named, gets nothing twice, and gets all in a start after that is mended", async (t) => {
	for (const batch of [1, 50]) {
		const storage = new RamStorage(16_384, 4096);
		const limits = { batch, count: 1000, age: 600_000, bootJitter: 600_000, retryBase: 1_000_000, retryMaximum: 1_000_000 };
		const { outbox, put, rejected, stored } = scene(t, { storage, limits });
		await superuser.ask("POST", "/api/hooked/replace/yes");
		numbers(10).forEach((value) => put(value));
		for (let time = 0; time < 20; time++)
			t.regex((await outbox.flush()).error, /^the collection gives records ids of its own/);
		t.deepEqual(await stored(), numbers(batch === 1 ? 1 : 10));
		t.deepEqual([outbox.pending, rejected], [10, []]);
		outbox.close();
		await superuser.ask("POST", "/api/hooked/replace/no");
		const later = scene(t, { storage, limits });
		t.like(await later.outbox.flush(), { delivered: 10, left: 0, error: "" });
		t.deepEqual([...new Set(await stored())], numbers(10));
	}
});

for (const batch of [1, 50]) {
	for (const act of ["", "400"]) {
		behindNginx(`a stored reading is not rejected behind a proxy that puts its own page in the place of ${act === "" ? "a refused repeat" : "refusals"} (${batch} in a request)`, async (t) => {
			let lost = 0;
			// The answers to the first requests are lost.
			const lose: Carry = async (send, method, to, body) => {
				const response = await send(method, to, body);
				return method === "POST" && ++lost <= 2 ? failure("connect", "lost") : response;
			};
			const { deliver, put, rejected, stored, until } = scene(t, { limits: { batch } }, front, lose);
			put(1);
			await until(async () => (await stored()).length === 1);
			put(2, act);
			for (let value = 3; value < 30; value++)
				await deliver(value);
			t.deepEqual(rejected, act === "" ? [] : [2]);
			t.deepEqual(await stored(), numbers(29).filter((value) => act === "" || value !== 2));
		});
	}
}

for (const batch of [1, 50]) {
	for (const status of [403, 503]) {
		test(`behind a proxy that answers ${status} to the question what time it is, readings have their time (${batch} in a request)`, async (t) => {
			const block: Carry = (send, method, to, body) => to === "/api/health" ? Promise.resolve(new ClientResponse("http", status, "blocked", "<html>")) : send(method, to, body);
			const { outbox, put, stored, taken, until } = scene(t, { stamp: "taken", limits: { batch, count: 1000, age: 600_000, bootJitter: 600_000 } }, service.url, block);
			const before = Date.now() - 2000;
			numbers(4).forEach((value) => put(value));
			await until(async () => (await outbox.flush()).left === 0);
			t.deepEqual(await stored(), numbers(4));
			for (const time of await taken())
				t.true(time > before && time < Date.now() + 2000, String(time));
		});
	}

	for (const [what, answer] of [
		["is lost", failure("timeout", "late")],
		["is answered 503", new ClientResponse("http", 503, "busy", "")],
		["is answered 429", new ClientResponse("http", 429, "busy", "")]
	] as const) {
		test(`a wrong time is corrected although its correction ${what} (${batch} in a request)`, async (t) => {
			let sent = 0;
			const wrong = Date.UTC(2020, 0, 1);
			const right = Date.UTC(2026, 0, 1);
			const bad: Carry = (send, method, to, body) => {
				if (method === "GET" && to === "/api/health")
					return send(method, to);
				// The first is taken; what corrects it is not.
				const isCorrection = method !== "GET" && ++sent === 2;
				return isCorrection ? Promise.resolve(answer) : send(method, to, body);
			};
			const { outbox, put, taken, until } = scene(t, { stamp: "taken", limits: { batch, count: 1000, age: 600_000, bootJitter: 600_000 } }, service.url, bad, (unconfirmed) => sent > 0 ? right : unconfirmed ? wrong : -1);
			put(1);
			if (batch > 1)
				put(2);
			await until(async () => (await outbox.flush()).left === 0);
			for (const time of await taken())
				t.true(Math.abs(time - right) < 600_000, String(time));
		});
	}
}

test("a stored record that is longer than the client takes is not rejected", async (t) => {
	const { deliver, outbox, put, rejected, stored, until } = scene(t, { limits: { batch: 1 } }, service.url, async (send, method, to, body) => {
		const response = await send(method, to, body);
		return method === "GET" && !to.includes("?") ? new ClientResponse("too-large", 200, "the answer's body is longer than limits.body (16384 bytes)", "")
			: method === "POST" && Buffer.from(body!).toString().includes('"value":1,') ? failure("connect", "lost") : response;
	});
	put(1);
	await until(async () => (await stored()).length === 1);
	for (let value = 2; value < 6; value++)
		await deliver(value);
	await until(async () => (await outbox.flush()).left === 0);
	t.deepEqual([rejected, (await stored()).length], [[], 5]);
});

behindNginx("a create with an own id whose answer is lost is told as made, behind a proxy that puts its own page in the place of a refused repeat", async (t) => {
	// Before nginx: cuts the first connection when an answer comes.
	const proxy = await new TCPProxy(Number(new URL(front).port), ({ client, number }) => number > 0 ? {} : { down: () => void client.destroy() }).open();
	const client = new RecordsClient({ baseUrl: proxy.url, preferences: null, limits: { retryBase: 1 } });
	t.teardown(() => {
		client.close();
		proxy.close();
	});
	const hooked = client.collection("hooked");
	const { error, ok } = await hooked.createEx({ id: "abcdefghij00001", value: 1 });
	t.deepEqual([error, ok, proxy.connections > 1], ["", true, true]);
	// What was refused for what is in it, by a proxy's page, stays refused.
	const bad = await hooked.createEx({ id: "abcdefghij00002", value: 1, act: "400" });
	t.deepEqual([bad.kind, bad.statusCode], ["http", 400]);
});
