import { Batch } from "records-client/batch";
import { AbortController } from "records-client/abort";
import { type Case, testCase } from "../case.js";
import { newId, notSent, onDevice, only, type Page, refused } from "../spec/devices.js";

/** Several changes in one request. */
export const batchCases: readonly Case[] = [
	testCase("a batch creates, changes, upserts and deletes, and has the service's result for each", onDevice, async ({ client, sensor }, context) => {
		const [changed, deleted, upserted] = [newId(), newId(), newId()];
		for (const id of [changed, deleted])
			context.equal((await client.createEx({ id, sensor, value: 1 })).error, "", "create");
		const { response, results } = await new Batch(client).collection("readings").create({ sensor, value: 2 }).update(changed, { value: 3 }).upsert({ id: upserted, sensor, value: 4 }).delete(deleted).send();
		context.equal(response.error, "", "error");
		context.equal(results.map(({ index, status }) => `${index}:${status}`).join(), "0:200,1:200,2:200,3:204", "results");
		context.equal(results.map(({ body }) => (body as { value?: number } | null)?.value).join(), "2,3,4,", "values");
		const { items } = (await client.getListEx({ filter: only(sensor), sort: "value" })).json<Page>()!;
		context.equal(items.map(({ value }) => value).join(), "2,3,4", "records");
		context.equal(items[1].id + items[2].id, changed + upserted, "ids");
	}),
	testCase("fifty changes have a result each, and a page of a hundred readings can be read by json()", onDevice, async ({ client, sensor }, context) => {
		for (let half = 0; half < 2; half++) {
			const batch = new Batch(client).collection("readings");
			for (let value = 0; value < 50; value++)
				batch.create({ sensor, value });
			const { response, results } = await batch.send();
			context.equal(response.error, "", "error");
			context.equal(results.map(({ status }) => status).join(), Array(50).fill(200).join(), "results");
		}
		const page = await client.getListEx({ filter: only(sensor), perPage: 100, fields: "id,sensor,value,unit,created,updated" });
		context.equal(page.error, "", "error of the page");
		context.equal(page.json<Page>()?.items.length, 100, "records");
	}),
	testCase("a batch that the service refuses as a whole has no results", onDevice, async ({ client }, context) => {
		const batch = new Batch(client).collection("readings");
		for (let value = 0; value < 51; value++)
			batch.create({ sensor: "batch", value });
		const { response, results } = await batch.send();
		context.equal(response.statusCode, 400, response.error);
		context.equal(results.length, 0, JSON.stringify(results));
	}),
	testCase("a batch of which one change fails changes nothing, and names that one", onDevice, async ({ client, sensor }, context) => {
		const { response, results } = await new Batch(client).collection("readings").create({ sensor, value: 1 }).create({ value: 2 }).send();
		refused(context, response, 400);
		context.equal(results.map(({ index, status }) => `${index}:${status}`).join(), "1:400", "results");
		context.ok(JSON.stringify(results[0].body).includes("sensor"), `the field is named: ${JSON.stringify(results)}`);
		context.equal((await client.getListEx({ filter: only(sensor) })).json<Page>()!.items.length, 0, "records");
	}),
	testCase("a batch with a wrong argument, or nothing in it, is kind \"argument\" and names the fault; nothing is sent", onDevice, async ({ client }, context) => {
		const before = client.stats().requests;
		for (const [batch, error] of [
			[new Batch(client), "the batch is empty"], [new Batch(client).create({}), "collection is required"], [new Batch(client).collection("").create({}), "collection is required"],
			[new Batch(client).collection("a/../b").create({}), "collection must not hold a segment . or .."], [new Batch(client).collection("readings").delete(""), "recordId is required"],
			[new Batch(client).collection("readings").update("a\nb", {}).create({}), "recordId must not hold CR, LF or NUL"], [new Batch(client).collection("readings").create({ value: NaN }), "requestBody.value is not a finite number"],
			[new Batch(client).collection("readings").create(new Map()), "record must be data, not of class Map"], [new Batch(client).collection("readings").create({}).update("one", new Uint8Array(2)), "record must be data, not a TypedArray or DataView"],
			[new Batch(client).collection("readings").upsert(Promise.resolve({ sensor: "t" })), "record must be data, not a promise: await it"], [new Batch(client).collection("readings").create("{}" as never), "record must be an object"],
			[new Batch(client).collection("readings").create({ value: Promise.resolve(1) }), "requestBody.value must be data, not a promise: await it"]
		] as const) {
			const { response, results } = await batch.send();
			notSent(context, response, error);
			context.equal(results.length, 0, "results");
		}
		const { signal } = new AbortController();
		context.equal((await new Batch(client).collection("readings").create({}).send({ signals: signal } as object)).response.kind, "argument", "an unknown option");
		context.equal(client.stats().requests, before, "requests");
	}),
	testCase("a batch in which a name holds anything reaches exactly that name", onDevice, async ({ client }, context) => {
		for (const name of ["readings?x=1", "a b", "ä", "readings/records/x"]) {
			const { response } = await new Batch(client).collection(name).create({ sensor: "a" }).send();
			context.equal(response.ok, false, name);
			context.ok(response.statusCode === 400 || response.statusCode === 404, `${name}: ${response.statusCode} ${response.error}`);
		}
	})
];
