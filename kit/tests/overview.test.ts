/** What the kit's overview.pb.js answers: all devices, one, a sensor over a time. That it shows nothing of another's: rules.test.ts. */
import test from "ava";
import { type Account, type Answer, dateText, KitService, postAll, readings, secret } from "./kit-service.js";

const minute = 60_000; // milliseconds

const service = await KitService.start({ RECORDS_DEVICE_SERIES: "200" });
test.after.always(() => service.remove());

async function post(device: Account, body: object, created?: number): Promise<void> {
	const { status, body: answer } = await service.ask("POST", readings, device, body);
	if (status !== 200)
		throw new Error(JSON.stringify(answer));
	if (created !== undefined)
		await service.received(answer.id, dateText(created));
}

async function over(device: Account, values: Record<string, string | number>): Promise<Answer> {
	const query = Object.entries({ sensor: "a", late: 1000, ...values }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
	return service.ask("GET", `/api/records/devices/${device.id}/readings?${query}`, device);
}

test.serial("devices are listed by name, silent ones first, with the last value and a curve; a search and an order choose", async (t) => {
	const devices = new Map<string, Account>();
	for (const name of ["green-10", "green-9", "blue-1", "blue-2"])
		devices.set(name, await service.device(name, secret));
	const now = Date.now();
	await post(devices.get("green-9")!, { sensor: "health", value: 1, extra: { interval: 60, firmware: "green/2", dropped: 4 } }, now - 3 * minute);
	await post(devices.get("blue-2")!, { sensor: "health", value: 1, extra: { interval: 60, rssi: -71, pending: 5 } }, now - 5 * minute);
	for (let index = 0; index < 45; index++)
		await post(devices.get("green-10")!, { sensor: "temperature", value: index, unit: "°C", taken: dateText(now - minute) }, now - minute + index);
	await post(devices.get("green-10")!, { sensor: "health", value: 1, extra: { interval: 3600, firmware: "green/1" } });
	await post(devices.get("green-10")!, { sensor: "other", value: 1 });
	await post(devices.get("blue-2")!, { sensor: "temperature", value: -3, unit: "°C" }, now - 5 * minute);
	const list = async (query = ""): Promise<Answer["body"]> => service.manage("GET", `/api/records/devices?sensor=temperature${query.replace("?", "&")}`);
	const names = async (query = ""): Promise<string[]> => (await list(query)).items.map(({ name }: { name: string }) => name);
	const all = await list();
	t.like(all, { devices: 4, silent: 2, found: 4 });
	t.deepEqual(all.items.map(({ name, silent }: any) => [name, silent]), [["blue-2", true], ["green-9", true], ["blue-1", false], ["green-10", false]]);
	t.like(all.items[1], { id: devices.get("green-9")!.id, interval: 60, firmware: "green/2", dropped: 4, late: 0, last: null, curve: [] });
	t.like(all.items[2], { seen: "", interval: 0, firmware: "", last: null });
	t.like(all.items[0], { rssi: -71, pending: 5, last: { sensor: "temperature", value: -3 }, curve: [-3] });
	t.like(all.items[3], { firmware: "green/1", rssi: 0, late: 0, last: { sensor: "temperature", value: 44, unit: "°C" } });
	t.deepEqual(all.items[3].curve, Array.from({ length: 40 }, (_, index) => 44 - index));
	t.deepEqual(await names("?order=newest"), ["blue-2", "green-9", "green-10", "blue-1"]);
	t.deepEqual(await names("?order=oldest"), ["blue-2", "green-9", "blue-1", "green-10"]);
	t.deepEqual(await names("?search=GREEN"), ["green-9", "green-10"]);
	t.deepEqual(await names("?search=%25"), []);
	t.deepEqual(await names("?offset=3"), ["green-10"]);
	t.deepEqual(all.firmware, [{ firmware: "green/1", devices: 1 }, { firmware: "green/2", devices: 1 }]);
	t.deepEqual(await names("?firmware=green/2"), ["green-9"]);
	t.deepEqual(await names("?firmware=green/2&silent=0"), []);
	t.deepEqual(await names("?silent=1"), ["blue-2", "green-9"]);
	t.deepEqual(await names("?silent=0"), ["blue-1", "green-10"]);
	t.like(await list("?silent=0&search=x"), { devices: 4, silent: 2, found: 0, items: [] });
	t.true((await service.manage("GET", "/api/records/devices")).items.every(({ last }: any) => last === null));
	t.deepEqual((await service.manage("GET", "/api/records/sensors")).sensors, [{ sensor: "temperature", devices: 2 }, { sensor: "other", devices: 1 }]);
	for (const query of ["?order=constructor", "?silent=2", "?offset=-1", "?offset=x"])
		t.is((await service.ask("GET", `/api/records/devices${query}`, service.superuser)).status, 400, query);
	await service.manage("PATCH", `/api/collections/users/records/${devices.get("blue-2")!.id}`, { removed: dateText(now) });
	t.deepEqual(await names("?search=blue"), ["blue-1"]);
	t.deepEqual((await service.manage("GET", "/api/records/sensors")).sensors, [{ sensor: "other", devices: 1 }, { sensor: "temperature", devices: 1 }]);
});

test.serial("of many sensors a device shows 100, its health, and the one that is asked for, and says that there are more", async (t) => {
	const device = await service.device("device-crowded", secret);
	const name = (index: number): string => `s${String(index).padStart(3, "0")}`;
	const sensors = async (query = ""): Promise<Answer["body"]> => (await service.ask("GET", `/api/records/devices/${device.id}${query}`, device)).body;
	const items = Array.from({ length: 120 }, (_, index) => ({ sensor: name(index), value: 1 }));
	await postAll(service, device, items.slice(0, 100));
	t.like(await sensors(), { more: false, sensors: { length: 100 } });
	await post(device, { sensor: "health", value: 1 });
	t.like(await sensors(), { more: false, sensors: { length: 101 } });
	await postAll(service, device, items.slice(100));
	const { more, sensors: some } = await sensors("?sensor=s110");
	t.true(more);
	t.deepEqual(some.map(({ sensor }: { sensor: string }) => sensor), ["health", ...Array.from({ length: 100 }, (_, index) => name(index)), "s110"]);
	t.is((await sensors("?sensor=nothing")).sensors.length, 101);
	// One device with many sensors leaves room for those of others.
	const other = await service.device("device-z", secret);
	await post(other, { sensor: "s119", value: 1 });
	await post(other, { sensor: "s000", value: 1 });
	const { sensors: all } = await service.manage("GET", "/api/records/sensors");
	t.is(all.length, 100);
	t.deepEqual(all[0], { sensor: "s000", devices: 2 });
});

test.serial("a number of a device's health is answered as readings are, without reports that do not tell it", async (t) => {
	const device = await service.device("device-health", secret);
	const start = Date.UTC(2026, 1, 1);
	const report = (index: number, extra: unknown): Promise<void> => post(device, { sensor: "health", value: 9, taken: dateText(start + index * minute), extra });
	await report(0, { heap: 40_000, rssi: -60, pending: 0 });
	await report(1, { heap: 0, rssi: 0, pending: 3 });
	await report(2, { heap: "many", rssi: [1], pending: null });
	await report(3, { heap: 39_000, rssi: -1e6, pending: 1e300 });
	await report(4, undefined);
	const values = async (number: string): Promise<number[]> => (await over(device, { sensor: "health", number, from: start, to: start + 10 * minute })).body.readings.map(({ value }: { value: number }) => value).sort();
	t.deepEqual(await values("heap"), [39_000, 40_000]);
	t.deepEqual(await values("rssi"), [-60]);
	t.deepEqual(await values("pending"), [0, 3]);
	t.deepEqual(await values(""), [9, 9, 9, 9, 9]);
	for (const number of ["uptime", "constructor", "heap') --"])
		t.is((await over(device, { sensor: "health", number, from: start, to: start + minute })).status, 400, number);
	await service.manage("POST", "/api/collections/readings_hourly/records", { device: device.id, sensor: "health", hour: dateText(start), count: 60, minimum: 1, mean: 2, maximum: 3 });
	t.deepEqual(await values("heap"), [39_000, 40_000]);
});

test.serial("a device sees how it is, and its sensors with the last value of each", async (t) => {
	const device = await service.device("device-sensors", secret);
	const path = `/api/records/devices/${device.id}`;
	t.like((await service.ask("GET", path, device)).body, { id: device.id, name: "device-sensors", silent: false, seen: "", readings: 0, sensors: [] });
	await post(device, { sensor: "b", value: 1 });
	await post(device, { sensor: "b", value: 2 });
	await post(device, { sensor: "A'; --", value: 1e300 });
	const now = Date.now();
	for (let index = 0; index < 12; index++)
		await post(device, { sensor: "c", value: index }, now - (12 - index) * minute);
	await post(device, { sensor: "health", value: 7, extra: { interval: 3600, firmware: "x/1", rssi: -60, pending: 3 } });
	const { body } = await service.ask("GET", path, device);
	t.like(body, { firmware: "x/1", rssi: -60, pending: 3, uptime: 7, interval: 3600, readings: 16 });
	const [first, second, { since, ...third }, fourth] = body.sensors;
	t.deepEqual([first, second, fourth].map(({ sensor, value, curve }: any) => [sensor, value, curve]), [["A'; --", 1e300, [1e300]], ["b", 2, [2, 1]], ["health", 7, [7]]]);
	t.is(first.since, first.created);
	t.like(third, { sensor: "c", value: 11 });
	t.is(since, dateText(now - 10 * minute));
	t.is((await service.ask("GET", "/api/records/devices/nothing", service.superuser)).status, 404);
});

test.serial("few readings of a time are answered as they are, by when they were taken; one from the future by when it was received", async (t) => {
	const device = await service.device("device-few", secret);
	const now = Date.now();
	await post(device, { sensor: "a", value: 1, taken: dateText(now - 10 * minute) });
	await post(device, { sensor: "a", value: 2, taken: dateText(now + 600 * minute) });
	await post(device, { sensor: "a", value: 3 });
	await post(device, { sensor: "a", value: 4, taken: dateText(now + 30_000) }, now);
	const values = async (from: number, to: number, sensor = "a"): Promise<number[]> => (await over(device, { from, to, sensor })).body.readings.map(({ value }: { value: number }) => value).sort();
	t.deepEqual(await values(now - 20 * minute, now + minute), [1, 2, 3, 4]);
	t.deepEqual(await values(now - 20 * minute, now - minute), [1]);
	t.deepEqual(await values(now + 20_000, now + minute), [4]);
	t.deepEqual(await values(now + 500 * minute, now + 700 * minute), []);
	t.deepEqual(await values(0, now, "b"), []);
	for (const [from, to, late] of [[5, 5, 0], ["x", 5, 0], ["", 5, 0], [-1, 5, 0], [0, 1e15, 0], [0, "Infinity", 0], [0, 5, -1]])
		t.is((await over(device, { from, to, late })).status, 400, `${from} ${to} ${late}`);
});

test.serial("many are put together: count, minimum, mean, maximum and late ones of each part, the hours that the retention left among them", async (t) => {
	const device = await service.device("device-many", secret);
	const start = Date.UTC(2026, 0, 1);
	const total = 1500;
	await postAll(service, device, Array.from({ length: total }, (_, index) => ({ sensor: "a", value: (index % 3) ** 2, taken: dateText(start + index * minute) })));
	const ask = async (): Promise<number[][]> => (await over(device, { from: start, to: start + total * minute, late: 1e9 })).body.parts;
	const parts = await ask();
	const { last, newest } = (await over(device, { from: start, to: start + total * minute })).body;
	t.like(last, { value: 4, taken: dateText(start + (total - 1) * minute) });
	t.true(newest >= last.created);
	t.is(parts.length, 500);
	t.is(parts.reduce((sum, [,, count]) => sum + count, 0), total);
	t.deepEqual(parts[1].slice(0, 7), [start + 3 * minute, start + 5 * minute, 3, 0, 1.66666666666667, 4, 3]);
	t.true(Math.abs(parts[1][7] - (Date.now() - parts[1][0])) < 10 * minute);
	await service.manage("POST", "/api/collections/readings_hourly/records", { device: device.id, sensor: "a", hour: dateText(start - 60 * minute), count: 60, minimum: -5, mean: 1, maximum: 7 });
	t.like((await over(device, { from: start - 60 * minute, to: start - minute })).body, { last: null, newest: null });
	t.deepEqual((await over(device, { from: start - 60 * minute, to: start + minute })).body.parts.map((part: number[]) => part.slice(0, 6)), [
		[start - 30 * minute, start - 30 * minute, 60, -5, 1, 7], [start, start, 1, 0, 0, 0]
	]);
	// Numbers whose sum is none.
	for (let index = 0; index < 3; index++)
		await service.manage("POST", "/api/collections/readings_hourly/records", { device: device.id, sensor: "large", hour: dateText(start + index * 60 * minute), count: 60, minimum: -1e300, mean: 1e300, maximum: 1e300 });
	t.deepEqual((await over(device, { from: start, to: start + 500 * 180 * minute, sensor: "large" })).body.parts[0].slice(2, 6), [180, -1e300, 1e300, 1e300]);
});
