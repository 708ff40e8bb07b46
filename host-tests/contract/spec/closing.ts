import { type Case, testCase } from "../case.js";
import { create, device, failed, guest, onDevice, readings, sensorName } from "./devices.js";
import { scripted, ScriptedService } from "./scripted-service.js";

const CLOSED = "the client is closed";

/** close(). */
export const closingCases: readonly Case[] = [
	testCase("close: what is in flight and what waits resolves with kind closed", scripted(() => undefined), async ({ client, service }, context) => {
		const calls = [client.getOneEx("a"), client.createEx("{}"), client.updateEx("a", "{}"), client.authRefresh()];
		const body = client.getOne("a");
		while (service.sent.length === 0)
			await context.sleep(5);
		context.equal(service.sent.length, 1, "one in flight");
		client.close();
		for (const response of await Promise.all(calls))
			failed(context, response, "closed", 0, CLOSED);
		context.equal(await body, "");
		await context.sleep(5);
		context.equal(service.sent.length, 1, "what waited is never sent");
	}),
	testCase("close: what is asked later resolves with kind closed and makes no request", onDevice, async ({ client, sensor }, context) => {
		client.close();
		const { requests } = client.stats();
		failed(context, await client.createEx(JSON.stringify({ sensor })), "closed", 0, CLOSED);
		failed(context, await client.getListEx(), "closed", 0, CLOSED);
		failed(context, await client.collection("users").authWithPassword("device-one", "x"), "closed", 0, CLOSED);
		failed(context, await client.authRefresh(), "closed", 0, CLOSED);
		context.equal(await client.getList(), "");
		context.equal(client.stats().requests, requests);
		context.equal((await readings(context, await device(context), sensor)).length, 0);
	}),
	testCase("close: before the first request, and more than once", async (context) => {
		const client = guest(context).collection("readings");
		client.close();
		client.close();
		failed(context, await client.getListEx(), "closed", 0, CLOSED);
		client.close();
		context.equal(client.stats().connections, 0);
	}),
	testCase("close: the token stays in device storage", async (context) => {
		const { preferences } = context;
		const client = await device(context, "device-one", { preferences });
		const token = client.getAuthToken();
		client.close();
		const next = guest(context, { preferences });
		context.equal(next.restoreAuthToken(), true);
		context.equal(next.getAuthToken(), token);
	}),
	testCase("close: other clients go on", async (context) => {
		const [one, two] = await Promise.all([device(context), device(context)]);
		const made = create(context, two, { sensor: sensorName("others") });
		one.close();
		context.equal((await made).id.length, 15);
	}),
	testCase("close: a client closed from a call's continuation settles the others once", async (context) => {
		const client = new ScriptedService().client(context).collection("readings");
		const kinds: string[] = [];
		const first = client.getOneEx("a").then(({ kind }) => {
			kinds.push(kind);
			client.close();
		});
		const others = [client.getOneEx("b"), client.getOneEx("c")].map((call) => call.then(({ kind }) => void kinds.push(kind)));
		await Promise.all([first, ...others]);
		context.equal(kinds.join(), ",closed,closed");
	})
];
