import { type Case, testCase } from "../case.js";
import { create, device, guest, onDevice, recordOf, refused, sensorName } from "./devices.js";
import { scripted } from "./scripted-service.js";

/** getOneEx. */
export const readingCases: readonly Case[] = [
	testCase("getOneEx returns the record as JSON", onDevice, async ({ client, sensor }, context) => {
		const made = await create(context, client, { sensor, value: 21.4, unit: "°C", extra: { raw: [1, 2], note: "a\nb" } });
		const read = recordOf(context, await client.getOneEx(made.id));
		context.equal(JSON.stringify(read), JSON.stringify(made));
		context.equal(read.sensor, sensor);
		context.equal(read.value, 21.4);
		context.equal(read.unit, "°C");
		context.equal(JSON.stringify(read.extra), "{\"note\":\"a\\nb\",\"raw\":[1,2]}");
	}),
	testCase("getOneEx sends expand and fields as query", scripted(), async ({ client, service }, context) => {
		await client.getOneEx("a", "device", "id,value");
		await client.getOneEx("a", null, "id");
		await client.getOneEx("a", "device", null);
		await client.getOneEx("a", undefined, undefined);
		context.equal(service.sent.map(({ path }) => path.slice("/api/collections/readings/records/".length)).join(" "),
			"a?expand=device&fields=id%2Cvalue a?fields=id a?expand=device a");
	}),
	testCase("fields narrows the returned fields of a record", onDevice, async ({ client }, context) => {
		const { id } = await create(context, client, { sensor: sensorName("fields"), value: 7 });
		const record = recordOf(context, await client.getOneEx(id, null, "value,id"));
		context.equal(Object.keys(record).sort().join(), "id,value");
		context.equal(record.value, 7);
	}),
	testCase("fields with a modifier shortens a value", onDevice, async ({ client }, context) => {
		const { id, sensor } = await create(context, client, { sensor: sensorName("excerpt") });
		context.equal(recordOf(context, await client.getOneEx(id, null, "sensor:excerpt(4)")).sensor, sensor.slice(0, 4));
	}),
	testCase("expand brings the related record", onDevice, async ({ client }, context) => {
		const { id, device: owner } = await create(context, client, { sensor: sensorName("expand") });
		const record = recordOf(context, await client.getOneEx(id, "device"));
		context.equal(record.expand?.device?.id, owner);
		context.equal(record.expand?.device?.name, "Device one");
		context.equal(recordOf(context, await client.getOneEx(id)).expand, undefined);
	}),
	testCase("expand with fields: fields without expand.x hides the expansion", onDevice, async ({ client }, context) => {
		const { id } = await create(context, client, { sensor: sensorName("expand-fields") });
		context.equal(recordOf(context, await client.getOneEx(id, "device", "id")).expand, undefined);
		const shown = recordOf(context, await client.getOneEx(id, "device", "id,expand.device.name"));
		context.equal(JSON.stringify(shown.expand), "{\"device\":{\"name\":\"Device one\"}}");
	}),
	testCase("a missing record is a 404", onDevice, async ({ client }, context) => {
		refused(context, await client.getOneEx("nosuchrecord000"), 404, "The requested resource wasn't found.");
	}),
	testCase("another device's record is a 404", async (context) => {
		const [one, two] = await Promise.all([device(context), device(context, "device-two")]);
		const { id } = await create(context, one, { sensor: sensorName("foreign") });
		refused(context, await two.getOneEx(id), 404, "The requested resource wasn't found.");
		context.equal(recordOf(context, await one.getOneEx(id)).id, id);
	}),
	testCase("without a token a record is a 404", onDevice, async ({ client }, context) => {
		const { id } = await create(context, client, { sensor: sensorName("guest-read") });
		refused(context, await guest(context).collection("readings").getOneEx(id), 404);
	}),
	testCase("a missing collection is a 404", async (context) => {
		refused(context, await guest(context).collection("nosuch").getOneEx("a"), 404);
	})
];
