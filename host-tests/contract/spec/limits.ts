import { type Case, testCase } from "../case.js";
import { create, createMany, device, guest, notSent, onDevice, only, pageOf, refused, sensorName } from "./devices.js";

/** What the specification, the service and the client allow at most. */
export const limitCases: readonly Case[] = [
	testCase("limit: perPage is 30 by default", onDevice, async ({ client, sensor }, context) => {
		await createMany(context, client, sensor, 31);
		const page = pageOf(context, await client.getListEx(null, null, null, only(sensor)));
		context.equal(page.perPage, 30);
		context.equal(page.items.length, 30);
		context.equal(`${page.totalItems} ${page.totalPages}`, "31 2");
	}),
	testCase("limit: perPage is 500 at most, as number and as text", onDevice, async ({ client, sensor }, context) => {
		await createMany(context, client, sensor, 2);
		for (const asked of [1, 499, 500, "500"]) {
			const page = pageOf(context, await client.getListEx(null, asked, null, only(sensor)));
			context.equal(page.perPage, Number(asked));
			context.equal(page.items.length, asked === 1 ? 1 : 2);
		}
		const { requests } = client.stats();
		for (const asked of [501, 1000, 2 ** 53 - 1, "501", "+501", "1000", "9223372036854775807", "0000000000000000501"])
			notSent(context, await client.getListEx(null, asked), "perPage must be 500 at most");
		context.equal(client.stats().requests, requests, "requests");
	}),
	testCase("limit: the service gives 500 records a page to whoever asks for more, in any digits", onDevice, async ({ client }, context) => {
		for (const asked of ["501", "1000", "%2B1000", "9223372036854775807", "9223372036854775808", "0000000000000000501"])
			context.equal(pageOf(context, await client.sendEx("GET", `/api/collections/readings/records?fields=id&filter=id%3D'a'&perPage=${asked}`)).perPage, 500, asked);
	}),
	testCase("limit: of 501 records a page of 1000 holds 500, read whole from a chunked answer", async (context) => {
		const client = await device(context, "device-one", { limits: { body: 32768, queue: 50 } });
		const sensor = sensorName("501");
		for (let value = 0; value < 501;) {
			const calls = [];
			for (; calls.length < 50 && value < 501; value++)
				calls.push(client.createEx(JSON.stringify({ sensor, value })));
			context.ok((await Promise.all(calls)).every(({ ok }) => ok), "every create succeeds");
		}
		const path = `/api/collections/readings/records?perPage=1000&sort=value&fields=value&filter=${encodeURIComponent(only(sensor))}`;
		const page = pageOf(context, await client.sendEx("GET", path));
		context.equal(page.perPage, 500);
		context.equal(page.totalItems, 501);
		context.equal(page.items.map(({ value }) => value).join(), Array.from({ length: 500 }, (_, at) => at).join());
	}),
	testCase("limit: perPage \"0\" and below mean 30", async (context) => {
		const client = guest(context).collection("readings");
		context.equal(pageOf(context, await client.getListEx(null, "0")).perPage, 30);
		context.equal(pageOf(context, await client.getListEx(null, "-5")).perPage, 30);
	}),
	testCase("limit: a filter has at most 3500 characters and 200 expressions", onDevice, async ({ client, sensor }, context) => {
		await createMany(context, client, sensor, 1);
		const long = (length: number): string => only(sensor) + " && unit != '".padEnd(length - only(sensor).length - 1, "x") + "'";
		context.equal(long(3500).length, 3500);
		context.equal(pageOf(context, await client.getListEx(null, null, null, long(3500))).items.length, 1);
		refused(context, await client.getListEx(null, null, null, long(3501)), 400);
		const many = (count: number): string => only(sensor) + "&&value>0".repeat(count - 1);
		context.equal(pageOf(context, await client.getListEx(null, null, null, many(200))).items.length, 1);
		refused(context, await client.getListEx(null, null, null, many(201)), 400);
	}),
	testCase("limit: the longest filter that the service takes goes out by default, all of it percent-encoded, beside all other parameters", onDevice, async ({ client, sensor }, context) => {
		await createMany(context, client, sensor, 1);
		const start = `${only(sensor)} && unit != '`;
		// Two bytes to a character; the service counts bytes.
		const filter = `${start}${"я".repeat((3499 - start.length) >> 1)}'`;
		const page = pageOf(context, await client.getListEx(1, 500, "-created,value", filter, "1", "device", "id,value,expand.device.name"));
		context.equal(page.items.length, 1);
		refused(context, await client.getListEx(null, null, null, `${start}${"я".repeat(1750)}'`), 400);
		// What comes behind finds the head of an ordinary request again.
		await createMany(context, client, sensor, 2);
		context.equal(pageOf(context, await client.getListEx(null, null, null, filter)).items.length, 3);
	}),
	testCase("limit: a page of the default size comes by default, with the devices expanded", onDevice, async ({ client, sensor }, context) => {
		for (let number = 1; number <= 30; number++)
			await create(context, client, { sensor, value: 21.5, unit: "°C", taken: "2026-11-22 17:00:00.000Z", extra: { run: 2147483646, number } });
		const page = pageOf(context, await client.getListEx(null, null, null, only(sensor), null, "device"));
		context.equal(page.items.length, 30);
		context.ok(page.items.every(({ expand }) => expand?.device?.name === "Device one"), "each has its device");
	}),
	testCase("limit: path and query longer than limits.url make no request and say so", async (context) => {
		const client = guest(context, { limits: { url: 64 } }).collection("readings");
		const prefix = "/api/collections/readings/records/";
		notSent(context, await client.getOneEx("x".repeat(65 - prefix.length)), "path and query are too long");
		context.equal(client.stats().requests, 0);
		refused(context, await client.getOneEx("x".repeat(64 - prefix.length)), 404);
		notSent(context, await client.getListEx(null, null, null, "é".repeat(8)), "path and query are too long");
		context.equal(client.stats().requests, 1);
	}),
	testCase("limit: whole numbers above 2^53 lose digits", onDevice, async ({ client }, context) => {
		const response = await client.createEx(`{"sensor":"${sensorName("digits")}","value":9007199254740993}`);
		context.ok(response.body.includes("\"value\":9007199254740992"), "the service keeps a double");
		const exact = await create(context, client, { sensor: sensorName("digits"), value: 9007199254740991 });
		context.equal(exact.value, 9007199254740991);
	})
];
