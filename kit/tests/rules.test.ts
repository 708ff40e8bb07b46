/** The rules and hooks for production, exported, on a fresh PocketBase: what devices can do, and what attackers can't. The other hooks: hooks.test.ts. */
import test, { type ExecutionContext } from "ava";
import { RecordsClient } from "records-client";
import { Health } from "records-client/health";
import { EventStream } from "./event-stream.js";
import { type Account, type Answer, commands, guest, KitService, readings, secret, users } from "./kit-service.js";

const service = await KitService.start();
/** The victim, and the attacker, who has a device of its own. */
const [one, two] = [await service.device("device-one", secret), await service.device("device-two", secret)];
/** Somebody who may look, and another such. */
const [operator, colleague] = [await service.operator("operator@example.test", secret), await service.operator("colleague@example.test", secret)];
const { body: victim } = await service.ask("POST", readings, one, { sensor: "private", value: 1 });
const { body: own } = await service.ask("POST", readings, two, { sensor: "own", value: 1 });
const makeCommand = (device: string): Promise<Answer["body"]> => service.manage("POST", commands, { device, seq: 1, what: "private", state: "new", expires: "2098-01-01 00:00:00.000Z" });
/** Commands: the victim's, the attacker's, and one that the attacker has answered. */
const [command, ownCommand, settled] = [await makeCommand(one.id), await makeCommand(two.id), await makeCommand(two.id)];
await service.ask("PATCH", `${commands}/${settled.id}`, two, { state: "done", result: "on" });
const form = new FormData();
form.set("@jsonPayload", JSON.stringify({ target: "board", version: 1, length: 4, sha256: "0".repeat(64), signature: "0".repeat(128) }));
form.set("file", new Blob(["file"]), "firmware.bin");
const firmware = await (await fetch(`${service.url}/api/collections/firmware/records`, { method: "POST", headers: { authorization: service.superuser.token }, body: form })).json() as { readonly id: string; readonly file: string };
test.after.always(() => service.remove());

test.serial("device_status has what records-client/health reports", async (t) => {
	const device = await service.device("device-status", secret);
	const status = (): Promise<Answer["body"]> => service.manage("GET", `/api/collections/device_status/records/${device.id}`);
	t.like(await status(), { username: "device-status", seen: "", silent: false, firmware: "" });
	const client = new RecordsClient({ baseUrl: service.url, preferences: null, credentials: { collection: "users", identity: "device-status", password: secret } });
	t.teardown(() => client.close());
	const health = new Health({ client, firmware: "greenhouse/1.2" });
	t.is(await health.report(), "");
	health.close();
	const { age, reported, seen, ...rest } = await status();
	t.like(rest, { silent: false, firmware: "greenhouse/1.2", interval: 3600, start: "", heap: 0, pending: 0, retries: 0 });
	t.true(age < 3600);
	t.is(seen, reported);
});

test.serial("the specification's letter: username, at most 500 a page, totals that are left out", async (t) => {
	t.is((await service.login("device-two@example.test", secret)).id, two.id);
	const page = async (query: string): Promise<Answer["body"]> => (await service.ask("GET", `${readings}?${query}`, two)).body;
	for (const perPage of ["501", "1000", "%2B1000", "9223372036854775807", "9223372036854775808", "0000000000000000501", "9".repeat(400)])
		t.is((await page(`perPage=${perPage}`)).perPage, 500, perPage);
	t.is((await page("perPage=0000000000000000499")).perPage, 499);
	t.deepEqual(Object.keys(await page("skipTotal=1")), ["items", "page", "perPage"]);
	const [item] = (await page("skipTotal=1&expand=device&fields=%20value,sensor:excerpt(1,true),,expand.device.username")).items;
	t.deepEqual(item, { expand: { device: { username: "device-two" } }, sensor: "o...", value: 1 });
	t.is((await page("skipTotal=1&fields=*")).items[0].device, two.id);
	t.is((await page("skipTotal=1&fields=,%20")).items[0].device, two.id);
	t.is((await page("fields=id")).totalItems, 1);
});

/** All of a sensor's readings. */
const time = "sensor=private&from=0&to=9999999999999&late=0";

const operators = "/api/collections/operators/records";

const impostor = { username: "device-1", name: "Device one", email: "impostor@example.test", password: "another-pass", passwordConfirm: "another-pass" };

/** A request: what it would come to, and what is sent. */
type Attempt = readonly [what: string, method: string, path: string, body?: unknown];

/** What nobody may do but a superuser: no guest, no other device, no operator. */
const forbidden: readonly Attempt[] = [
	["posts for a device", "POST", readings, { sensor: "forged", device: one.id }],
	["changes a reading", "PATCH", `${readings}/${victim.id}`, { value: 666 }],
	["deletes a reading", "DELETE", `${readings}/${victim.id}`],
	["upserts a reading", "POST", "/api/batch", batch("PUT", { id: victim.id, sensor: "forged", device: one.id })],
	["changes a reading in a batch", "POST", "/api/batch", batch("PATCH", { value: 666 }, `${readings}/${victim.id}`)],
	["deletes a reading in a batch", "POST", "/api/batch", batch("DELETE", undefined, `${readings}/${victim.id}`)],
	["makes a device", "POST", users, impostor],
	["changes a device", "PATCH", `${users}/${one.id}`, { name: "mine" }],
	["locks a device", "PATCH", `${users}/${one.id}`, { locked: "2026-01-01 00:00:00.000Z" }],
	["changes a device's password", "PATCH", `${users}/${one.id}`, { password: "another-pass", passwordConfirm: "another-pass" }],
	["deletes a device", "DELETE", `${users}/${one.id}`],
	["acts as a device", "POST", `/api/collections/users/impersonate/${one.id}`, { duration: 3600 }],
	["makes a command", "POST", commands, { device: one.id, what: "forged", state: "new", expires: "2099-01-01 00:00:00.000Z" }],
	["answers a command", "PATCH", `${commands}/${command.id}`, { state: "done" }],
	["deletes a command", "DELETE", `${commands}/${command.id}`],
	["makes firmware", "POST", "/api/collections/firmware/records", { target: "board", version: 2, length: 1, sha256: "0".repeat(64), signature: "0".repeat(128) }],
	["changes firmware", "PATCH", `/api/collections/firmware/records/${firmware.id}`, { version: 3 }],
	["deletes firmware", "DELETE", `/api/collections/firmware/records/${firmware.id}`],
	["makes hourly values", "POST", "/api/collections/readings_hourly/records", { device: one.id, sensor: "forged", hour: "2026-01-01 08:00:00.000Z" }],
	["changes activity", "PATCH", `/api/collections/device_activity/records/${one.id}`, { readings: 0 }],
	["deletes activity", "DELETE", `/api/collections/device_activity/records/${one.id}`],
	["makes an operator", "POST", operators, { email: "x@example.test", password: "another-pass", passwordConfirm: "another-pass" }],
	["makes a superuser", "POST", "/api/collections/_superusers/records", { email: "x@example.test", password: "another-pass", passwordConfirm: "another-pass" }],
	["lists superusers", "GET", "/api/collections/_superusers/records"],
	["changes a rule", "PATCH", "/api/collections/readings", { listRule: "" }],
	["sees the rules", "GET", "/api/collections/readings"],
	["reads the settings", "GET", "/api/settings"],
	["reads the log", "GET", "/api/logs"],
	["reads the metrics", "GET", "/api/records/metrics"],
	["makes a backup", "POST", "/api/backups", { name: "mine.zip" }],
	["lists backups", "GET", "/api/backups"],
	["runs the retention", "POST", "/api/crons/records_retention"]
];

/** What operators see, and no guest and no other device. */
const hidden: readonly Attempt[] = [
	["sees a device's reading", "GET", `${readings}/${victim.id}`],
	["lists how all devices are", "GET", "/api/collections/device_status/records"],
	["sees how a device is", "GET", `/api/collections/device_status/records/${one.id}`],
	["sees the overview of all devices", "GET", "/api/records/devices"],
	["sees a device", "GET", `/api/records/devices/${one.id}`],
	["sees a device's readings over a time", "GET", `/api/records/devices/${one.id}/readings?${time}`],
	["sees the sensors of all devices", "GET", "/api/records/sensors"],
	["lists operators", "GET", operators]
];

/** Other requests of an attacker. Each must be refused, or find nothing. */
const attacks: readonly (readonly [what: string, as: Account, method: string, path: string, body?: unknown])[] = [
	...forbidden.flatMap((request) => [by("a guest", guest, request), by("a device", two, request), by("an operator", operator, request)]),
	...hidden.flatMap((request) => [by("a guest", guest, request), by("a device", two, request)]),
	["lists another's readings", two, "GET", `${readings}?filter=${encodeURIComponent(`device='${one.id}'`)}`],
	["lists another's readings without totals", two, "GET", `${readings}?skipTotal=1&fields=id&filter=${encodeURIComponent("sensor='private'")}`],
	["asks for another's readings in a filter", two, "GET", `${readings}?filter=${encodeURIComponent("@collection.readings.sensor ?= 'private'")}`],
	["asks for another's activity in a filter", two, "GET", `${readings}?filter=${encodeURIComponent(`@collection.device_activity.device ?= '${one.id}'`)}`],
	["asks for another's status in a filter", two, "GET", `${readings}?filter=${encodeURIComponent(`@collection.device_status.id ?= '${one.id}'`)}`],
	["expands from another's user", two, "GET", `${users}/${one.id}?expand=readings_via_device`],
	["sees another's user", two, "GET", `${users}/${one.id}`],
	["lists another's user", two, "GET", `${users}?filter=${encodeURIComponent("username='device-one'")}`],
	["takes another's reading", two, "PATCH", `${readings}/${victim.id}`, { device: two.id }],
	["deletes its own reading", two, "DELETE", `${readings}/${own.id}`],
	["posts for another, in a list", two, "POST", readings, { sensor: "forged", device: [one.id] }],
	["posts for another, with a modifier", two, "POST", readings, { sensor: "forged", "device+": one.id }],
	["posts with another's id", two, "POST", readings, { id: victim.id, sensor: "forged" }],
	["hands its reading over", two, "PATCH", `${readings}/${own.id}`, { device: one.id }],
	["hands its reading over, in a list", two, "PATCH", `${readings}/${own.id}`, { device: [one.id] }],
	["hands its reading over, with a modifier", two, "PATCH", `${readings}/${own.id}`, { "device+": one.id }],
	["takes its reading's device away", two, "PATCH", `${readings}/${own.id}`, { "device-": two.id }],
	["empties its reading's device", two, "PATCH", `${readings}/${own.id}`, { device: "" }],
	["upserts another's reading", two, "POST", "/api/batch", batch("PUT", { id: victim.id, sensor: "forged", value: 666 })],
	["upserts another's reading as its own", two, "POST", "/api/batch", batch("PUT", { id: victim.id, sensor: "forged", device: two.id })],
	["upserts for another", two, "POST", "/api/batch", batch("PUT", { id: "forgedreading00", sensor: "forged", device: one.id })],
	["hands over by an upsert", two, "POST", "/api/batch", batch("PUT", { id: own.id, sensor: "own", device: one.id })],
	["posts for another in a batch", two, "POST", "/api/batch", batch("POST", { sensor: "forged", device: one.id })],
	["signs up in a batch", two, "POST", "/api/batch", batch("POST", impostor, users)],
	["signs up by OAuth2", guest, "POST", "/api/collections/users/auth-with-oauth2", { provider: "google", code: "a", redirectURL: "http://127.0.0.1/" }],
	["renames its user", two, "PATCH", `${users}/${two.id}`, { name: "device-one" }],
	["changes its username", two, "PATCH", `${users}/${two.id}`, { username: "device-three" }],
	["changes its password", two, "PATCH", `${users}/${two.id}`, { oldPassword: secret, password: "another-pass", passwordConfirm: "another-pass" }],
	["changes its email", two, "POST", "/api/collections/users/request-email-change", { newEmail: "thief@example.test" }],
	["deletes its own user", two, "DELETE", `${users}/${two.id}`],
	["brings itself back", two, "PATCH", `${users}/${two.id}`, { removed: "" }],
	["sees another's activity", two, "GET", "/api/collections/device_activity/records"],
	["changes its activity", two, "PATCH", `/api/collections/device_activity/records/${two.id}`, { readings: 0 }],
	["sees another's command", two, "GET", `${commands}/${command.id}`],
	["lists another's commands", two, "GET", `${commands}?filter=${encodeURIComponent(`device='${one.id}'`)}`],
	["makes itself a command", two, "POST", commands, { device: two.id, what: "forged", state: "new", expires: "2099-01-01 00:00:00.000Z" }],
	["hands its command over", two, "PATCH", `${commands}/${ownCommand.id}`, { state: "done", device: one.id }],
	["changes what it is told to do", two, "PATCH", `${commands}/${ownCommand.id}`, { state: "done", what: "forged" }],
	["prolongs its command", two, "PATCH", `${commands}/${ownCommand.id}`, { state: "done", expires: "2099-01-01 00:00:00.000Z" }],
	["answers without a state", two, "PATCH", `${commands}/${ownCommand.id}`, { result: "forged" }],
	["answers a command again", two, "PATCH", `${commands}/${settled.id}`, { state: "failed", result: "forged" }],
	["renews a command", two, "PATCH", `${commands}/${settled.id}`, { state: "new" }],
	["deletes its command", two, "DELETE", `${commands}/${ownCommand.id}`],
	["sees firmware as a guest", guest, "GET", `/api/collections/firmware/records/${firmware.id}`],
	["lists firmware as a guest", guest, "GET", "/api/collections/firmware/records"],
	["fetches firmware without a file token", two, "GET", `/api/files/firmware/${firmware.id}/${firmware.file}`],
	["sees another's hourly values", two, "GET", `/api/collections/readings_hourly/records?filter=${encodeURIComponent(`device='${one.id}'`)}`],
	["makes hourly values", two, "POST", "/api/collections/readings_hourly/records", { device: two.id, sensor: "forged", hour: "2026-01-01 08:00:00.000Z" }],
	["sees another's readings by a path with its own id", two, "GET", `/api/records/devices/${two.id}%2F..%2F${one.id}/readings?${time}`],
	["signs up as an operator by OAuth2", guest, "POST", "/api/collections/operators/auth-with-oauth2", { provider: "google", code: "a", redirectURL: "http://127.0.0.1/" }],
	["lists readings as a guest", guest, "GET", readings],
	["lists users as a guest", guest, "GET", users],
	["posts as a guest", guest, "POST", readings, { sensor: "forged" }],
	["upserts as a guest", guest, "POST", "/api/batch", batch("PUT", { id: victim.id, sensor: "forged" })],
	["posts as an operator", operator, "POST", readings, { sensor: "forged" }],
	["posts as itself as an operator", operator, "POST", readings, { sensor: "forged", device: operator.id }],
	["changes its password as an operator", operator, "PATCH", `${operators}/${operator.id}`, { oldPassword: secret, password: "another-pass", passwordConfirm: "another-pass" }],
	["changes its email as an operator", operator, "POST", "/api/collections/operators/request-email-change", { newEmail: "thief@example.test" }],
	["deletes itself as an operator", operator, "DELETE", `${operators}/${operator.id}`],
	["sees a colleague as an operator", operator, "GET", `${operators}/${colleague.id}`],
	["lists colleagues as an operator", operator, "GET", `${operators}?filter=${encodeURIComponent(`id='${colleague.id}'`)}`],
	["changes a colleague as an operator", operator, "PATCH", `${operators}/${colleague.id}`, { password: "another-pass", passwordConfirm: "another-pass" }],
	["deletes a colleague as an operator", operator, "DELETE", `${operators}/${colleague.id}`],
	["acts as a colleague as an operator", operator, "POST", `/api/collections/operators/impersonate/${colleague.id}`, { duration: 3600 }],
	["runs SQL by a filter of a collection that it can't see as an operator", operator, "GET", `${readings}?filter=${encodeURIComponent("@collection._superusers.email ?~ 'superuser'")}`]
];

function by(who: string, as: Account, [what, ...request]: Attempt): (typeof attacks)[number] {
	return [`${what} as ${who}`, as, ...request];
}

function batch(method: string, body: object | undefined, url = readings): object {
	return { requests: [{ method, url, body }] };
}

for (const [what, as, method, path, body] of attacks) {
	test.serial(`an attacker fails who ${what}`, async (t) => {
		const before = await service.everything();
		const { status, body: answer } = await service.ask(method, path, as, body);
		if (status === 200)
			t.deepEqual(answer.items, [], JSON.stringify(answer));
		else
			t.true(status >= 400 && status < 500, `HTTP ${status}: ${JSON.stringify(answer)}`);
		t.is(await service.everything(), before);
	});
}

test.serial("a device that is put before the one that there is hands no reading over", async (t) => {
	await service.ask("PATCH", `${readings}/${own.id}`, two, { "+device": one.id });
	t.is((await service.manage("GET", `${readings}/${own.id}`)).device, two.id);
});

test.serial("an operator sees all devices, their readings, and what is counted of them, and no email", async (t) => {
	const see = async (path: string): Promise<Answer["body"]> => {
		const { body, status } = await service.ask("GET", path, operator);
		t.is(status, 200, path);
		return body;
	};
	for (const name of ["readings", "readings_hourly", "device_activity", "device_status", "commands", "firmware", "users"])
		t.is((await see(`/api/collections/${name}/records`)).totalItems, (await service.manage("GET", `/api/collections/${name}/records`)).totalItems, name);
	const reading = await see(`${readings}/${victim.id}?expand=device`);
	t.like(reading, { sensor: "private", expand: { device: { username: "device-one" } } });
	t.is(reading.expand.device.email, undefined);
	t.is((await see(`${users}/${one.id}`)).email, undefined);
	t.true((await see("/api/records/devices")).devices >= 2);
	t.true((await see("/api/records/sensors")).sensors.length > 0);
	t.is((await see(`/api/records/devices/${one.id}`)).name, "device-one");
	t.is((await see(`/api/records/devices/${one.id}/readings?${time}`)).readings.length, 1);
	t.is((await see(operators)).items[0].id, operator.id);
	const stream = await follow(t, operator);
	await service.ask("POST", readings, one, { sensor: "seen" });
	t.regex(await stream.until("seen"), /"sensor":"seen"/);
});

test.serial("an operator whose password a superuser changes sees nothing more", async (t) => {
	const gone = await service.operator("gone@example.test", secret);
	t.is((await service.ask("GET", "/api/records/devices", gone)).status, 200);
	await service.manage("PATCH", `${operators}/${gone.id}`, { password: "another-pass", passwordConfirm: "another-pass" });
	t.is((await service.ask("GET", "/api/records/devices", gone)).status, 401);
	t.deepEqual((await service.ask("GET", readings, gone)).body.items, []);
});

test.serial("a user of another auth collection makes and sees no readings", async (t) => {
	await service.manage("POST", "/api/collections", { type: "auth", name: "people", listRule: "", viewRule: "" });
	await service.manage("POST", "/api/collections/people/records", { email: "person@example.test", password: secret, passwordConfirm: secret });
	const person = await service.login("person@example.test", secret, "people");
	for (const device of [undefined, person.id, one.id])
		t.is((await service.ask("POST", readings, person, { sensor: "forged", device })).status, 400);
	t.deepEqual((await service.ask("GET", readings, person)).body.items, []);
});

test.serial("an event stream brings a device its own readings only", async (t) => {
	const streams = await Promise.all([two, guest].map((account) => follow(t, account)));
	await service.ask("POST", readings, one, { sensor: "private", value: 2 });
	await service.ask("POST", readings, two, { sensor: "marker", value: 3 });
	await service.manage("POST", "/api/collections/readings/records", { sensor: "private", device: one.id });
	t.regex(await streams[0].until("marker"), /"sensor":"marker"/);
	// The device's next one comes behind all that was made before it.
	await service.ask("POST", readings, two, { sensor: "last" });
	t.notRegex(await streams[0].until("last"), /private/);
	t.notRegex(streams[1].text, /private|marker/);
});

/** Follows all readings by an event stream. */
async function follow(t: ExecutionContext, account: Account): Promise<EventStream> {
	const stream = await EventStream.open(t, service.url);
	await stream.subscribe(["readings/*"], account);
	return stream;
}

test.serial("a stolen device is locked out by a new password, and its readings stay", async (t) => {
	const stolen = await service.device("device-stolen", secret);
	const { body: { id } } = await service.ask("POST", readings, stolen, { sensor: "theirs", value: 1 });
	const password = "a-new-password";
	await service.manage("PATCH", `${users}/${stolen.id}`, { password, passwordConfirm: password });
	t.is((await service.ask("POST", "/api/collections/users/auth-refresh", stolen)).status, 401);
	t.is((await service.ask("POST", readings, stolen, { sensor: "theirs" })).status, 400);
	t.is((await service.ask("PATCH", `${readings}/${id}`, stolen, { value: 666 })).status, 404);
	await t.throwsAsync(service.login("device-stolen", secret), { message: /HTTP 400/ });
	t.is((await service.manage("GET", `${readings}/${id}`)).value, 1);
	t.is((await service.login("device-stolen", password)).id, stolen.id);
});

test.serial("a user with readings can't be deleted, not even by a superuser: no reading goes with it", async (t) => {
	const before = await service.everything();
	t.is((await service.ask("DELETE", `${users}/${one.id}`, service.superuser)).status, 400);
	t.is(await service.everything(), before);
});

test.serial("a username is unique where there is one and is nobody's email", async (t) => {
	const make = (email: string, username: string): Promise<Answer> =>
		service.ask("POST", users, service.superuser, { email, username, password: secret, passwordConfirm: secret });
	t.is((await make("a@example.test", "device-one")).body.data.username.code, "validation_not_unique");
	t.is((await make("a@example.test", "device-one@example.test")).body.data.username.code, "validation_invalid_format");
	t.is((await make("b@example.test", "")).status, 200);
	t.is((await make("c@example.test", "")).status, 200);
});
