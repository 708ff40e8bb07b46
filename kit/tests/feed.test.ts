/** The kit's feed of readings, which `npm run fleet -- forward` reads. */
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { KitService, postAll, readings, secret } from "./kit-service.js";

const token = "a-token-for-forwarding";

const service = await KitService.start({ RECORDS_FEED_TOKEN: token });
const device = await service.device("device-one", secret);
/** The ids of what was posted, in its order. */
const posted: string[] = [];
for (let value = 0; value < 5; value++)
	posted.push(await post({ sensor: "a", value, unit: "°C", taken: "2026-01-02 03:04:05.678Z", extra: { value } }));
test.after.always(() => service.remove());

async function post(reading: object): Promise<string> {
	const { status, body } = await service.ask("POST", readings, device, reading);
	if (status !== 200)
		throw new Error(JSON.stringify(body));
	return body.id;
}

interface Feed {
	readonly status: number;
	readonly newest: number;
	readonly text: string;
	readonly items: readonly any[];
}

async function feed(query = "", { authorization = `Bearer ${token}`, url = service.url, path = "" } = {}): Promise<Feed> {
	const response = await fetch(`${url}/api/records/feed${path}?${query}`, { headers: { authorization } });
	const text = await response.text();
	return { status: response.status, newest: Number(response.headers.get("records-newest")), text, items: response.ok ? text.split("\n").slice(0, -1).map((line) => JSON.parse(line)) : [] };
}

test.serial("the feed wants its own token or a superuser's: none and another one get 401, and without the variable there is no path", async (t) => {
	for (const authorization of ["", "Bearer wrong", token, device.token]) {
		for (const path of ["", "/devices"])
			t.is((await feed("", { authorization, path })).status, 401);
	}
	const without = await KitService.of(t);
	for (const authorization of [`Bearer ${token}`, "Bearer "])
		t.is((await feed("", { authorization, url: without.url })).status, 404);
	for (const { superuser, url } of [service, without])
		t.is((await feed("", { authorization: superuser.token, url })).status, 200);
});

test.serial("a page has the readings after a place in the order in which they were stored, each with what it was posted with", async (t) => {
	const { items, newest, status } = await feed();
	t.is(status, 200);
	t.is(newest, 5);
	t.deepEqual(items.map(({ id }) => id), posted);
	t.deepEqual(items.map(({ place }) => place), [1, 2, 3, 4, 5]);
	const { created, ...rest } = items[1];
	t.deepEqual(rest, { place: 2, id: posted[1], device: device.id, sensor: "a", value: 1, unit: "°C", taken: "2026-01-02 03:04:05.678Z", extra: '{"value":1}' });
	t.regex(created, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/);
	t.deepEqual((await feed(`after=2&id=${posted[1]}&limit=2`)).items.map(({ id }) => id), posted.slice(2, 4));
});

test.serial("limit is 1 to 5,000, after a whole number", async (t) => {
	for (const query of ["limit=0", "limit=5001", "limit=-1", "limit=1.5", "limit=a", "after=-1", "after=a", "after=1.5", "after=1e3", "after=99999999999999999999"]) {
		const { status, text } = await feed(query);
		t.is(status, 400, query);
		t.regex(text, /After is a whole number|after is a whole number/, query);
	}
	for (const query of ["limit=1", "after=&id=&limit=1"])
		t.is((await feed(query)).items.length, 1, query);
	t.is((await feed("limit=5000")).items.length, 5);
	t.is((await feed("limit=5001", { path: "/devices" })).status, 400);
});

test.serial("409 where the place has another id, or no reading", async (t) => {
	for (const query of [`after=2&id=${posted[2]}`, "after=2", "after=2&id=", `after=6&id=${posted[4]}`])
		t.is((await feed(query)).status, 409, query);
});

test.serial("texts that would break a page for all are answered as texts: U+0000, no JSON, no number, a half character", async (t) => {
	const last = posted.length;
	const id = await post({ sensor: "a", value: 1 });
	posted.push(id);
	for (const [column, value] of [["sensor", "a\u0000b\n"], ["extra", "[NaN"], ["value", "NaN"], ["taken", "0000-01-01 00:00:00.000Z"], ["unit", '"\\ud800"']])
		await service.stored(id, column, value);
	const { items } = await feed(`after=${last}&id=${posted[last - 1]}`);
	t.like(items[0], { id, sensor: "a\u0000b\n", extra: "[NaN", value: "NaN", taken: "0000-01-01 00:00:00.000Z", unit: '"\\ud800"' });
	await service.stored(id, "sensor", "a");
});

test.serial("a page ends early after 4 MB of extra, and the next goes on", async (t) => {
	const last = posted.length;
	posted.push(...await postAll(service, device, Array.from({ length: 150 }, () => ({ sensor: "b", value: 1, extra: "x".repeat(32_000) }))));
	const { items: first } = await feed(`after=${last}&id=${posted[last - 1]}`);
	t.is(first.length, 125); // 125 of 32,002 bytes are more than 4,000,000
	const { id, place } = first[124];
	const { items: second } = await feed(`after=${place}&id=${id}`);
	t.deepEqual([...first, ...second].map((item) => item.id), posted.slice(last));
});

test.serial("a deleted reading is missing in its page; where it was the place, the answer is 409", async (t) => {
	await service.manage("DELETE", `${readings}/${posted[1]}`);
	t.deepEqual((await feed("limit=3")).items.map(({ place }) => place), [1, 3, 4]);
	t.is((await feed(`after=2&id=${posted[1]}`)).status, 409);
	// SQLite gives the place of the newest to the next: its id says so.
	const newest = posted.at(-1)!;
	const { newest: place } = await feed();
	await service.manage("DELETE", `${readings}/${newest}`);
	t.is((await feed(`after=${place}&id=${newest}`)).status, 409);
	const next = await post({ sensor: "a", value: 1 });
	t.is((await feed(`after=${place}&id=${newest}`)).status, 409);
	t.like(await feed(`after=${place}&id=${next}`), { status: 200, newest: place, text: "" });
});

test.serial("the devices are in the order of their ids, removed ones, too", async (t) => {
	const two = await service.device("device-two", secret);
	await service.manage("PATCH", `/api/collections/users/records/${two.id}`, { removed: "2026-02-03 00:00:00.000Z" });
	const { items } = await feed("", { path: "/devices" });
	t.deepEqual(items.map(({ id }) => id), [device.id, two.id].sort());
	t.like(items.find(({ id }) => id === two.id), { name: "device-two", removed: "2026-02-03 00:00:00.000Z" });
	t.like(items.find(({ id }) => id === device.id), { name: "device-one", removed: "" });
	const [first, second] = items;
	t.deepEqual((await feed(`after=${first.id}&limit=1`, { path: "/devices" })).items, [second]);
	t.deepEqual((await feed(`after=${second.id}`, { path: "/devices" })).items, []);
});

test.serial("the retention deletes only what was forwarded, never the place itself, and nothing after a start; the metrics say what waits", async (t) => {
	const environment = { RECORDS_FEED_TOKEN: token, RECORDS_KEEP_DAYS: "1" };
	const { service: kept, device: one } = await KitService.withDevices(t, environment);
	const ids: string[] = [];
	for (let value = 0; value < 5; value++)
		ids.push((await kept.ask("POST", readings, one, { sensor: "a", value })).body.id);
	for (const id of ids.slice(0, 4))
		await kept.received(id, "2026-01-01 08:00:00.000Z");
	/** Runs the retention; how many of the readings are left, and how many wait. */
	const retain = async (): Promise<number[]> => {
		const lastRun = "records_retention_last_run_timestamp_seconds";
		const before = await kept.metric(lastRun);
		await kept.job("records_retention");
		while (await kept.metric(lastRun) === before)
			await sleep(20);
		return [(await feed("", { url: kept.url })).items.length, await kept.metric("records_retention_waiting_readings")];
	};
	t.deepEqual(await retain(), [5, 4]);
	// Who only reads has stored nothing.
	await feed(`after=4&id=${ids[3]}`, { url: kept.url });
	for (const query of [`after=4&id=${ids[3]}`, "after=4"])
		t.is((await feed(query, { authorization: kept.superuser.token, url: kept.url })).status, 200);
	t.deepEqual(await retain(), [5, 4]);
	await feed(`after=2&id=${ids[1]}&to=a`, { url: kept.url });
	t.is((await feed(`after=4&id=${ids[0]}&to=a`, { url: kept.url })).status, 409);
	t.is((await feed(`after=4&id=${ids[3]}&to=b`, { url: kept.url })).status, 403);
	t.deepEqual(await retain(), [4, 2]);
	t.deepEqual(await retain(), [4, 2]);
	await kept.restart(environment);
	t.deepEqual(await retain(), [4, 3]);
	await feed(`after=5&id=${ids[4]}&to=b`, { url: kept.url });
	t.deepEqual(await retain(), [1, 0]);
});
