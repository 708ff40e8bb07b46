import { type Case, testCase } from "../case.js";
import { create, device, guest, newId, notSent, onDevice, readings, recordOf, refused, sensorName, succeeded } from "./devices.js";
import { scripted, ScriptedService } from "./scripted-service.js";

const REFUSED = "Something went wrong while processing your request.";

/** createEx and updateEx. */
export const writingCases: readonly Case[] = [
	testCase("createEx creates the record and returns it (PocketBase: 200, not 201)", onDevice, async ({ client, sensor }, context) => {
		const record = recordOf(context, await client.createEx(JSON.stringify({ sensor, value: -0.5, unit: "µg/m³" })));
		context.equal(record.id.length, 15);
		context.equal(`${record.sensor} ${record.value} ${record.unit}`, `${sensor} -0.5 µg/m³`);
		const stored = await readings(context, client, sensor);
		context.equal(JSON.stringify(stored), JSON.stringify([record]));
	}),
	testCase("createEx with a body of many kilobytes arrives whole", async (context) => {
		const client = await device(context, "device-one", { limits: { body: 40_000 } });
		const extra = "温0123456789".repeat(2000);
		const { id } = await create(context, client, { sensor: sensorName("kilobytes"), extra });
		context.equal(recordOf(context, await client.getOneEx(id)).extra, extra);
	}),
	testCase("createEx with an id of one's own: a repetition is refused, the record stays one", onDevice, async ({ client, sensor }, context) => {
		const id = newId();
		context.equal((await create(context, client, { id, sensor, value: 1 })).id, id);
		const response = await client.createEx(JSON.stringify({ id, sensor, value: 2 }));
		refused(context, response, 400, "Failed to create record. id: Value must be unique.");
		context.ok(response.body.includes("\"validation_not_unique\""), "the code is in the body");
		context.equal((await readings(context, client, sensor)).map(({ value }) => value).join(), "1");
	}),
	testCase("createEx without a token is a 400, and nothing is created", async (context) => {
		const sensor = sensorName("guest-create");
		const response = await guest(context).collection("readings").createEx(JSON.stringify({ sensor }));
		refused(context, response, 400, "Failed to create record.");
		context.equal((await readings(context, await device(context), sensor)).length, 0);
	}),
	testCase("createEx for another device is a 400, and nothing is created", async (context) => {
		const [one, two] = await Promise.all([device(context), device(context, "device-two")]);
		const owner = (await create(context, two, { sensor: sensorName("other") })).device;
		const sensor = sensorName("for-other");
		refused(context, await one.createEx(JSON.stringify({ sensor, device: owner })), 400, "Failed to create record.");
		context.equal((await readings(context, two, sensor)).length, 0);
	}),
	testCase("createEx: bad values are coerced and unknown fields ignored", onDevice, async ({ client }, context) => {
		const record = await create(context, client, { sensor: sensorName("coerced"), value: "abc", taken: "never", nosuch: 1 });
		context.equal(record.value, 0);
		context.equal(record.taken, "");
		context.ok(!("nosuch" in record), "an unknown field is not kept");
	}),
	...["{", "[]", "1", "\"text\"", " "].map((body) => testCase(`createEx and updateEx hand text that is no JSON object to the service, which refuses it: ${JSON.stringify(body)}`, onDevice, async ({ client }, context) => {
		const { id } = await create(context, client, { sensor: sensorName("no-object"), value: 5 });
		refused(context, await client.createEx(body), 400, REFUSED);
		refused(context, await client.updateEx(id, body), 400, REFUSED);
		context.equal(recordOf(context, await client.getOneEx(id)).value, 5);
	})),
	testCase("rule 2: updateEx changes only the fields in the body, omitted fields keep their values", onDevice, async ({ client }, context) => {
		const before = await create(context, client, { sensor: sensorName("partial"), value: 1, unit: "lux", extra: { a: 1 } });
		const after = recordOf(context, await client.updateEx(before.id, "{\"value\":2}"));
		context.equal(JSON.stringify({ ...after, updated: "" }), JSON.stringify({ ...before, value: 2, updated: "" }));
		context.equal(JSON.stringify(recordOf(context, await client.getOneEx(before.id))), JSON.stringify(after));
	}),
	testCase("rule 2: updateEx with an empty object changes no value", onDevice, async ({ client }, context) => {
		const before = await create(context, client, { sensor: sensorName("no-change"), value: 1, unit: "lux" });
		const after = recordOf(context, await client.updateEx(before.id, "{}"));
		context.equal(JSON.stringify({ ...after, updated: "" }), JSON.stringify({ ...before, updated: "" }));
	}),
	testCase("rule 2: updateEx with null or an empty text empties just that field", onDevice, async ({ client }, context) => {
		const { id } = await create(context, client, { sensor: sensorName("emptied"), value: 1, unit: "lux" });
		const record = recordOf(context, await client.updateEx(id, "{\"unit\":\"\",\"extra\":null}"));
		context.equal(`${record.value} "${record.unit}"`, "1 \"\"");
	}),
	testCase("updateEx of a missing or another device's record is a 404, and nothing changes", async (context) => {
		const [one, two] = await Promise.all([device(context), device(context, "device-two")]);
		const { id } = await create(context, one, { sensor: sensorName("foreign-update"), value: 1 });
		refused(context, await one.updateEx("nosuchrecord000", "{}"), 404, "The requested resource wasn't found.");
		refused(context, await two.updateEx(id, "{\"value\":2}"), 404, "The requested resource wasn't found.");
		context.equal(recordOf(context, await one.getOneEx(id)).value, 1);
	}),
	testCase("updateEx with a value the service refuses is a 400 that names the field", onDevice, async ({ client }, context) => {
		const { id } = await create(context, client, { sensor: sensorName("refused-update") });
		refused(context, await client.updateEx(id, "{\"sensor\":\"\"}"), 400, "Failed to update record. sensor: Cannot be blank.");
	}),
	testCase("requestBody may be an object, which is serialised", onDevice, async ({ client, sensor }, context) => {
		const { id } = recordOf(context, await client.createEx({ sensor, value: 1 }));
		succeeded(context, await client.updateEx(id, { value: 2, skipped: undefined }), 200);
		context.equal((await readings(context, client, sensor)).map(({ value }) => value).join(), "2");
		context.ok((await client.create({ sensor, value: 3 })).includes(sensor), "create takes one too");
		context.ok((await client.update(id, { value: 4 })).includes("\"value\":4"), "update takes one too");
	}),
	testCase("requestBody is required: null, undefined and empty text make no request", scripted(), async ({ client, service }, context) => {
		for (const body of [null, undefined, ""]) {
			notSent(context, await client.createEx(body!), "requestBody is required");
			notSent(context, await client.updateEx("a", body!), "requestBody is required");
			context.equal(await client.create(body!), "");
			context.equal(await client.update("a", body!), "");
		}
		context.equal(service.sent.length, 0);
	}),
	testCase("requestBody that can't be written as JSON makes no request and no exception", async (context) => {
		const cyclic: Record<string, unknown> = {};
		cyclic.self = cyclic;
		const service = new ScriptedService();
		const client = service.client(context).collection("readings");
		const throwing = { toJSON: () => { throw new Error("no"); } };
		for (const body of [cyclic, throwing, { toJSON: () => undefined }, () => 1, Symbol("body"), 5, true, { value: 1n }]) {
			notSent(context, await client.createEx(body as object), "requestBody can't be written as JSON");
			notSent(context, await client.updateEx("a", body as object), "requestBody can't be written as JSON");
		}
		context.equal(service.sent.length, 0);
	}),
	testCase("requestBody with a number that JSON does not have makes no request, and the error names the member", scripted(), async ({ client, service }, context) => {
		for (const body of [{ sensor: "t", value: NaN }, { value: Infinity, other: null }, { a: [{ value: -Infinity }] }]) {
			notSent(context, await client.createEx(body), "requestBody.value is not a finite number");
			notSent(context, await client.updateEx("a", body), "requestBody.value is not a finite number");
		}
		context.equal(service.sent.length, 0);
	})
];
