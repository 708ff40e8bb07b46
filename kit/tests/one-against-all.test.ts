/** One device, or a guest, against the service: what would hold the database's only writer, or cost each create of the others. */
import test, { type ExecutionContext } from "ava";
import { type Account, type Answer, guest, KitService } from "./kit-service.js";

const readings = "/api/collections/readings/records";
const commands = "/api/collections/commands/records";
const secret = "a-device-password";
const back = "device.readings_via_device.device.readings_via_device";

let service: KitService;
let device: Account;
let own: string;
let command: string;

test.before(async () => {
	service = await KitService.start();
	device = await service.device("device-one", secret);
	own = (await service.ask("POST", readings, device, { sensor: "a", value: 1 })).body.id;
	command = (await service.manage("POST", commands, { device: device.id, seq: 1, what: "on", state: "new", expires: "2098-01-01 00:00:00.000Z" })).id;
	// Behind a proxy, which says whose a request is.
	await service.manage("PATCH", "/api/settings", { trustedProxy: { headers: ["X-Forwarded-For"], useLeftmostIP: false } });
});
test.after.always(() => service?.remove());

function expectRefused(t: ExecutionContext, { body, status }: Answer, text: RegExp): void {
	t.is(status, 400, JSON.stringify(body).slice(0, 300));
	t.regex(body.message, text);
}

for (const [what, method, path, body] of [
	["lists", "GET", () => `${readings}?expand=${back}`],
	["lists with another letter encoded", "GET", () => `${readings}?%65xpand=device.readings%5fvia%5fdevice`],
	["views", "GET", () => `${readings}/${own}?expand=${back}`],
	["views its user", "GET", () => `/api/collections/users/records/${device.id}?expand=readings_via_device`],
	["posts", "POST", () => `${readings}?expand=${back}`, () => ({ sensor: "b" })],
	["changes", "PATCH", () => `${readings}/${own}?expand=${back}`, () => ({ value: 2 })],
	["renews its token", "POST", () => "/api/collections/users/auth-refresh?expand=readings_via_device", () => ({})],
	["filters", "GET", () => `${readings}?filter=${encodeURIComponent("device.readings_via_device.value ?> 0")}`],
	["sorts", "GET", () => `${readings}?sort=device.readings_via_device.value`]
] as const satisfies readonly (readonly [string, string, () => string, (() => object)?])[]) {
	test.serial(`a device that ${what} by back relations is refused with a text`, async (t) => {
		const before = await service.everything();
		expectRefused(t, await service.ask(method, path(), device, body?.()), /back relation/);
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

interface Stream {
	readonly id: string;
	readonly ended: Promise<void>;
	readonly subscribe: (subscriptions: readonly string[], as?: Account) => Promise<Answer>;
}

/** Opens an event stream. */
async function stream(t: ExecutionContext, address = "192.0.2.1"): Promise<Stream> {
	const controller = new AbortController();
	t.teardown(() => controller.abort());
	const response = await fetch(`${service.url}/api/realtime`, { signal: controller.signal, headers: { "x-forwarded-for": address } });
	const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
	let text = "";
	while (!text.includes("PB_CONNECT"))
		text += (await reader.read()).value;
	const [, id] = /"clientId":"([^"]+)"/.exec(text)!;
	const ended = (async () => {
		while (!(await reader.read()).done);
	})();
	ended.catch(() => undefined);
	return {
		id, ended,
		subscribe: async (subscriptions, as = device) => {
			const headers = { "content-type": "application/json", "x-forwarded-for": address, ...as.token === "" ? {} : { authorization: as.token } };
			const answer = await fetch(`${service.url}/api/realtime`, { method: "POST", headers, body: JSON.stringify({ clientId: id, subscriptions }) });
			const body = await answer.text();
			return { status: answer.status, body: body === "" ? undefined : JSON.parse(body) };
		}
	};
}

function subscriptions(count: number): string[] {
	return Array.from({ length: count }, (_, index) => `readings/*?options=${encodeURIComponent(JSON.stringify({ query: { filter: `value > ${index}` } }))}`);
}

test.serial("a stream of a device or a guest has ten subscriptions at most, an operator's a hundred, and the answer says so", async (t) => {
	const operator = await service.operator("operator@example.test", secret);
	for (const [as, most] of [[device, 10], [guest, 10], [operator, 100]] as const) {
		const { subscribe } = await stream(t);
		expectRefused(t, await subscribe(subscriptions(most + 1), as), new RegExp(`${most} subscriptions`));
		t.is((await subscribe(subscriptions(most), as)).status, 204);
	}
	const { subscribe } = await stream(t);
	t.is((await subscribe(subscriptions(200), service.superuser)).status, 204);
});

test.serial("a subscription has no back relation, however it is written", async (t) => {
	const { subscribe } = await stream(t);
	for (const options of [JSON.stringify({ query: { expand: back } }), `{"query":{"expand":"device.readings\\u005fvia\\u005fdevice"}}`, `{"query":{"expand":"device.readings\\u005fvi\\u0061_device"}}&a=\xff`, JSON.stringify({ query: { filter: "device.readings_via_device.value > 1" } })])
		expectRefused(t, await subscribe([`readings/*?options=${encodeURIComponent(options)}`]), /back relation/);
	t.is((await subscribe([`readings/*?options=${encodeURIComponent(JSON.stringify({ query: { expand: "device" } }))}`])).status, 204);
});

test.serial("of a user's event streams five are open: the oldest ends", async (t) => {
	const streams: Stream[] = [];
	for (let count = 0; count < 6; count++) {
		const next = await stream(t);
		t.is((await next.subscribe(["readings/*"])).status, 204);
		streams.push(next);
	}
	t.is((await streams[0].subscribe(["readings/*"])).status, 404);
	await streams[0].ended;
	for (const { subscribe } of streams.slice(1))
		t.is((await subscribe(["readings/*"])).status, 204);
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
	const streams: Stream[] = [];
	while (streams.length < 100)
		streams.push(await stream(t));
	const next = await stream(t);
	t.is((await streams[0].subscribe(["readings/*"])).status, 404);
	await streams[0].ended;
	t.is((await next.subscribe(["readings/*"])).status, 204);
	t.is((await streams[99].subscribe(["readings/*"], guest)).status, 204);
});
