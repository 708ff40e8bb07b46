/** One device against all: what it can't store, and that the readers of all devices' data answer as before, whatever one has stored. */
import { connect } from "node:net";
import test, { type ExecutionContext } from "ava";
import { type Answer, commands, guest, hourly, KitService, metricsToken, readings, secret } from "./kit-service.js";

const long = "2020-01-01 08:30:00.000Z";

const service = await KitService.start({ RECORDS_KEEP_DAYS: "30" });
/** The victim, who has reported and posted, and the attacker. */
const [one, two] = [await service.device("device-one", secret), await service.device("device-two", secret)];
await service.ask("POST", readings, one, { sensor: "health", value: 5, extra: { interval: 36_000, firmware: "green/1", pending: 7 } });
await service.ask("POST", readings, one, { sensor: "private", value: 1, unit: "C" });
const { id: command } = await service.manage("POST", commands, { device: two.id, seq: 1, what: "own", state: "new", expires: "2098-01-01 00:00:00.000Z" });
/** Readings of the victim that the retention has put together. */
let kept = 0;
test.after.always(() => service.remove());

/** Answers are UTF-8 without an exception: readers that are stricter than a browser refuse a whole answer. */
async function strictly(path: string, authorization: string): Promise<{ readonly status: number; readonly text: string }> {
	const response = await fetch(service.url + path, { headers: authorization === "" ? {} : { authorization } });
	return { status: response.status, text: new TextDecoder("utf-8", { fatal: true }).decode(await response.arrayBuffer()) };
}

async function asSuperuser(t: ExecutionContext, path: string, what: string): Promise<Answer["body"]> {
	const { status, text } = await strictly(path, service.superuser.token);
	t.is(status, 200, `${what}: ${path}: ${text.slice(0, 300)}`);
	return JSON.parse(text);
}

/** All readers know of the victim what they knew before, and show the attacker nothing of it. */
async function expectReaders(t: ExecutionContext, what: string): Promise<void> {
	for (const path of ["/api/records/metrics", "/api/records/metrics?page=1"]) {
		const { status, text } = await strictly(path, `Bearer ${metricsToken}`);
		t.is(status, 200, what);
		for (const line of text.trimEnd().split("\n"))
			t.regex(line, /^(?:# .*|\w+(?:\{(?:\w+="(?:[^"\\\n]|\\["\\n])*",?)+\})? (?:-?[\d.]+(?:e[+-]\d+)?|Inf))$/, what);
		t.notRegex(text, /[\0\r]/, what);
		if (path.includes("page"))
			t.true(text.includes('\nrecords_device_pending_readings{device="device-one"} 7\n') && text.includes('\nrecords_device_info{device="device-one",firmware="green/1",library=""} 1\n'), what);
	}
	const overview = await asSuperuser(t, "/api/records/devices?sensor=private", what);
	t.is(overview.devices, 2);
	t.like(overview.items.find(({ name }: { name: string }) => name === "device-one"), { silent: false, interval: 36_000, firmware: "green/1", last: { sensor: "private", value: 1 } }, what);
	t.like(await asSuperuser(t, `/api/records/devices/${one.id}`, what), { firmware: "green/1", pending: 7, uptime: 5 }, what);
	t.like(await asSuperuser(t, `/api/records/devices/${one.id}/readings?sensor=private&from=1600000000000&to=9999999999999&late=0`, what), { readings: [{ value: 1 }] }, what);
	for (const filter of ["username='device-one' && silent=false", "firmware='green/1' && pending=7"])
		t.is((await asSuperuser(t, `/api/collections/device_status/records?filter=${encodeURIComponent(filter)}`, what)).items.length, 1, `${what}: ${filter}`);
	for (const list of ["device_status", "users"])
		t.is((await asSuperuser(t, `/api/collections/${list}/records`, what)).items.length, 2, `${what}: ${list}`);
	for (const path of ["/api/collections/device_activity/records", readings, hourly])
		await asSuperuser(t, `${path}?perPage=500`, what);
	// The attacker's own pages are readable, too, and another's are not.
	await asSuperuser(t, `/api/records/devices/${two.id}`, what);
	for (const path of [`/api/records/devices/${one.id}`, "/api/records/devices", "/api/records/metrics", "/api/collections/device_status/records", `${readings}/${(overview.items[0] as { id: string }).id}`]) {
		const { body, status } = await service.ask("GET", path, two);
		t.true(status >= 400 || body.items.length === 0, `${what}: ${path}`);
	}
}

/** The retention takes a reading of the victim, and those of the attacker as far as it can. */
async function expectRetention(t: ExecutionContext, what: string, ids: readonly string[]): Promise<void> {
	const { id } = await service.manage("POST", readings, { device: one.id, sensor: "old", value: 4 });
	// One that says itself that it is old may have been taken by an earlier run.
	for (const old of ids)
		await service.received(old, long).catch((error: unknown) => t.regex(String(error), /"status":404/));
	await service.received(id, long);
	await service.job("records_retention");
	const query = `${hourly}?filter=${encodeURIComponent(`device='${one.id}'`)}`;
	let items: { count: number; mean: number }[] = [];
	// The retention may be at an earlier run, and then ends without this one.
	for (let count = 0; items[0]?.count !== kept + 1; count++) {
		if (count > 500)
			return void t.fail(`the retention took no reading: ${what}`);
		({ items } = await asSuperuser(t, query, what));
	}
	kept++;
	t.like(items, [{ mean: 4 }]);
}

function nested(depth: number): string {
	return "[".repeat(depth) + "]".repeat(depth);
}

const numbers = ["0", "-0", "1.7e308", "-1.7e308", "1e300", "5e-324", "1e999", "-1e999", "123456789012345678901234567890", "1000000000000000", "-62135596800"];
const texts = [
	"", "Inf", "-Infinity", "NaN", "1e999", "0x1p1023", " 1", "\0", "a\0b", "\r\n", '"} 1\\', "\u2028💥", "x".repeat(5000), "x".repeat(100_000), "'; DROP TABLE readings; --",
	"10000-01-01 00:00:00.000Z", "0000-01-01 00:00:00.000Z", "9999-12-31 23:59:59.999Z", "-0001-01-01 00:00:00.000Z", "2026-01-01 00:00:00.000Z"
].map((text) => JSON.stringify(text));
const shapes = ["null", "true", "{}", "[]", '"\\ud800"', '"\\udc00x"', '{"":{"__proto__":[null]}}', '{"a":1,"a":2}', nested(20), nested(40), nested(1100), nested(20_000)];
/** Values as JSON texts. */
const odd: readonly string[] = [...numbers, ...texts, ...shapes];
const few: readonly string[] = ["1.7e308", "1e999", '"NaN"', '"a\\u0000b"', '"\\ud800"', JSON.stringify("x".repeat(5000)), "null", "[]", nested(1100)];

/** Members of a health record that readers look at. */
const reported = ["firmware", "library", "start", "interval", "heap", "rssi", "pending", "dropped", "refused", "rejected", "damaged", "retries", "badBlocks"];

interface Attack {
	readonly what: string;
	readonly values: readonly string[];
	/** The body as JSON text. */
	readonly body: (value: string) => string;
	readonly method?: string;
	readonly path: string;
}

function attacksOn(what: string, path: string, method: string, members: readonly string[], base: Record<string, unknown>, values: readonly string[]): readonly Attack[] {
	return members.map((member) => ({
		what: `${what}: ${member}`, values, path, method,
		body: (value) => `{${[...Object.entries(base).filter(([name]) => name !== member).map(([name, given]) => `"${name}":${JSON.stringify(given)}`), `"${member}":${value}`].join(",")}}`
	}));
}

const record = (collection: string, id: string): string => `/api/collections/${collection}/records/${id}`;
const upsert = (value: string): string => `{"requests":[{"method":"PUT","url":"${readings}","body":{"id":"oddreading00000","sensor":"health","value":${value},"taken":${value},"extra":${value}}}]}`;

/** By collection and member, posted and changed, as the attacker. */
const attacks: readonly Attack[] = [
	...attacksOn("posts a reading", readings, "POST", ["sensor", "value", "unit", "taken", "extra", "device", "created"], { sensor: "health", value: 1 }, odd),
	{ what: "posts a report", values: odd, path: readings, body: (value) => `{"sensor":"health","value":1,"extra":{${reported.map((name) => `"${name}":${value}`).join(",")}}}` },
	// PocketBase takes a text that is JSON for that JSON, and stores it as it is.
	{ what: "posts a report as a text", values: odd, path: readings, body: (value) => JSON.stringify({ sensor: "health", value: 1, extra: `{${reported.map((name) => `"${name}":${value}`).join(",")}}` }) },
	{ what: "puts a reading in a batch", values: odd, path: "/api/batch", body: upsert },
	...attacksOn("adds to a reading", record("readings", "oddreading00000"), "PATCH", ["value+", "value-", "extra", "unit+"], {}, ["1.7e308", "-1.7e308", "1e300", '"NaN"', nested(1100)]),
	...attacksOn("answers a command", record("commands", command), "PATCH", ["result", "state", "seq", "what", "expires", "device"], { state: "done" }, few),
	...attacksOn("changes its user", record("users", two.id), "PATCH", ["username", "name", "email", "removed", "locked", "verified", "password"], {}, few),
	...attacksOn("changes its activity", record("device_activity", two.id), "PATCH", ["readings", "late", "first", "last"], {}, few),
	...attacksOn("makes hourly values", hourly, "POST", ["sensor", "hour", "count", "mean"], { sensor: "a", hour: long, count: 1, mean: 1 }, few),
	...attacksOn("changes its status", record("device_status", two.id), "PATCH", ["silent", "seen"], {}, few),
	...attacksOn("makes firmware", "/api/collections/firmware/records", "POST", ["target", "version", "file"], { target: "board", version: 1 }, few)
];

/** Each member is given each so-manieth value, the next member other ones: `npm run test:reliability -- every-byte` gives all to each. */
const step = Number(process.env.FAULT_STEP ?? 3);
let injected = 0;
test.after(() => console.log(`faults injected: ${injected} on the service kit`));

for (const [number, { what, values, body, path, method = "POST" }] of attacks.entries()) {
	test.serial(`readers and retention serve the others when a device ${what}`, async (t) => {
		for (const value of values.filter((_, index) => (index + number) % step === 0)) {
			injected++;
			const text = body(value);
			const response = await fetch(service.url + path, { method, headers: { authorization: two.token, "content-type": "application/json" }, body: text });
			const label = `${what} ${value.slice(0, 40)}`;
			const answer = await response.text();
			t.true(response.status === 200 || (response.status >= 400 && response.status < 500), `${label}: HTTP ${response.status}: ${answer.slice(0, 200)}`);
			await expectReaders(t, label);
			const [made] = [JSON.parse(answer)].flat();
			const id = (made.body ?? made).id as string | undefined;
			await expectRetention(t, label, response.status === 200 && /readings|batch/.test(path) && typeof id === "string" ? [id] : []);
		}
	});
}

test.serial("texts with control characters, and dates that databases have not, are refused by name; the first and the last that they have are not", async (t) => {
	const post = (body: object): Promise<Answer> => service.ask("POST", readings, two, { sensor: "a", value: 1, ...body });
	for (const member of ["sensor", "unit"]) {
		for (const control of ["\0", "\n", "\x1b[2J", "\x7f", "\x85"]) {
			for (const { body, status } of [await post({ [member]: `a${control}b` }), await service.ask("POST", readings, service.superuser, { device: two.id, sensor: "a", [member]: `a${control}b` })]) {
				t.is(status, 400, JSON.stringify([member, control]));
				t.deepEqual(Object.keys(body.data), [member]);
			}
		}
	}
	for (const taken of ["0000-01-01 00:00:00.000Z", "0001-01-02 00:00:00.000Z", "0999-12-31 23:59:59.999Z"]) {
		const { body } = await post({ taken });
		t.deepEqual(Object.keys(body.data ?? {}), ["taken"], JSON.stringify(body));
	}
	for (const taken of ["1000-01-01 00:00:00.000Z", "9999-12-31 23:59:59.999Z", ""])
		t.is((await post({ taken })).status, 200, taken);
	t.is((await post({ sensor: "Temperatur außen 💥", unit: "°C" })).status, 200);
	const { id } = await service.manage("POST", commands, { device: two.id, seq: 9, what: "own", state: "new", expires: "2098-01-01 00:00:00.000Z" });
	t.deepEqual(Object.keys((await service.ask("PATCH", `${commands}/${id}`, two, { state: "done", result: "a\0" })).body.data), ["result"]);
});

test.serial("numbers of a report are at least 0 and whole numbers of JSON, its texts have a length", async (t) => {
	const counted = reported.filter((name) => !["firmware", "library", "start", "rssi"].includes(name));
	for (const value of [-1, -1e300, 1e300, 2 ** 63, "5"]) {
		const extra = { ...Object.fromEntries(counted.map((name) => [name, value])), rssi: -1e9, firmware: "f".repeat(5000), library: "l".repeat(5000), start: "s".repeat(5000) };
		t.is((await service.ask("POST", readings, two, { sensor: "health", value: 1, extra })).status, 200);
		const status = await asSuperuser(t, `/api/collections/device_status/records/${two.id}`, String(value));
		t.like(status, { ...Object.fromEntries(counted.map((name) => [name, 0])), rssi: 0 }, String(value));
		for (const name of ["firmware", "library", "start"])
			t.is(status[name].length, 100, name);
		t.notRegex(await service.metrics(), /^records_device_(?:pending_readings|report_interval_seconds|dropped_readings_total)\{device="device-two"\}/m);
	}
	t.is((await service.ask("POST", readings, two, { sensor: "health", value: 1, extra: { pending: 2 ** 53 - 1, rssi: -70, interval: 0.5 } })).status, 200);
	t.like(await asSuperuser(t, `/api/collections/device_status/records/${two.id}`, "most"), { pending: 2 ** 53 - 1, rssi: -70 });
});

/** What may have been there before the kit. */
const stored: readonly (readonly [column: string, value: unknown])[] = [
	["extra", nested(1100)], ["extra", `{"interval":60,"firmware":${nested(1100)}}`], ["extra", '{"firmware":"x\\ud800y","interval":1e999,"pending":-1e999}'],
	["extra", '{"firmware":"a\\u0000b\\r\\n","library":"\\"} 1"}'], ["extra", "no JSON"], ["extra", ""], ["extra", `"${"x".repeat(1_000_000)}"`],
	["value", 1.7e308], ["value", -1.7e308], ["taken", "no date"], ["taken", "9999-99-99 00:00:00.000Z"], ["unit", "\ud800"]
];

for (const [column, value] of stored) {
	test.serial(`readers and retention serve the others when before the kit there was ${column} ${String(value).slice(0, 40)}`, async (t) => {
		const ids: string[] = [];
		for (const sensor of ["health", "a", "a"]) {
			const { body: { id } } = await service.ask("POST", readings, two, { sensor, value: 1 });
			await service.stored(id, column, value);
			ids.push(id);
		}
		await expectReaders(t, column);
		await expectRetention(t, column, ids);
		await expectReaders(t, column);
	});
}

test.serial("a reading that can't be put together with others is passed over, stays, and is counted with when the retention last ran", async (t) => {
	for (const { id } of (await asSuperuser(t, `${readings}?perPage=500&filter=${encodeURIComponent(`device='${two.id}'`)}`, "all")).items)
		await service.manage("DELETE", `${readings}/${id}`);
	const ids: string[] = [];
	for (const created of ["2020-no date", "2020-01-01 08:30:00.000Z", "2020-01-01 08:31:00.000Z"]) {
		const { body: { id } } = await service.ask("POST", readings, two, { sensor: "b", value: 1.5 });
		await service.received(id, created);
		ids.push(id);
	}
	const before = Date.now() / 1000;
	await expectRetention(t, "passed over", []);
	while (await service.metric("records_retention_last_run_timestamp_seconds") < before)
		await new Promise((resolve) => setTimeout(resolve, 20));
	t.is(await service.metric("records_retention_passed_over_readings"), 1);
	t.deepEqual(await Promise.all(ids.map(async (id) => (await service.ask("GET", `${readings}/${id}`, service.superuser)).status)), [200, 404, 404]);
	t.is((await asSuperuser(t, `${hourly}?filter=${encodeURIComponent("sensor='b'")}`, "b")).items[0].count, 2);
	await service.manage("DELETE", `${readings}/${ids[0]}`);
});

test.serial("values of hours whose sum is no number have a mean", async (t) => {
	for (const value of [1.7e308, 1.7e308, -1.7e308, 1.7e308]) {
		const { body: { id } } = await service.ask("POST", readings, two, { sensor: "sum" });
		await service.stored(id, "value", value);
		await service.received(id, long);
	}
	await expectRetention(t, "sum", []);
	const [{ mean, maximum, minimum }] = (await asSuperuser(t, `${hourly}?filter=${encodeURIComponent("sensor='sum'")}`, "sum")).items;
	t.deepEqual([mean, minimum, maximum], [8.5e307, -1.7e308, 1.7e308]);
});

for (const [framing, head, wrapped] of [["length", (length: number) => `Content-Length: ${length}`, (body: string) => body], ["chunks", () => "Transfer-Encoding: chunked", (body: string) => `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`]] as const) {
	test.serial(`the rest of a refused body (${framing}) is no request: a proxy may share the connection among devices`, async (t) => {
		for (const begin of ["[".repeat(20_000), "x"]) {
			const body = begin + "GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20_000);
			const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
			let text = "";
			socket.setEncoding("utf8").on("data", (part: string) => text += part).on("error", () => undefined);
			const closed = new Promise((resolve) => socket.once("close", resolve));
			socket.write(`POST ${readings} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAuthorization: ${two.token}\r\n${head(body.length)}\r\n\r\n${wrapped(body)}`);
			await closed;
			// The end may overtake the answer.
			t.true(text.split("HTTP/1.1 ").length <= 2, text);
		}
	});
}

test.serial("a reading is refused with a text that says why", async (t) => {
	const refused = async (body: object): Promise<unknown> => {
		const answer = await service.ask("POST", readings, two, { sensor: "a", ...body });
		t.is(answer.status, 400);
		return Object.values(answer.body.data as Record<string, { message: string }>).map(({ message }) => message)[0];
	};
	t.is(await refused({ extra: JSON.parse(nested(33)) }), "It is nested more than 32 deep.");
	t.is(await refused({ extra: "x".repeat(32_768) }), "It is longer than 32768 bytes.");
	t.is(await refused({ extra: '{"a":1e999}' }), "It is no JSON, or has a number that is out of range.");
	t.is(await refused({ extra: '"\\ud83d"' }), "It has a half of a character, or the character U+0000.");
	t.regex(String(await refused({ value: 1.1e300 })), /1000000000000/);
	for (const extra of [JSON.parse(nested(32)), "x".repeat(32_000), "\\ud800 \u{1f4a5}", '"\\ud83d\\udca5"', 1e300, null])
		t.is((await service.ask("POST", readings, two, { sensor: "a", value: 1, extra })).status, 200, JSON.stringify(extra));
	t.is((await service.ask("POST", readings, guest, { sensor: "a", extra: "x".repeat(40_000) })).body.data.extra, undefined);
});
