import type { RecordsClient } from "../../lib/client.js";
import type { Case, Context } from "./case.js";

const password = "device-pass-1234";

async function loggedIn(context: Context): Promise<RecordsClient> {
	const records = context.client({ baseUrl: context.service });
	const login = await records.collection("users").authWithPassword("device-one", password);
	context.equal(login.error, "", "login");
	return records.collection("readings");
}

async function made(records: RecordsClient, value: number): Promise<string> {
	const { body } = await records.createEx(JSON.stringify({ sensor: "smoke", value, unit: "°C" }));
	return (JSON.parse(body) as { id: string }).id;
}

/** One walk through everything, on every engine: whatever fails here fails everywhere. Needs the real service. */
export const smokeCases: readonly Case[] = [
	{
		name: "smoke: a login with a wrong password is told in the service's words",
		async run(context) {
			const records = context.client({ baseUrl: context.service });
			const login = await records.collection("users").authWithPassword("device-one", "wrong");
			context.equal(login.ok, false, "ok");
			context.equal(login.statusCode, 400, "statusCode");
			context.equal(login.error, "Failed to authenticate.", "error");
			context.equal(records.getAuthToken(), "", "token");
		}
	},
	{
		name: "smoke: a reading is created, read, changed and deleted",
		async run(context) {
			const records = await loggedIn(context);
			const id = await made(records, 21.4);
			const read = JSON.parse((await records.getOneEx(id)).body) as Record<string, unknown>;
			context.equal(read.value, 21.4, "value");
			context.equal(read.unit, "°C", "unit");
			const changed = await records.updateEx(id, JSON.stringify({ value: -3 }));
			context.equal((JSON.parse(changed.body) as Record<string, unknown>).value, -3, "changed value");
			const gone = await records.deleteRecordEx(id);
			context.equal(gone.error, "", "delete");
			context.equal(gone.body, "", "body of the delete");
			context.equal((await records.getOneEx(id)).statusCode, 404, "statusCode of what is deleted");
		}
	},
	{
		name: "smoke: a list of 60 readings comes whole, over one connection",
		async run(context) {
			const records = await loggedIn(context);
			for (let value = 1; value <= 60; value++)
				await made(records, value);
			const list = await records.getListEx(1, 60, "-created", "sensor = 'smoke' && value > 0");
			context.equal(list.error, "", "error");
			context.equal((JSON.parse(list.body) as { items: unknown[] }).items.length, 60, "items");
			context.equal(records.stats().connections, 1, "connections");
		}
	},
	{
		name: "smoke: a token is restored from preferences by the next client",
		async run(context) {
			const { preferences } = context;
			const first = context.client({ baseUrl: context.service, preferences });
			await first.collection("users").authWithPassword("device-two", password);
			const second = context.client({ baseUrl: context.service, preferences });
			context.ok(second.restoreAuthToken(), "restoreAuthToken");
			context.equal(second.getAuthToken(), first.getAuthToken(), "token");
			const renewed = await second.collection("users").authRefresh();
			context.equal(renewed.error, "", "authRefresh");
		}
	},
	{
		name: "smoke: a connection that is refused is told, and the client can be closed",
		async run(context) {
			const records = context.client({ baseUrl: "http://127.0.0.1:1" }).collection("readings");
			const { kind, statusCode } = await records.createEx("{}");
			context.equal(kind, "connect", "kind");
			context.equal(statusCode, 0, "statusCode");
			await context.sleep(10);
			records.close();
			context.equal((await records.createEx("{}")).kind, "closed", "kind after close");
		}
	}
];
