import { eachRecord, getFirst, type ListOptions } from "records-client/lists";
import type { RecordsClient } from "../../../lib/client.js";
import { PASSWORD } from "../../../tools/password.js";
import { type Case, type Context, testCase } from "../case.js";
import { create, device, onDevice, only, type Reading, sensorName } from "../spec/devices.js";
import { against } from "../wire/scene.js";

/** Ids of the records that a list hands over. */
async function idsOf(context: Context, options: Omit<ListOptions, "collection" | "raw">): Promise<string[]> {
	const ids: string[] = [];
	const response = await eachRecord<Reading>({ collection: "readings", ...options }, ({ id }) => {
		ids.push(id);
	});
	context.equal(response.error, "");
	context.equal(response.body, String(ids.length));
	return ids;
}

/** Creates readings whose values and units repeat. */
async function several(context: Context, client: RecordsClient, sensor: string, count: number): Promise<Reading[]> {
	const made: Reading[] = [];
	for (let number = 0; number < count; number++)
		made.push(await create(context, client, { sensor, value: [0.1, -2, 0, 1e21, 1e-7][number % 5], unit: ["it's", "ü", ""][number % 3], taken: `2026-11-2${number % 4} 07:00:00.000Z` }));
	return made;
}

/** Lists of the real service. */
export const recordCases: readonly Case[] = [
	testCase("eachRecord brings what getListEx brings, in its order, by any fields of sort and from pages of any size", onDevice, async ({ client, sensor }, context) => {
		await several(context, client, sensor, 23);
		for (const sort of ["", "id", "-id", "created", "-created", "value", "-value,unit", "unit,-taken", "-taken,-value,unit", "unit,id,value"]) {
			const sorted = sort === "" ? "id" : sort.includes("id") ? sort : `${sort},${sort.split(",").at(-1)?.startsWith("-") ? "-" : ""}id`;
			const { body } = await client.getListEx({ perPage: 500, sort: sorted, filter: only(sensor) });
			const expected = (JSON.parse(body) as { items: Reading[] }).items.map(({ id }) => id).join();
			for (const perPage of [500, 7, 1])
				context.equal((await idsOf(context, { client, filter: only(sensor), perPage, ...sort === "" ? {} : { sort } })).join(), expected, `${sort} by ${perPage}`);
		}
	}),
	testCase("eachRecord misses and repeats no record while others are created and deleted, by fields that do not change", async (context) => {
		for (const sort of ["id", "-created", "created"]) {
			const client = await device(context);
			const other = await device(context);
			const sensor = sensorName("moving");
			const made = await several(context, client, sensor, 30);
			const ids: string[] = [];
			const deleted = new Set<string>();
			const response = await eachRecord<Reading>({ client, collection: "readings", filter: only(sensor), sort, perPage: 5 }, async ({ id }) => {
				ids.push(id);
				if (ids.length % 5 !== 3)
					return;
				await create(context, other, { sensor, value: 5 });
				deleted.add(id);
				context.equal((await other.deleteRecordEx(id)).error, "");
			});
			context.equal(response.error, "");
			context.equal(new Set(ids).size, ids.length, `${sort}: none twice`);
			for (const { id } of made)
				context.ok(ids.includes(id), `${sort}: ${id} is there`);
			context.ok(deleted.size > 4, "some were deleted");
			client.close();
			other.close();
		}
	}),
	testCase("eachRecord returns the fields that are asked for, with id and those of sort, and expands relations", onDevice, async ({ client, sensor }, context) => {
		await several(context, client, sensor, 4);
		const records: string[] = [];
		const options = { client, collection: "readings", filter: only(sensor), perPage: 3 };
		context.equal((await eachRecord({ ...options, sort: "created", fields: "unit" }, (record) => void records.push(Object.keys(record).sort().join()))).error, "");
		context.equal(records.join("; "), "created,id,unit; created,id,unit; created,id,unit; created,id,unit");
		let names = "";
		context.equal((await eachRecord<Reading>({ ...options, expand: "device", fields: "*,expand.device.name" }, ({ expand }) => void (names += expand?.device?.name === undefined ? "" : "x"))).error, "");
		context.equal(names, "xxxx");
	}),
	testCase("eachRecord keeps a filter as it is, with an alternative or a comment in it", onDevice, async ({ client, sensor }, context) => {
		await several(context, client, sensor, 9);
		for (const filter of [`${only(sensor)} && value = 0.1 || ${only(sensor)} && value = -2`, `${only(sensor)} // all of "them"`])
			context.equal((await idsOf(context, { client, filter, perPage: 2 })).length, filter.includes("//") ? 9 : 4, filter);
	}),
	testCase("eachRecord says why a list can't go on after a value that no filter can hold", onDevice, async ({ client, sensor }, context) => {
		for (let number = 0; number < 4; number++)
			await create(context, client, { sensor, unit: "a\\" });
		const response = await eachRecord({ client, collection: "readings", filter: only(sensor), sort: "unit", perPage: 2 }, () => undefined);
		context.equal(response.kind, "argument");
		context.ok(response.error.includes("{:unit}"), response.error);
	}),
	testCase("eachRecord names the field of sort that the records of a page don't show", against("list"), async ({ client }, context) => {
		for (const fields of [undefined, "id"]) {
			const response = await eachRecord({ client, collection: "any", sort: "number,-email", perPage: 20, fields }, () => undefined);
			context.equal(`${response.kind}: ${response.error}`, "argument: the list can't go on: a record has no email, by which the list is sorted: it is hidden from this client");
		}
	}),
	testCase("eachRecord of nothing is ok with 0, and reports a collection and a filter that the service does not have", onDevice, async ({ client }, context) => {
		context.equal((await idsOf(context, { client, filter: only(sensorName("nothing")) })).length, 0);
		const unknown = await eachRecord({ client, collection: "no-such-collection" }, () => undefined);
		context.equal(`${unknown.kind} ${unknown.statusCode}`, "http 404");
		const bad = await eachRecord({ client, collection: "readings", filter: "no_such_field = 1" }, () => undefined);
		context.equal(`${bad.kind} ${bad.statusCode}`, "http 400");
	}),
	testCase("getFirst is the first record by sort as JSON, over limits.body, and 404 where there is none", async (context) => {
		const client = await device(context, "device-one", { limits: { body: 1024 } });
		const sensor = sensorName("first");
		const record = await create(context, client, { sensor, value: 1, extra: { text: "x".repeat(2000) } }).catch(() => undefined);
		context.equal(record?.id, undefined, "a record over limits.body");
		const first = await getFirst({ client, collection: "readings", filter: only(sensor), sort: "-value" });
		context.equal(first.error, "");
		context.equal(first.json<Reading>()?.sensor, sensor);
		context.ok(first.body.length > 2000, "body");
		const none = await getFirst({ client, collection: "readings", filter: only(sensorName("none")) });
		context.equal(`${none.kind} ${none.statusCode}`, "http 404");
		context.ok(none.error.includes("no record"), none.error);
	}),
	testCase("eachRecord logs in by itself, and again where the token that it went out with is no good", async (context) => {
		const writer = await device(context);
		const sensor = sensorName("login");
		await several(context, writer, sensor, 3);
		const credentials = { collection: "users", identity: "device-one", password: PASSWORD };
		const client = context.client({ baseUrl: context.service, credentials });
		context.equal((await idsOf(context, { client, filter: only(sensor), perPage: 2 })).length, 3);
		client.setAuthToken(client.getAuthToken().slice(0, -4) + "aaaa");
		context.equal((await idsOf(context, { client, filter: only(sensor), perPage: 2 })).length, 3);
	})
];
