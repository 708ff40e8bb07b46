import { Batch } from "records-client/batch";
import { eachRecord, getFirst } from "records-client/lists";
import { parseJSON } from "records-client";
import { SeededRandom } from "../../../tools/seeded-random.js";
import { type Case, testCase } from "../case.js";
import { create, device, only, type Page, sensorName } from "../spec/devices.js";
import { against, Scene } from "../wire/scene.js";
import { anyJSONText, expectedOf } from "./json-texts.js";

/** Numbers of a list in a record. */
const SOME = 1500;
/** Empty lists of which no answer is read: each takes the more heap for the less text. */
const EMPTY = 6000;
/** Texts of strangers; `npm run test:reliability` has 300,000. */
const TEXTS = 300;

interface Sampled {
	readonly id: string;
	readonly samples: readonly number[];
}

/** Answers with many values. */
export const valueCases: readonly Case[] = [
	testCase("an answer with 1,500 numbers in a field is read: a record, a list, a batch, eachRecord and getFirst, a log-in", against(`values.${SOME}`, { body: 24_576 }), async ({ client }, context) => {
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
	}),
	testCase("a log-in and a refresh whose record is too much for limits.body or limits.values say so alike, and what would do; with that they bring the token", async (context) => {
		const script = `values-empty.${EMPTY}`;
		const enough = { body: 24_576, values: 24_018 };
		for (const less of [{ values: 2560 }, { body: 12_000 }]) {
			const { client } = new Scene(context, script, { ...enough, ...less });
			for (const response of [await client.collection("users").authWithPassword("a", "b"), await client.authRefresh()])
				context.equal(response.kind, "too-large", response.error);
			context.equal(client.authRecord, null);
		}
		const { client } = new Scene(context, script, enough);
		for (const response of [await client.collection("users").authWithPassword("a", "b"), await client.authRefresh()]) {
			context.equal(response.error, "");
			context.equal(client.authRecord?.id, "abcdefghij12345");
		}
	}),
	testCase("a log-in takes the token behind a record that is nested too deeply to be read", against("values-deep.20"), async ({ client }, context) => {
		context.equal((await client.collection("users").authWithPassword("a", "b")).error, "");
		context.equal(client.authRecord?.id, "abcdefghij12345");
	}),
	testCase("random and hostile texts are read as a plain walk through their grammar has them", (context) => {
		const random = new SeededRandom(20_261_130);
		for (let round = 0; round < TEXTS; round++) {
			const text = anyJSONText(random);
			const value = parseJSON(text);
			context.equal(value === undefined ? undefined : JSON.stringify(value), expectedOf(text), text);
		}
	}),
	testCase("an answer with more values than limits.values says so before it is ok; a create and an update are done all the same", against(`values.${SOME}`, { body: 24_576, values: 1024 }), async ({ client }, context) => {
		for (const response of [await client.getOneEx("abcdefghij12345"), await client.getListEx()]) {
			context.equal(response.kind, "too-large");
			context.equal(response.statusCode, 200);
			context.equal(response.error.startsWith("the answer's JSON has more values than limits.values (1024)"), true, response.error);
		}
		for (const response of [await client.createEx({}), await client.updateEx("abcdefghij12345", {})]) {
			context.equal(response.error, "");
			context.equal(response.body, "{}");
		}
		context.equal((await new Batch(client).collection("readings").create({}).send()).response.kind, "too-large", "batch");
		context.equal((await getFirst({ client, collection: "readings", record: 20_000 })).error.includes(" values, more than limits.values"), true, "getFirst");
	}),
	testCase("one error names all limits that an answer needs, and with those it is read: its body may be too long, its values too many, or both", async (context) => {
		for (const limits of [{ body: 4096, values: 1024 }, { body: 4096, values: 4000 }, { body: 8192, values: 1024 }]) {
			const { client } = new Scene(context, `values.${2 * SOME}`, limits);
			const { error, kind } = await client.getListEx();
			context.equal(kind, "too-large", error);
			const enough = Object.fromEntries([...error.split(" would do")[0].matchAll(/limits\.(\w+) (\d+)/g)].map(([, name, figure]) => [name, Number(figure)]));
			context.equal("body" in enough, limits.body < 6000, error);
			context.equal("values" in enough, limits.values < 3000, error);
			const other = new Scene(context, `values.${2 * SOME}`, { ...limits, ...enough });
			context.equal((await other.client.getListEx()).json<{ items: Sampled[] }>()?.items[0].samples.length, 2 * SOME, "with what would do");
		}
	}),
	testCase("what the real service answers is read by default: pages of 100 and 500, one of 250 with two fields, texts full of commas, a batch of 25 creates, a record of 1,500 numbers", async (context) => {
		const limits = { body: 262_144 };
		const client = await device(context, "device-one", { limits });
		const sensor = sensorName("values");
		for (let round = 0; round < 20; round++) {
			const batch = new Batch(client).collection("readings");
			for (let number = 0; number < 25; number++)
				batch.create({ sensor, value: number + 0.25, unit: ",[{:" });
			const { response, results } = await batch.send();
			context.equal(response.error, "", "batch");
			context.equal(results.length, 25, "results");
		}
		context.equal((await client.getListEx({ filter: only(sensor), perPage: 100 })).json<Page>()?.items.length, 100, "a page of 100");
		context.equal((await client.getListEx({ filter: only(sensor), perPage: 500 })).json<Page>()?.items.length, 500, "a page of 500");
		context.equal((await client.getListEx({ filter: only(sensor), perPage: 250, fields: "id,value" })).json<Page>()?.items.length, 250, "two fields");
		const { id } = await create(context, client, { sensor, extra: Array(SOME).fill(21.37) });
		context.equal((await client.getOneEx(id)).json<{ extra: number[] }>()?.extra.length, SOME, "numbers");
	})
];
