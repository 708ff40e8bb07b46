import { setTimeout as wait } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { type ClientResponse, RecordsClient, type RecordsClientOptions } from "records-client";
import { GENEROUS } from "../contract/patience.js";
import { Load } from "./load.js";
import { Random } from "../../tools/random.js";
import { password, SuccessiveService } from "../../tools/successive-service.js";

const kills = 20;
const workers = 8;
/** Milliseconds, and answers of it, that the service lives for at most before it is killed. */
const life = 150;
const most = 30;

async function successive(t: ExecutionContext): Promise<SuccessiveService> {
	const service = await SuccessiveService.start();
	t.teardown(() => service.remove());
	return service;
}

function makeClient(t: ExecutionContext, baseUrl: string, limits: RecordsClientOptions["limits"] = {}): RecordsClient {
	const client = new RecordsClient({ baseUrl, preferences: null, limits: { ...GENEROUS, ...limits } });
	t.teardown(() => client.close());
	return client;
}

async function loggedIn(t: ExecutionContext, { url }: SuccessiveService, limits: RecordsClientOptions["limits"] = {}): Promise<RecordsClient> {
	const client = makeClient(t, url, limits);
	t.is((await client.collection("users").authWithPassword("device-one", password)).error, "");
	return client.collection("readings");
}

/** What a client can do; each gets a record of its own. */
const steps: Readonly<Record<string, (client: RecordsClient, id: string) => Promise<ClientResponse>>> = {
	"login": (client) => client.collection("users").authWithPassword("device-one", password),
	"refresh": (client) => client.collection("users").authRefresh(),
	"create": (client) => client.collection("readings").createEx('{"sensor":"temperature","value":1}'),
	"get": (client, id) => client.collection("readings").getOneEx(id),
	"list": (client) => client.collection("readings").getListEx(1, 10),
	"update": (client, id) => client.collection("readings").updateEx(id, '{"value+":1}'),
	"delete": (client, id) => client.collection("readings").deleteRecordEx(id)
};

async function newRecord(client: RecordsClient): Promise<string> {
	return (JSON.parse(await client.create('{"sensor":"temperature","value":1}')) as { id: string }).id;
}

for (const how of ["kill", "stop"] as const) {
	test(`between any two steps the service may be gone and come again (${how})`, async (t) => {
		const successors = await successive(t);
		const pairs = Object.keys(steps).flatMap((before) => Object.keys(steps).map((behind) => [before, behind] as const));
		const seats = await Promise.all(pairs.map(async ([before, behind]) => {
			const client = await loggedIn(t, successors);
			const ids = [await newRecord(client), await newRecord(client)] as const;
			t.is((await steps[before](client, ids[0])).error, "", before);
			return { before, behind, client, ids };
		}));
		await successors[how]();
		await successors.next();
		await Promise.all(seats.map(async ({ before, behind, client, ids }) => {
			t.is((await steps[behind](client, ids[1])).error, "", `${behind} behind ${before}`);
			t.is(client.stats().connections, 2, `connections of ${behind} behind ${before}`);
		}));
	});
}

test("while the service is gone each call says so, and the next one behind its return is answered", async (t) => {
	const successors = await successive(t);
	const seats = await Promise.all(Object.keys(steps).map(async (step) => {
		const client = await loggedIn(t, successors, { retryBase: 1 } as object);
		return { step, client, id: await newRecord(client) };
	}));
	await successors.kill();
	await Promise.all(seats.map(async ({ step, client, id }) => {
		const { ok, kind, statusCode } = await steps[step](client, id);
		t.deepEqual({ ok, kind, statusCode }, { ok: false, kind: "connect", statusCode: 0 }, step);
	}));
	await successors.next();
	await Promise.all(seats.map(async ({ step, client, id }) => t.is((await steps[step](client, id)).error, "", step)));
});

test(`killed ${kills} times under load, every call settles and none lies`, async (t) => {
	const random = new Random();
	t.log(`again with SEED=${random.seed}`);
	const successors = await successive(t);
	const first = await loggedIn(t, successors);
	const token = first.getAuthToken();
	const loads: Load[] = [];
	for (let number = 0; number < workers; number++) {
		const client = makeClient(t, successors.url, { retryBase: 5 } as object);
		client.setAuthToken(token);
		loads.push(new Load(client.collection("readings"), `load-${number}`, await newRecord(first), 1));
	}
	const answers = (): number => loads.reduce((sum, { calls, failures }) => sum + calls - failures, 0);
	const running = Promise.all(loads.map((load) => load.run()));
	for (let killed = 0; killed < kills; killed++) {
		await wait(random.below(life));
		// However slow the machine, there are answers in most lives.
		for (const goal = answers() + random.below(most); answers() < goal;)
			await wait(1);
		await successors.kill();
		await successors.next();
	}
	for (const load of loads)
		load.stop();
	await running;

	const observer = makeClient(t, successors.url, { body: 1_000_000 });
	observer.setAuthToken(token);
	observer.collection("readings");
	const faults = (await Promise.all(loads.map((load) => load.lies(observer)))).flat();
	t.deepEqual(faults, []);
	const calls = loads.reduce((sum, load) => sum + load.calls, 0);
	const failures = loads.reduce((sum, load) => sum + load.failures, 0);
	t.log(`${calls} calls, ${failures} of them failed`);
	t.true(failures >= kills / 2, "the kills are felt");
	t.true(answers() >= kills, "between them there are answers");
});
