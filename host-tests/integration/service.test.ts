import test from "ava";
import { serviceOfFile } from "../../tools/service-of-file.js";
import { password } from "../../tools/successive-service.js";
import { type Answer, ask, askForLogin } from "../runner/asking.js";

interface Device {
	id: string;
	token: string;
}

const readings = "/api/collections/readings/records";
const service = serviceOfFile();
let one: Device;
let two: Device;

test.before(async () => {
	one = await login("device-one", password);
	two = await login("device-two", password);
});

function call(method: string, path: string, token: string, body?: unknown): Promise<Answer> {
	return ask(service.url, method, path, token, body);
}

async function login(identity: string, secret: string): Promise<Device> {
	const { status, body } = await askForLogin(service.url, identity, secret);
	if (status !== 200)
		throw new Error(`login of ${identity}: ${status}`);
	return { id: body.record.id, token: body.token };
}

for (const name of ["device-one", "device-two"]) {
	test(`${name} logs in by its email and by its username`, async (t) => {
		for (const identity of [`${name}@example.test`, name]) {
			const { status, body } = await askForLogin(service.url, identity, password);
			t.is(status, 200);
			t.like(body.record, { username: name, email: `${name}@example.test`, verified: true });
			t.is(body.token.split(".").length, 3);
		}
	});
}

test("a wrong password is refused", async (t) => {
	t.is((await askForLogin(service.url, "device-one", "device-pass-1235")).status, 400);
});

test("a reading posted without a device belongs to its poster", async (t) => {
	for (const device of [undefined, null, ""]) {
		const { status, body } = await call("POST", readings, one.token, { sensor: "temperature", value: 21.4, device });
		t.is(status, 200);
		t.like(body, { sensor: "temperature", value: 21.4, device: one.id });
		t.regex(body.created, /^\d{4}-\d\d-\d\d /);
		t.is(body.updated, body.created);
	}
});

test("a reading keeps every field it is posted with", async (t) => {
	const reading = { device: one.id, sensor: "air", value: 7, unit: "ppm", taken: "2026-01-02 03:04:05.678Z", extra: { raw: [1, 2] } };
	const { status, body } = await call("POST", readings, one.token, reading);
	t.is(status, 200);
	t.like(body, reading);
});

test("a reading needs a sensor", async (t) => {
	const { status, body } = await call("POST", readings, one.token, { value: 1 });
	t.is(status, 400);
	t.is(body.data.sensor.code, "validation_required");
});

test("a guest's list is 200 with no items", async (t) => {
	await call("POST", readings, one.token, { sensor: "temperature" });
	const { status, body } = await call("GET", readings, "");
	t.is(status, 200);
	t.deepEqual(body.items, []);
	t.is(body.totalItems, 0);
});

test("in development a device changes and deletes its own readings, and no others", async (t) => {
	const path = `${readings}/${(await call("POST", readings, one.token, { sensor: "private", value: 1 })).body.id}`;
	t.is((await call("DELETE", path, two.token)).status, 404);
	t.is((await call("PATCH", path, one.token, { value: 2 })).body.value, 2);
	t.is((await call("DELETE", path, one.token)).status, 204);
});

test("a clamped list keeps its other parameters", async (t) => {
	for (const value of [1, 2, 3])
		await call("POST", readings, one.token, { sensor: "a&b+c 'd'", value });
	const filter = encodeURIComponent("sensor='a&b+c \\'d\\'' && value>1");
	const { body } = await call("GET", `${readings}?page=1&perPage=1000&sort=-value&fields=value&filter=${filter}`, one.token);
	t.deepEqual(body.items, [{ value: 3 }, { value: 2 }]);
});

test("a batch of two makes both readings, or none if one is refused", async (t) => {
	const batch = (second: object): Promise<Answer> => call("POST", "/api/batch", one.token, {
		requests: [{ sensor: "batch" }, { sensor: "batch", ...second }].map((body) => ({ method: "POST", url: readings, body }))
	});
	const good = await batch({});
	t.is(good.status, 200);
	t.deepEqual(good.body.map((answer: Answer) => [answer.status, answer.body.device]), [[200, one.id], [200, one.id]]);
	t.is((await batch({ device: two.id })).status, 400);
	const { body } = await call("GET", `${readings}?filter=${encodeURIComponent("sensor='batch'")}`, one.token);
	t.is(body.totalItems, 2);
});
