import { type Case, testCase } from "../case.js";
import { create, device, guest, onDevice, recordOf, refused, sensorName, succeeded } from "./devices.js";

/** deleteRecordEx. */
export const deletingCases: readonly Case[] = [
	testCase("rule 3: a successful delete is a 204 with ok and an empty body, and the record is gone", onDevice, async ({ client }, context) => {
		const { id } = await create(context, client, { sensor: sensorName("delete") });
		const response = await client.deleteRecordEx(id);
		succeeded(context, response, 204);
		context.equal(response.body, "");
		refused(context, await client.getOneEx(id), 404);
	}),
	testCase("rule 3: a 204 settles at once and leaves the connection usable", onDevice, async ({ client }, context) => {
		for (let i = 0; i < 3; i++) {
			const { id } = await create(context, client, { sensor: sensorName("delete-again") });
			succeeded(context, await client.deleteRecordEx(id), 204);
		}
		context.equal(client.stats().connections, 1);
	}),
	testCase("deleteRecordEx a second time is a 404", onDevice, async ({ client }, context) => {
		const { id } = await create(context, client, { sensor: sensorName("delete-twice") });
		succeeded(context, await client.deleteRecordEx(id), 204);
		refused(context, await client.deleteRecordEx(id), 404, "The requested resource wasn't found.");
	}),
	testCase("deleteRecordEx of another device's record or without a token is a 404, and the record stays", async (context) => {
		const [one, two] = await Promise.all([device(context), device(context, "device-two")]);
		const { id } = await create(context, one, { sensor: sensorName("foreign-delete") });
		refused(context, await two.deleteRecordEx(id), 404);
		refused(context, await guest(context).collection("readings").deleteRecordEx(id), 404);
		context.equal(recordOf(context, await one.getOneEx(id)).id, id);
	})
];
