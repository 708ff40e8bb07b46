import { type Case, testCase } from "../case.js";
import { PASSWORD } from "../../../tools/password.js";
import { create, device, failed, guest, newId, onDevice, pageOf, readings, recordOf, refused, sensorName, succeeded } from "./devices.js";
import { scripted, ScriptedService } from "./scripted-service.js";

const FULL = "the queue is full (limits.queue)";

/** Calls that are made while others are under way, and what `stats` tells of them. */
export const queueCases: readonly Case[] = [
	testCase("queue: one request in flight and 8 waiting by default, one more is busy", scripted(), async ({ client, service }, context) => {
		const calls = Array.from({ length: 11 }, (_, at) => client.getOneEx(`r${at}`));
		const responses = await Promise.all(calls);
		for (const response of responses.slice(0, 9))
			succeeded(context, response, 200);
		for (const response of responses.slice(9))
			failed(context, response, "busy", 0, FULL);
		context.equal(service.sent.length, 9);
	}),
	testCase("queue: limits.queue 0 allows one request at a time", async (context) => {
		const client = await device(context, "device-one", { limits: { queue: 0 } });
		const sensor = sensorName("one-at-a-time");
		const first = client.createEx(JSON.stringify({ sensor, value: 1 }));
		const second = client.createEx(JSON.stringify({ sensor, value: 2 }));
		failed(context, await second, "busy", 0, FULL);
		succeeded(context, await first, 200);
		succeeded(context, await client.createEx(JSON.stringify({ sensor, value: 3 })), 200);
		context.equal((await readings(context, client, sensor)).map(({ value }) => value).join(), "1,3");
	}),
	testCase("queue: a busy call is answered at once, and there is room again after an answer", scripted(undefined, { limits: { queue: 1 } }), async ({ client }, context) => {
		for (let round = 0; round < 3; round++) {
			const order: string[] = [];
			const note = (what: string) => ({ kind }: { kind: string }) => void order.push(what + kind);
			await Promise.all([
				client.getOneEx("a").then(note("1 ")), client.getOneEx("b").then(note("2 ")), client.getOneEx("c").then(note("3 "))
			]);
			context.equal(order.join(), "3 busy,1 ,2 ");
		}
		context.equal(client.stats().requests, 6);
	}),
	testCase("queue: a busy convenience call resolves with an empty string", async (context) => {
		const client = new ScriptedService().client(context, { limits: { queue: 0 } }).collection("readings");
		const first = client.getOne("a");
		context.equal(await client.getOne("b"), "");
		context.equal(await first, "{}");
	}),
	testCase("queue: requests go out one after the other in the order of the calls", scripted(), async ({ client, service }, context) => {
		await Promise.all([client.getOneEx("1"), client.createEx("{}"), client.updateEx("3", "{}"), client.deleteRecordEx("4"),
			client.getListEx(5)]);
		context.equal(service.sent.map(({ method }) => method).join(" "), "GET POST PATCH DELETE GET");
		context.equal(service.mostPending, 1, "in flight at once");
	}),
	testCase("queue: answers belong to their calls", onDevice, async ({ client, sensor }, context) => {
		const calls = [1, 2, 3, 4, 5].map((value) => client.createEx(JSON.stringify({ sensor, value })));
		const wrong = client.getOneEx("nosuchrecord000");
		const responses = await Promise.all(calls);
		context.equal(responses.map((response) => recordOf(context, response).value).join(), "1,2,3,4,5");
		refused(context, await wrong, 404);
	}),
	testCase("queue: create, update and delete without waiting happen in that order", onDevice, async ({ client, sensor }, context) => {
		const id = newId();
		const made = client.createEx(JSON.stringify({ id, sensor, value: 1 }));
		const changed = client.updateEx(id, "{\"value\":2}");
		const deleted = client.deleteRecordEx(id);
		const gone = client.getOneEx(id);
		context.equal(recordOf(context, await made).value, 1);
		context.equal(recordOf(context, await changed).value, 2);
		succeeded(context, await deleted, 204);
		refused(context, await gone, 404);
	}),
	testCase("queue: a request belongs to the collection that was selected when it was called", onDevice, async ({ client, sensor }, context) => {
		const first = client.createEx(JSON.stringify({ sensor }));
		const made = client.createEx(JSON.stringify({ sensor }));
		const users = client.collection("users").getListEx();
		const refresh = client.authRefresh();
		client.collection("nosuch");
		succeeded(context, await first, 200);
		context.equal(recordOf(context, await made).sensor, sensor);
		context.ok((await users).body.includes("device-one"), "users are listed");
		succeeded(context, await refresh, 200);
		refused(context, await client.getListEx(), 404);
	}),
	testCase("queue: a request carries the token that is stored when it goes out", async (context) => {
		const client = guest(context);
		const login = client.collection("users").authWithPassword("device-one", PASSWORD);
		const sensor = sensorName("login-first");
		const made = client.collection("readings").createEx(JSON.stringify({ sensor }));
		const list = client.getListEx(null, null, null, `sensor = '${sensor}'`);
		succeeded(context, await login, 200);
		context.equal(recordOf(context, await made).sensor, sensor);
		context.equal(pageOf(context, await list).items.length, 1);
	}),
	testCase("queue: a request that waits when the token is cleared goes out without one", scripted(), async ({ client, service }, context) => {
		client.setAuthToken("old");
		const calls = [client.getOneEx("a"), client.getOneEx("b")];
		client.clearAuthToken();
		await Promise.all(calls);
		context.equal(service.sent[1].headers.has("authorization"), false);
	}),
	testCase("stats: a new client has made no request and no connection", (context) => {
		const client = guest(context);
		context.equal(JSON.stringify(client.stats()), "{\"requests\":0,\"connections\":0,\"retries\":0,\"timeouts\":0,\"renewals\":0,\"recycled\":0,\"storageErrors\":0}");
		context.ok(client.stats() !== client.stats(), "each call returns a new object");
	}),
	testCase("stats: every request is counted, refusals too, and all use one connection", onDevice, async ({ client }, context) => {
		await create(context, client, { sensor: sensorName("stats") });
		refused(context, await client.getOneEx("nosuchrecord000"), 404);
		refused(context, await client.getListEx(null, null, "nosuch"), 400);
		await client.getOneEx("");
		await client.getList(NaN);
		refused(context, await client.createEx("{}"), 400);
		context.equal(JSON.stringify(client.stats()), "{\"requests\":5,\"connections\":1,\"retries\":0,\"timeouts\":0,\"renewals\":0,\"recycled\":0,\"storageErrors\":0}");
	}),
	testCase("stats: a call that makes no request because of its token is not counted", async (context) => {
		const client = guest(context).collection("readings");
		client.setAuthToken("a\nb");
		failed(context, await client.getListEx(), "argument", 0);
		context.equal(client.stats().requests, 0);
	}),
	testCase("stats: a login that the client makes by itself is a renewal and no request", async (context) => {
		const client = guest(context, { credentials: { collection: "users", identity: "device-one", password: PASSWORD } }).collection("readings");
		succeeded(context, await client.getListEx(1, 1), 200);
		const { renewals, requests } = client.stats();
		context.equal(`${requests} ${renewals}`, "1 1", "requests, renewals");
	})
];
