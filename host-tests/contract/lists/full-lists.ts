import { getFullList } from "records-client/lists";
import { type Case, testCase } from "../case.js";
import { createMany, device, notSent, onDevice, only, type Reading, sensorName } from "../spec/devices.js";

/** Options that are wrong, by the error. */
const mistakes: readonly (readonly [error: string, options: object])[] = [
	["options.raw is unknown", { raw: true }],
	["options.sorted is unknown; did you mean options.sort?", { sorted: "id" }],
	["perPage must be a whole number from 1 to 500", { perPage: 501 }],
	["client must be a RecordsClient", { client: {} }]
];

/** All records of a list at once. */
export const fullListCases: readonly Case[] = [
	testCase("getFullList brings the records of all pages as one list, in the order of eachRecord; of nothing an empty one", onDevice, async ({ client, sensor }, context) => {
		await createMany(context, client, sensor, 7);
		for (const perPage of [500, 3, 1]) {
			const response = await getFullList({ client, collection: "readings", filter: only(sensor), sort: "-value", perPage });
			context.equal(response.error, "", "error");
			context.equal(response.json<Reading[]>()?.map(({ value }) => value).join(), "7,6,5,4,3,2,1", `by ${perPage}`);
		}
		const few = await getFullList({ client, collection: "readings", filter: only(sensor), sort: "value", fields: "value" });
		context.equal(Object.keys(few.json<object[]>()?.[0] ?? {}).sort().join(), "id,value", "fields");
		context.equal((await getFullList({ client, collection: "readings", filter: "value > 1 && value < 1" })).body, "[]", "of nothing");
	}),
	testCase("getFullList: a list with more than limits.body or limits.values is too large, and no further page is asked for", async (context) => {
		const sensor = sensorName("full");
		await createMany(context, await device(context), sensor, 60);
		for (const [limit, given] of [["limits.body (2000)", { body: 2000 }], ["limits.values (1024): limits.values 1502 would do", { values: 1024 }]] as const) {
			const client = await device(context, "device-one", { limits: given });
			const before = client.stats().requests;
			const response = await getFullList({ client, collection: "readings", filter: only(sensor), perPage: 4 });
			context.equal(`${response.kind} ${response.statusCode} ${response.error}`, `too-large 200 the list has more than ${limit}; eachRecord reads lists of any length`);
			context.equal(response.body, "", "body");
			context.ok(limit.startsWith("limits.values") || client.stats().requests - before < 5, `${client.stats().requests - before} requests`);
		}
	}),
	testCase("getFullList: options that are wrong make no request, and a refusal of the service is the response", onDevice, async ({ client }, context) => {
		for (const [error, options] of mistakes)
			notSent(context, await getFullList({ client, collection: "readings", ...options }), error);
		context.equal((await getFullList({ client, collection: "readings", filter: "none = 1" })).statusCode, 400, "status");
	}),
	testCase("createEx and updateEx return of the record what expand and fields say", async (context) => {
		const readings = (await device(context)).at("readings");
		const made = await readings.createEx({ sensor: sensorName("parts"), value: 1 }, { expand: "device", fields: "id,value,expand.device.name" });
		context.equal(made.error, "", "error");
		const { expand, id, ...others } = made.json<{ id: string; value: number; expand: { device: { name: string } } }>()!;
		context.equal(JSON.stringify(others), '{"value":1}', "fields");
		context.ok(expand.device.name !== "", "expanded");
		const changed = await readings.updateEx(id, { value: 2 }, { fields: "value" });
		context.equal(`${changed.error}${changed.body.trim()}`, '{"value":2}', "changed");
	})
];
