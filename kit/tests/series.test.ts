/** The bound of a device's series, and so of the hours that the retention keeps of it. */
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import { RecordsClient } from "records-client";
import { Outbox } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";
import { type Account, type Answer, dateText, day, hourly, KitService, readings, secret } from "./kit-service.js";

const refused = { message: "Failed to store the reading.", data: { sensor: { code: "validation_too_many_series", message: "The device has as many sensors and units as it may." } } };

function start(t: ExecutionContext, environment: Record<string, string> = {}): ReturnType<typeof KitService.withDevices> {
	return KitService.withDevices(t, { RECORDS_DEVICE_SERIES: "3", ...environment });
}

function post(service: KitService, device: Account, sensor: string, unit = "", more: object = {}): Promise<Answer> {
	return service.ask("POST", readings, device, { sensor, unit, value: 1, ...more });
}

/** Of a device: each series as "sensor unit", in order, with "-" where hours alone are left. */
function seriesOf(service: KitService, { id }: Account): Promise<string[]> {
	return service.details(`SELECT sensor || ' ' || unit || CASE hasReadings WHEN 1 THEN '' ELSE '-' END AS detail FROM records_series WHERE device = '${id}' ORDER BY sensor, unit`);
}

test("a device has so many sensors and units: a reading of one more is refused by name, alone, in a batch and by a change; the others are stored", async (t) => {
	const { service, device, other } = await start(t);
	for (const [sensor, unit] of [["a", "C"], ["a", "F"], ["health", ""], ["a", "C"]])
		t.is((await post(service, device, sensor, unit)).status, 200);
	for (const [sensor, unit] of [["a", ""], ["b", "C"], ["a", "C "]])
		t.like(await post(service, device, sensor, unit), { status: 400, body: refused });
	const { body: { id } } = await post(service, device, "a", "C");
	t.like(await service.ask("PATCH", `${readings}/${id}`, device, { sensor: "b" }), { status: 400, body: refused });
	t.is((await service.ask("PATCH", `${readings}/${id}`, device, { value: 2, unit: "F" })).status, 200);
	const put = (sensor: string, index: number): object => ({ method: "PUT", url: readings, body: { id: `reading0000000${index}`, sensor, unit: "C" } });
	const batch = await service.ask("POST", "/api/batch", device, { requests: [put("a", 1), put("b", 2)] });
	t.is(batch.status, 400);
	t.like(batch.body.data.requests["1"].response, refused);
	t.is((await service.ask("POST", "/api/batch", device, { requests: [put("a", 1), put("a", 2)] })).status, 200);
	t.deepEqual(await seriesOf(service, device), ["a C", "a F", "health "]);
	t.is((await post(service, other, "b", "C")).status, 200);
	// What else is wrong with a reading is said as before.
	t.like((await post(service, device, "")).body.data, { sensor: { code: "validation_required" } });
});

test("requests at the same time have no more", async (t) => {
	const { service, device } = await start(t);
	const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => post(service, device, `sensor-${index}`)));
	t.is(answers.filter(({ status }) => status === 200).length, 3);
	t.is((await service.manage("GET", readings)).totalItems, 3);
});

test("an outbox rejects the readings that are too many, and delivers all others", async (t) => {
	const { service } = await start(t);
	const client = new RecordsClient({ baseUrl: service.url, preferences: null, credentials: { collection: "users", identity: "device-one", password: secret } });
	const rejected: string[] = [];
	const outbox = new Outbox({
		client, collection: "readings", storage: new RamStorage(65_536, 4096), limits: { bootJitter: 0, count: 1000 },
		onRejected: (reading) => rejected.push((JSON.parse(reading) as { sensor: string }).sensor)
	});
	t.teardown(() => client.close());
	for (const sensor of ["a", "b", "c", "d", "a", "e", "b", "c"])
		outbox.put({ sensor, value: 1 });
	while (outbox.pending > 0) {
		outbox.put({ sensor: "a", value: 2 });
		await outbox.flush();
		await sleep(500);
	}
	t.deepEqual(rejected.sort(), ["d", "e"]);
	t.like(outbox.stats(), { rejected: 2, dropped: 0 });
	t.is((await service.manage("GET", readings)).totalItems, outbox.stats().delivered);
});

test("a series ends with its last reading and hour: not when the retention has deleted its readings", async (t) => {
	const { service, device } = await start(t, { RECORDS_KEEP_DAYS: "30" });
	const old = (await post(service, device, "old")).body.id as string;
	await post(service, device, "b");
	const wrong = (await post(service, device, "wrong")).body.id as string;
	await service.received(old, dateText(Date.now() - 40 * day));
	await service.job("records_retention");
	while ((await service.manage("GET", readings)).totalItems > 2)
		await sleep(20);
	t.deepEqual(await seriesOf(service, device), ["b ", "old -", "wrong "]);
	t.deepEqual((await service.manage("GET", "/api/records/sensors")).sensors.map(({ sensor }: { sensor: string }) => sensor), ["b", "wrong"]);
	t.is((await post(service, device, "c")).status, 400);
	// Its readings may come back, and go again.
	const again = (await post(service, device, "old")).body.id as string;
	t.deepEqual(await seriesOf(service, device), ["b ", "old ", "wrong "]);
	await service.manage("DELETE", `${readings}/${again}`);
	t.deepEqual(await seriesOf(service, device), ["b ", "old -", "wrong "]);
	// A name that was wrong is changed, or deleted.
	await service.ask("PATCH", `${readings}/${wrong}`, device, { sensor: "b" });
	t.deepEqual(await seriesOf(service, device), ["b ", "old -"]);
	t.is((await post(service, device, "c")).status, 200);
	const { items: [{ id }] } = await service.manage("GET", hourly);
	await service.manage("DELETE", `${hourly}/${id}`);
	t.deepEqual(await seriesOf(service, device), ["b ", "c "]);
	for (const reading of (await service.manage("GET", readings)).items as { id: string }[])
		await service.manage("DELETE", `${readings}/${reading.id}`);
	t.deepEqual(await seriesOf(service, device), []);
	await service.manage("DELETE", `/api/collections/users/records/${device.id}`);
});

test("however a device sets its clock, it makes no more hours than those of a year and of the time since; no reading is lost", async (t) => {
	const { service, device } = await start(t, { RECORDS_KEEP_DAYS: "30" });
	const received = Date.UTC(2026, 4, 5, 6, 7, 8);
	const hourOf = (time: number): string => dateText(Math.floor(time / 3_600_000) * 3_600_000);
	const times: [taken: string, hour: number][] = [
		["", received], [dateText(received), received], [dateText(received - 40 * day), received - 40 * day], [dateText(received - 365 * day), received - 365 * day],
		[dateText(received + 60_000), received], [dateText(received - 367 * day), received], [dateText(received + 3_600_000), received], [dateText(received + 367 * day), received],
		["1000-01-01 00:00:00.000Z", received], ["1970-01-01 00:00:07.000Z", received], ["9999-12-31 23:59:59.999Z", received]
	];
	for (const [taken] of times) {
		const { body: { id } } = await post(service, device, "a", "", { taken });
		await service.received(id, dateText(received));
	}
	await service.job("records_retention");
	while ((await service.manage("GET", readings)).totalItems > 0)
		await sleep(20);
	const counts = new Map<string, number>();
	for (const [, hour] of times)
		counts.set(hourOf(hour), (counts.get(hourOf(hour)) ?? 0) + 1);
	const { items } = await service.manage("GET", `${hourly}?sort=hour`);
	t.deepEqual(items.map(({ count, hour }: { count: number; hour: string }) => [hour, count]), [...counts].sort());
});

test("the bound is 100 where nobody says otherwise, or says what is no number", async (t) => {
	for (const [given, bound] of [["", 100], ["0", 100], ["many", 100], ["1e3", 100], ["99", 99]] as const) {
		const { service, device } = await start(t, { RECORDS_DEVICE_SERIES: given });
		const batch = (from: number, to: number): Promise<Answer> => service.ask("POST", "/api/batch", device, {
			requests: Array.from({ length: to - from }, (_, index) => ({ method: "POST", url: readings, body: { sensor: `sensor-${from + index}` } }))
		});
		for (const [from, to, status] of [[0, 50, 200], [50, bound, 200], [bound, bound + 1, 400]])
			t.is((await batch(from, to)).status, status, given);
		await service.remove();
	}
});
