import { type Case, type Context, testCase } from "../case.js";
import { create, createMany, device, guest, onDevice, only, type Page, pageOf, refused, sensorName, valuesOf } from "./devices.js";
import { scripted, ScriptedService } from "./scripted-service.js";

const REFUSED = "Something went wrong while processing your request.";

/** getListEx: paging, sorting, filtering, and what is left out. */
export const listingCases: readonly Case[] = [
	testCase("getListEx is GET /api/collections/{collection}/records, without a query when every parameter is skipped", scripted(), async ({ client, service }, context) => {
		await client.getListEx();
		await client.getListEx(null, null, null, null, null, null, null);
		await client.getListEx(undefined, undefined, undefined, undefined, undefined, undefined, undefined);
		for (const { method, path, headers, body } of service.sent) {
			context.equal(`${method} ${path}`, "GET /api/collections/readings/records");
			context.equal([...headers.keys()].join(), "host");
			context.equal(body, "");
		}
		context.equal(service.sent.length, 3);
	}),
	testCase("getListEx takes page, perPage, sort, filter, skipTotal, expand and fields in that order", async (context) => {
		const service = new ScriptedService();
		await service.client(context).collection("readings").getListEx("2", "5", "-value", "value>1", "1", "device", "id");
		context.equal(service.sent[0].path, "/api/collections/readings/records"
			+ "?page=2&perPage=5&sort=-value&filter=value%3E1&skipTotal=1&expand=device&fields=id");
	}),
	testCase("getListEx skips each parameter that is null or undefined by itself", async (context) => {
		const names = ["page", "perPage", "sort", "filter", "skipTotal", "expand", "fields"];
		const service = new ScriptedService();
		const client = service.client(context).collection("readings");
		for (let given = 0; given < names.length; given++) {
			const values = names.map((_, at) => at === given ? "7" : at % 2 === 0 ? null : undefined);
			await client.getListEx(...values as [string, string, string, string, string, string, string]);
			context.equal(service.sent[given].path, `/api/collections/readings/records?${names[given]}=7`);
		}
	}),
	testCase("page counts from 1 and is 1 by default", onDevice, async ({ client, sensor }, context) => {
		await createMany(context, client, sensor, 5);
		for (const [page, values] of [[1, "1,2"], [null, "1,2"], ["2", "3,4"], [3, "5"]] as const)
			context.equal(valuesOf(context, await client.getListEx(page, 2, "value", only(sensor))), values);
	}),
	testCase("a page past the end is a success without items", onDevice, async ({ client, sensor }, context) => {
		await createMany(context, client, sensor, 1);
		const page = pageOf(context, await client.getListEx(9, null, null, only(sensor)));
		context.equal(page.items.length, 0);
		context.equal(page.page, 9);
		context.equal(page.totalItems, 1);
	}),
	testCase("sort ascends without a prefix and descends with -, by several fields", onDevice, async ({ client, sensor }, context) => {
		for (const [value, unit] of [[1, "b"], [2, "a"], [3, "b"], [4, "a"]] as const)
			await create(context, client, { sensor, value, unit });
		for (const [sort, values] of [["value", "1,2,3,4"], ["-value", "4,3,2,1"], ["unit,-value", "4,2,3,1"], ["-unit,value", "1,3,2,4"]])
			context.equal(valuesOf(context, await client.getListEx(null, null, sort, only(sensor))), values, sort);
	}),
	...([
		["=", "value = 2", "2"],
		[">", "value > 2", "3,4"],
		[">=", "value >= 2", "2,3,4"],
		["~", "unit ~ 'ell'", "2,3"],
		["&&", "value > 1 && value >= 3 && unit ~ 'ell'", "3"]
	] as const).map(([operator, condition, values]) => testCase(`filter understands ${operator}`, onDevice, async ({ client, sensor }, context) => {
		for (const [value, unit] of [[1, "lux"], [2, "cell"], [3, "bells"], [4, "el l"]] as const)
			await create(context, client, { sensor, value, unit });
		context.equal(valuesOf(context, await client.getListEx(null, null, "value", `${only(sensor)} && ${condition}`)), values);
	})),
	testCase("filter compares dates as text: a space matches, a T silently doesn't", onDevice, async ({ client, sensor }, context) => {
		await create(context, client, { sensor, value: 1, taken: "2026-11-21 06:59:59.000Z" });
		await create(context, client, { sensor, value: 2, taken: "2026-11-21T07:00:01.000Z" });
		const values = async (from: string): Promise<string> => valuesOf(context, await client.getListEx(null, null, "value", `${only(sensor)} && taken >= '${from}'`));
		context.equal(await values("2026-11-21 07:00:00.000Z"), "2");
		context.ok(await values("2026-11-21T07:00:00.000Z") !== "2", "a T must not be written");
	}),
	testCase("skipTotal \"1\" omits totalItems and totalPages, beside expand and fields and in a page of any length", onDevice, async ({ client, sensor }, context) => {
		await createMany(context, client, sensor, 3);
		const counted = pageOf(context, await client.getListEx(1, 2, null, only(sensor)));
		context.equal(`${counted.totalItems} ${counted.totalPages}`, "3 2");
		const list = async (perPage: number, expand: string | null, fields: string | null): Promise<Page> => {
			const page = pageOf(context, await client.getListEx(1, perPage, "value", only(sensor), "1", expand, fields));
			context.equal(Object.keys(page).sort().join(), "items,page,perPage");
			context.equal(`${page.page} ${page.perPage}`, `1 ${perPage}`);
			return page;
		};
		context.equal((await list(2, null, null)).items.map(({ value }) => value).join(), "1,2");
		context.equal((await list(2, "device", null)).items[0].expand?.device?.name, "Device one");
		const narrow = JSON.stringify({ expand: { device: { name: "Device one" } }, sensor: sensor.slice(0, 4), value: 1 });
		context.equal(JSON.stringify((await list(1, "device", "value,sensor:excerpt(4,false),expand.device.name")).items), `[${narrow}]`);
		context.equal(Object.keys((await list(3, null, "*")).items[0]).length, Object.keys(counted.items[0]).length);
		// Longer than the service sends in one piece.
		await createMany(context, client, sensor, 20);
		context.equal((await list(500, null, null)).items.length, 23);
	}),
	testCase("expand and fields hold for each record of a page", onDevice, async ({ client, sensor }, context) => {
		await createMany(context, client, sensor, 2);
		const list = async (fields: string): Promise<string> => {
			const response = await client.getListEx(null, null, "value", only(sensor), null, "device", fields);
			return JSON.stringify(pageOf(context, response).items);
		};
		const expand = { device: { name: "Device one" } };
		context.equal(await list("expand.device.name,value"), JSON.stringify([{ expand, value: 1 }, { expand, value: 2 }]));
		context.equal(await list("value"), JSON.stringify([{ value: 1 }, { value: 2 }]));
	}),
	testCase("a list shows a device its own records only", async (context) => {
		const [one, two] = await Promise.all([device(context), device(context, "device-two")]);
		const sensor = sensorName("own");
		await createMany(context, one, sensor, 2);
		context.equal(pageOf(context, await one.getListEx(null, null, null, only(sensor))).totalItems, 2);
		context.equal(pageOf(context, await two.getListEx(null, null, null, only(sensor))).totalItems, 0);
	}),
	testCase("without a token a list is a success without items", async (context) => {
		const sensor = sensorName("guest-list");
		await createMany(context, await device(context), sensor, 1);
		const response = await guest(context).collection("readings").getListEx(null, null, null, only(sensor));
		context.equal(pageOf(context, response).items.length, 0);
	}),
	...([
		["filter", [null, null, null, "nosuch = 1"]],
		["filter that ends early", [null, null, null, "sensor ="]],
		["sort", [null, null, "nosuch"]],
		["page", ["second"]],
		["perPage", [null, "many"]]
	] as const).map(([what, [page, perPage, sort, filter]]) => testCase(`a bad ${what} is a 400 with a text`, async (context: Context) => {
		refused(context, await (await device(context)).getListEx(page, perPage, sort, filter), 400, REFUSED);
	})),
	testCase("a list of a collection for superusers is a 403 with a text", async (context) => {
		const client = (await device(context)).collection("_superusers");
		refused(context, await client.getListEx(), 403, "Only superusers can perform this action.");
	})
];
