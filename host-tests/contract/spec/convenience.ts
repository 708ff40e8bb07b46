import type { CallOptions } from "../../../lib/call-options.js";
import type { RecordsClient } from "../../../lib/client.js";
import { type Case, type Context, testCase } from "../case.js";
import { create, device, onDevice, only, refused, sensorName } from "./devices.js";
import { scripted, ScriptedService } from "./scripted-service.js";

type Call = (client: RecordsClient) => Promise<string>;

const CALLS: readonly (readonly [string, Call])[] = [
	["getOne", (client) => client.getOne("nosuchrecord000")],
	["getList", (client) => client.getList(null, null, null, "nosuch = 1")],
	["create", (client) => client.create("{}")],
	["update", (client) => client.update("nosuchrecord000", "{}")],
	["deleteRecord", (client) => client.deleteRecord("nosuchrecord000")]
];

/** getOne, getList, create, update and deleteRecord: the raw body and nothing else. */
export const convenienceCases: readonly Case[] = [
	testCase("getOne resolves with the raw body of getOneEx", onDevice, async ({ client }, context) => {
		const { id } = await create(context, client, { sensor: sensorName("get-one"), value: 3 });
		context.equal(await client.getOne(id), (await client.getOneEx(id)).body);
		context.equal(await client.getOne(id, "device", "value,expand.device.name"),
			(await client.getOneEx(id, "device", "value,expand.device.name")).body);
	}),
	testCase("getList resolves with the raw body of getListEx", onDevice, async ({ client, sensor }, context) => {
		await create(context, client, { sensor, value: 1 });
		await create(context, client, { sensor, value: 2 });
		const body = await client.getList(2, "1", "-value", only(sensor), "1", "device", "value");
		context.equal(body, (await client.getListEx(2, "1", "-value", only(sensor), "1", "device", "value")).body);
		context.equal(JSON.stringify((JSON.parse(body) as { items: unknown }).items), "[{\"value\":1}]");
	}),
	testCase("create and update resolve with the raw body of the record", onDevice, async ({ client }, context) => {
		const made = await client.create(JSON.stringify({ sensor: sensorName("create"), value: 1 }));
		const { id } = JSON.parse(made) as { id: string };
		context.equal(made, (await client.getOneEx(id)).body);
		const updated = await client.update(id, "{\"value\":2}");
		context.equal(updated, (await client.getOneEx(id)).body);
		context.ok(updated.includes("\"value\":2"), "the update is in the body");
	}),
	testCase("deleteRecord resolves with the raw body, empty on success", onDevice, async ({ client }, context) => {
		const { id } = await create(context, client, { sensor: sensorName("delete") });
		context.equal(await client.deleteRecord(id), "");
		refused(context, await client.getOneEx(id), 404);
	}),
	testCase("create, update and deleteRecord take the options of createEx, updateEx and deleteRecordEx", async (context) => {
		const service = new ScriptedService();
		const client = service.client(context).collection("readings");
		await client.create("{}", { expand: "device", fields: "id" });
		await client.update("abc", "{}", { fields: "value" });
		context.equal(await client.deleteRecord("abc", {}), "{}");
		const wrong = { signal: {} } as CallOptions;
		context.equal(await client.create("{}", wrong) + await client.update("abc", "{}", wrong) + await client.deleteRecord("abc", wrong), "");
		const records = "/api/collections/readings/records";
		context.equal(service.sent.map(({ path }) => path).join(" "), `${records}?expand=device&fields=id ${records}/abc?fields=value ${records}/abc`);
	}),
	...CALLS.map(([method, call]) => testCase(`rule 4: ${method} resolves with an empty string when the service refuses`, async (context: Context) => {
		context.equal(await call(await device(context)), "");
	})),
	...CALLS.map(([method, call]) => testCase(`rule 4: ${method} resolves with an empty string when no request is made`, async (context: Context) => {
		const service = new ScriptedService();
		context.equal(await call(service.client(context)), "");
		context.equal(service.sent.length, 0);
	})),
	testCase("rule 4: a failure's body is never returned, whatever it holds", scripted(() => ({ status: 400, body: "{\"items\":[]}" })), async ({ client, service }, context) => {
		for (const [method, call] of CALLS)
			context.equal(await call(client), "", method);
		context.equal(service.sent.length, CALLS.length);
	})
];
