/** One device, or a guest, against the service: what would hold the database's only writer, or cost each create of the others. */
import test, { type ExecutionContext } from "ava";
import { EventStream } from "./event-stream.js";
import { type Answer, commands, guest, KitService, readings, secret } from "./kit-service.js";

const back = "device.readings_via_device.device.readings_via_device";

const service = await KitService.start();
const device = await service.device("device-one", secret);
const { body: { id: own } } = await service.ask("POST", readings, device, { sensor: "a", value: 1 });
const { id: command } = await service.manage("POST", commands, { device: device.id, seq: 1, what: "on", state: "new", expires: "2098-01-01 00:00:00.000Z" });
// Behind a proxy, which says whose a request is.
await service.manage("PATCH", "/api/settings", { trustedProxy: { headers: ["X-Forwarded-For"], useLeftmostIP: false } });
test.after.always(() => service.remove());

function expectRefused(t: ExecutionContext, { body, status }: Answer, text: RegExp): void {
	t.is(status, 400, JSON.stringify(body).slice(0, 300));
	t.regex(body.message, text);
}

for (const [what, method, path, body] of [
	["lists", "GET", `${readings}?expand=${back}`],
	["lists with another letter encoded", "GET", `${readings}?%65xpand=device.readings%5fvia%5fdevice`],
	["views", "GET", `${readings}/${own}?expand=${back}`],
	["views its user", "GET", `/api/collections/users/records/${device.id}?expand=readings_via_device`],
	["posts", "POST", `${readings}?expand=${back}`, { sensor: "b" }],
	["changes", "PATCH", `${readings}/${own}?expand=${back}`, { value: 2 }],
	["renews its token", "POST", "/api/collections/users/auth-refresh?expand=readings_via_device", {}],
	["filters", "GET", `${readings}?filter=${encodeURIComponent("device.readings_via_device.value ?> 0")}`],
	["sorts", "GET", `${readings}?sort=device.readings_via_device.value`]
] as const satisfies readonly (readonly [string, string, string, object?])[]) {
	test.serial(`a device that ${what} by back relations is refused with a text`, async (t) => {
		const before = await service.everything();
		expectRefused(t, await service.ask(method, path, device, body), /back relation/);
		t.is(await service.everything(), before);
	});
}

test.serial("a log-in expands no back relation", async (t) => {
	expectRefused(t, await service.ask("POST", "/api/collections/users/auth-with-password?expand=readings_via_device", guest, { identity: "device-one", password: secret }), /back relation/);
});

test.serial("relations that lead on are expanded, and superusers expand all", async (t) => {
	t.is((await service.ask("GET", `${readings}/${own}?expand=device`, device)).body.expand.device.id, device.id);
	t.is((await service.manage("GET", `${readings}/${own}?expand=device.readings_via_device`)).expand.device.expand.readings_via_device[0].id, own);
});

test.serial("nothing expands in a batch: it holds the database's only writer", async (t) => {
	for (const expand of [back, "device"]) {
		for (const [method, url, body] of [
			["PATCH", `${readings}/${own}`, { value: 7 }], ["POST", readings, { sensor: "expanded" }], ["PUT", readings, { id: own, sensor: "expanded" }],
			["PATCH", `${commands}/${command}`, { state: "done" }]
		] as const) {
			const before = await service.everything();
			for (const as of [device, service.superuser]) {
				const { body: answer, status } = await service.ask("POST", "/api/batch", as, { requests: [{ method, url: `${url}?expand=${expand}`, body }] });
				t.is(status, 400, JSON.stringify(answer).slice(0, 300));
				t.regex(JSON.stringify(answer), /expands in a batch/);
			}
			t.is(await service.everything(), before);
		}
	}
	t.is((await service.ask("POST", "/api/batch", device, { requests: [{ method: "PATCH", url: `${readings}/${own}?fields=id`, body: { value: 7 } }] })).status, 200);
});

function stream(t: ExecutionContext, address?: string): Promise<EventStream> {
	return EventStream.open(t, service.url, address);
}

function subscriptions(count: number): string[] {
	return Array.from({ length: count }, (_, index) => `readings/*?options=${encodeURIComponent(JSON.stringify({ query: { filter: `value > ${index}` } }))}`);
}

test.serial("a stream of a device or a guest has ten subscriptions at most, an operator's a hundred, and the answer says so", async (t) => {
	const operator = await service.operator("operator@example.test", secret);
	for (const [as, most] of [[device, 10], [guest, 10], [operator, 100]] as const) {
		const follower = await stream(t);
		expectRefused(t, await follower.subscribe(subscriptions(most + 1), as), new RegExp(`${most} subscriptions`));
		t.is((await follower.subscribe(subscriptions(most), as)).status, 204);
	}
	t.is((await (await stream(t)).subscribe(subscriptions(200), service.superuser)).status, 204);
});

test.serial("a user has ten subscriptions at most, over all its streams: the oldest ends", async (t) => {
	const [first, second, third] = [await stream(t), await stream(t), await stream(t)];
	for (const one of [first, second, third])
		t.is((await one.subscribe(subscriptions(4), device)).status, 204);
	await first.ended();
	t.is((await second.subscribe(subscriptions(6), device)).status, 204);
	t.is((await third.subscribe(subscriptions(5), device)).status, 204);
	await second.ended();
	t.is((await third.subscribe(subscriptions(10), device)).status, 204);
});

test.serial("a reading is not checked against what guests subscribe to, which would bring them nothing; an open collection is followed", async (t) => {
	const printing = await KitService.of(t, {}, { printsQueries: true });
	const name = "notices";
	await printing.manage("POST", "/api/collections", { name, type: "base", listRule: "", viewRule: "" });
	const [one, guests] = [await printing.device("device-one", secret), await EventStream.open(t, printing.url)];
	const { id } = (await printing.ask("POST", readings, one, { sensor: "a", value: 1 })).body;
	const change = (): Promise<string[]> => printing.statementsOf(() => printing.ask("PATCH", `${readings}/${id}`, one, { value: 2 }));
	const before = await change();
	t.is((await guests.subscribe(["readings/*", "readings", "readings?options=%7B%7D", `readings/${id}`, "commands/*", "users/*", `${name}/*`], guest)).status, 204);
	t.is((await change()).length, before.length);
	await printing.manage("POST", `/api/collections/${name}/records`, {});
	t.notRegex(await guests.until(name), /"sensor"/);
});

test.serial("a subscription has no back relation, however it is written", async (t) => {
	const follower = await stream(t);
	for (const options of [JSON.stringify({ query: { expand: back } }), `{"query":{"expand":"device.readings\\u005fvia\\u005fdevice"}}`, `{"query":{"expand":"device.readings\\u005fvi\\u0061_device"}}&a=\xff`, JSON.stringify({ query: { filter: "device.readings_via_device.value > 1" } })])
		expectRefused(t, await follower.subscribe([`readings/*?options=${encodeURIComponent(options)}`], device), /back relation/);
	t.is((await follower.subscribe([`readings/*?options=${encodeURIComponent(JSON.stringify({ query: { expand: "device" } }))}`], device)).status, 204);
});

test.serial("of a user's event streams five are open: the oldest ends", async (t) => {
	const streams: EventStream[] = [];
	for (let count = 0; count < 6; count++) {
		streams.push(await stream(t));
		t.is((await streams[count].subscribe(["readings/*"], device)).status, 204);
	}
	await streams[0].ended();
	t.is((await streams[0].subscribe(["readings/*"], device)).status, 404);
	for (const open of streams.slice(1))
		t.is((await open.subscribe(["readings/*"], device)).status, 204);
});

test.serial("an address follows by a hundred event streams at most; one more is told so, another address is not", async (t) => {
	const devices = await Promise.all(Array.from({ length: 21 }, (_, index) => service.device(`device-of-address-${index}`, secret)));
	for (let count = 0; count < 100; count++)
		t.is((await (await stream(t, "192.0.2.9")).subscribe(["readings/*"], devices[count % 20])).status, 204);
	const { body, status } = await (await stream(t, "192.0.2.9")).subscribe(["readings/*"], devices[20]);
	t.is(status, 429);
	t.regex(body.message, /event streams/);
	t.is((await (await stream(t, "192.0.2.10")).subscribe(["readings/*"], devices[20])).status, 204);
});

test.serial("of a hundred event streams of nobody the oldest ends, and a device gets its own", async (t) => {
	const streams: EventStream[] = [];
	while (streams.length < 100)
		streams.push(await stream(t));
	const next = await stream(t);
	await streams[0].ended();
	t.is((await streams[0].subscribe(["readings/*"], device)).status, 404);
	t.is((await next.subscribe(["readings/*"], device)).status, 204);
	t.is((await streams[99].subscribe(["readings/*"], guest)).status, 204);
});
