import { Batch } from "records-client/batch";
import { eachRecord, getFirst } from "records-client/lists";
import type { Case } from "../case.js";
import { create, device, only, type Page, sensorName } from "../spec/devices.js";
import { Scene } from "../wire/scene.js";

/** Numbers of a list in a record: what `limits.values` allows by default, and what no device's heap has room for. */
const SOME = 1500;
const MANY = 11_000;

interface Sampled {
	readonly id: string;
	readonly samples: readonly number[];
}

/** Answers with many values. On Node the default allows all of them. */
export const valueCases: readonly Case[] = [
	{
		name: "an answer with 1,500 numbers in a field is read: a record, a list, a batch, eachRecord and getFirst, a log-in",
		async run(context) {
			const { client } = new Scene(context, `values.${SOME}`, { values: 4096, body: 24_576 });
			context.equal((await client.getOneEx("abcdefghij12345")).json<Sampled>()?.samples.length, SOME, "getOneEx");
			context.equal((await client.getListEx()).json<{ items: Sampled[] }>()?.items[0].samples.length, SOME, "getListEx");
			const { response, results } = await new Batch(client).collection("readings").create({}).send();
			context.equal(response.error, "", "batch");
			context.equal((results[0].body as Sampled).samples.length, SOME, "batch");
			let count = 0;
			context.equal((await eachRecord<Sampled>({ client, collection: "readings", record: 20_000 }, ({ samples }) => {
				count += samples.length;
				return false;
			})).error, "", "eachRecord");
			context.equal(count, SOME, "eachRecord");
			context.equal((await getFirst({ client, collection: "readings", record: 20_000 })).json<Sampled>()?.samples.length, SOME, "getFirst");
			context.equal((await client.collection("users").authWithPassword("a", "b")).error, "", "log-in");
		}
	},
	{
		name: "an answer with more values than limits.values is kind \"too-large\" with its status, and names the limit; no call is ok without what it has read",
		async run(context) {
			const { client } = new Scene(context, `values.${MANY}`, { values: 4096, body: 24_576 });
			const batch = new Batch(client).collection("readings").create({});
			for (const [what, response] of [
				["getOneEx", await client.getOneEx("abcdefghij12345")], ["getListEx", await client.getListEx()], ["sendEx", await client.sendEx("GET", "/api/any")], ["batch", (await batch.send()).response],
				["eachRecord", await eachRecord({ client, collection: "readings", record: 60_000 }, () => undefined)], ["getFirst", await getFirst({ client, collection: "readings", record: 60_000 })]
			] as const) {
				context.equal(response.kind, "too-large", `${what}: ${response.error}`);
				context.equal(response.statusCode, 200, what);
				context.ok(response.error.includes("more values than limits.values (4096)"), response.error);
			}
		}
	},
	{
		name: "a create or update whose record has more values than limits.values is stored: ok with {}",
		async run(context) {
			const { client } = new Scene(context, `values.${MANY}`, { values: 4096, body: 24_576 });
			for (const response of [await client.createEx({}), await client.updateEx("abcdefghij12345", {})]) {
				context.equal(response.error, "");
				context.equal(response.body, "{}");
			}
		}
	},
	{
		name: "a log-in and a refresh take the token, whatever the record holds",
		async run(context) {
			const { client } = new Scene(context, `values.${MANY}`, { values: 4096, body: 24_576 });
			for (const response of [await client.collection("users").authWithPassword("a", "b"), await client.authRefresh()]) {
				context.equal(response.error, "");
				context.equal(response.json<{ token: string }>()?.token, client.getAuthToken());
			}
			context.equal(client.authRecord?.id, "abcdefghij12345");
		}
	},
	{
		name: "limits.values can be raised for answers with more values",
		async run(context) {
			const { client } = new Scene(context, `values.${MANY}`, { values: 20_000, body: 24_576 });
			context.equal((await client.getOneEx("abcdefghij12345")).json<Sampled>()?.samples.length, MANY);
		}
	},
	{
		name: "what the real service answers is read by default: a page of 100, one of 250 with two fields, a batch of 25 creates, a record of 1,500 numbers",
		async run(context) {
			const limits = { body: 49_152, values: 4096 };
			const client = await device(context, "device-one", { limits });
			const sensor = sensorName("values");
			for (let round = 0; round < 10; round++) {
				const batch = new Batch(client).collection("readings");
				for (let number = 0; number < 25; number++)
					batch.create({ sensor, value: number + 0.25, extra: { a: number, b: [1, 2, 3] } });
				const { response, results } = await batch.send();
				context.equal(response.error, "", "batch");
				context.equal(results.length, 25, "results");
			}
			context.equal((await client.getListEx({ filter: only(sensor), perPage: 100 })).json<Page>()?.items.length, 100, "a page of 100");
			context.equal((await client.getListEx({ filter: only(sensor), perPage: 250, fields: "id,value" })).json<Page>()?.items.length, 250, "two fields");
			const { id } = await create(context, client, { sensor, extra: Array(SOME).fill(21.37) });
			context.equal((await client.getOneEx(id)).json<{ extra: number[] }>()?.extra.length, SOME, "numbers");
		}
	}
];
