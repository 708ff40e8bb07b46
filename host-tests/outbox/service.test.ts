import test, { type ExecutionContext } from "ava";
import { Superuser } from "../../tools/front/superuser.js";
import { serviceOfFile } from "../../tools/service-of-file.js";
import { password } from "../../tools/successive-service.js";
import { ask, askForLogin } from "../runner/asking.js";
import { RamService } from "./model/ram-service.js";

const records = "/api/collections/readings/records";
const create = `${records}?fields=id`;
const batches = "/api/batch?fields=body.id";
const service = serviceOfFile();
let superuser: Superuser;
let device: string;
let token: string;
let foreign: string;

test.before(async () => {
	superuser = await Superuser.of(service);
	({ id: device, token } = await login("device-one"));
	({ id: foreign } = await login("device-two"));
});

async function login(identity: string): Promise<{ id: string; token: string }> {
	const { record, token } = (await askForLogin(service.url, identity, password)).body;
	return { id: record.id, token };
}

/** What the stand-in answers is what the service does. */
async function same(t: ExecutionContext, stand: RamService, path: string, body: object, what = path): Promise<void> {
	const { body: text, status } = stand.request("POST", path, Buffer.from(JSON.stringify(body)));
	t.deepEqual({ status, body: JSON.parse(text) as object }, await ask(service.url, "POST", path, stand.guest ? "" : token, body), what);
}

/** A reading; `number` tells its id. */
function reading(number: number, fields: object = { sensor: "t", value: number }): object {
	return { id: String(number).padStart(15, "a"), ...fields };
}

function batch(...readings: object[]): [path: string, body: object] {
	return [batches, { requests: readings.map((body) => ({ method: "PUT", url: records, body })) }];
}

/** What is asked one after the other; the services keep what they were told before. */
function requests(): readonly (readonly [what: string, path: string, body: object])[] {
	const single = (number: number, fields?: object): [string, object] => [create, reading(number, fields)];
	const many = (count: number): object[] => Array.from({ length: count }, (_, index) => reading(100 + index));
	return [
		["a reading", ...single(1)],
		["the same again", ...single(1)],
		["one without a sensor", ...single(2, { value: 2 })],
		["one with an empty sensor", ...single(2, { sensor: "" })],
		["one without a sensor with an id that is there", ...single(1, { value: 1 })],
		["one for another device", ...single(3, { sensor: "t", device: foreign })],
		["one for another device without a sensor", ...single(3, { device: foreign })],
		["one for another device with an id that is there", ...single(1, { sensor: "t", device: foreign })],
		["one for this device", ...single(4, { sensor: "t", device })],
		["a batch of one", ...batch(reading(10))],
		["a batch with one that is there", ...batch(reading(10), reading(11))],
		["a batch with a bad one in the middle", ...batch(reading(12), reading(13, { value: 13 }), reading(14))],
		["a batch with two bad ones", ...batch(reading(15, { value: 15 }), reading(16, { sensor: "t", device: foreign }))],
		["a batch with one for another device", ...batch(reading(17), reading(18, { sensor: "t", device: foreign }))],
		["a batch that changes one", ...batch(reading(10, { sensor: "u" }))],
		["a batch that takes a sensor away", ...batch(reading(10, { sensor: "" }))],
		["a batch that leaves the sensor", ...batch(reading(10, { value: 7 }))],
		["a batch that hands one over", ...batch(reading(10, { sensor: "t", device: foreign }))],
		["a batch with one twice", ...batch(reading(19), reading(19, { sensor: "v" }))],
		["a batch of 50", ...batch(...many(50))],
		["a batch of 51", ...batch(...many(51))]
	];
}

/** How the services stand when they are asked. */
const states: readonly (readonly [name: string, settings: object, change: (stand: RamService) => void])[] = [
	["a device", {}, () => {}],
	["a guest", {}, (stand) => stand.guest = true],
	["a device where batches are off", { batch: { enabled: false } }, (stand) => stand.batches = false],
	["a guest where batches are off", { batch: { enabled: false } }, (stand) => {
		stand.guest = true;
		stand.batches = false;
	}],
	["a device whose batches are too long", { batch: { enabled: true, maxBodySize: 1 } }, (stand) => stand.bodyLimit = 1]
];

test.serial("the stand-in answers as the service does", async (t) => {
	const stand = new RamService(device);
	for (const [name, settings, change] of states) {
		await superuser.change({ batch: { enabled: true, maxRequests: 50, timeout: 3, maxBodySize: 0 } });
		await superuser.change(settings);
		stand.guest = false;
		stand.batches = true;
		stand.bodyLimit = Number.MAX_SAFE_INTEGER;
		change(stand);
		// The service's own limit is one of batches.
		for (const [what, path, body] of requests().filter(([, path]) => stand.bodyLimit > 1 || path === batches))
			await same(t, stand, path, body, `${name}: ${what}`);
	}
	t.deepEqual([...stand.records].map(([id, { sensor, value }]) => [id, sensor, value ?? 0]).sort(), (await stored()).sort());
});

test.serial("the stand-in answers as the service does for another device's record", async (t) => {
	await superuser.change({ batch: { enabled: true, maxRequests: 50, timeout: 3, maxBodySize: 0 } });
	const stand = new RamService(device);
	const { token: other } = await login("device-two");
	const [id, own] = [reading(400) as { id: string }, reading(401) as { id: string }];
	t.is((await ask(service.url, "POST", create, other, id)).status, 200);
	stand.others.add(id.id);
	for (const [path, body] of [[create, own] as const, [create, id] as const, batch(id), batch(own)])
		await same(t, stand, path, body);
	for (const { id: each } of [id, own]) {
		const { body: text, status } = stand.get(each);
		t.like(await ask(service.url, "GET", `${records}/${each}`, token), { status, body: JSON.parse(text) as object });
	}
});

test.serial("the stand-in refuses as the service does when there are too many requests", async (t) => {
	const rules = ["*:create", "/api/batch"].map((label) => ({ label, maxRequests: 1, duration: 60, audience: "" }));
	await superuser.change({ rateLimits: { enabled: true, rules } });
	t.teardown(() => superuser.change({ rateLimits: { enabled: false } }));
	const stand = new RamService(device);
	stand.limited = true;
	for (const [path, body] of [[create, reading(300)] as const, batch(reading(301))]) {
		await ask(service.url, "POST", path, token, body);
		await same(t, stand, path, body);
	}
});

/** Id, sensor and value of what is in the real service. */
async function stored(): Promise<[string, string, number][]> {
	const { items } = (await ask(service.url, "GET", `${records}?perPage=500`, token)).body as { items: { id: string; sensor: string; value: number }[] };
	return items.map(({ id, sensor, value }) => [id, sensor, value]);
}
