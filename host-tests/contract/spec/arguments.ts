import type { RecordsClient } from "../../../lib/client.js";
import type { ClientResponse } from "../../../lib/response.js";
import { type Case, type Context, testCase } from "../case.js";
import { notSent } from "./devices.js";
import { scripted, ScriptedService } from "./scripted-service.js";

type Ask = (client: RecordsClient, recordId: string) => Promise<ClientResponse>;

const BY_ID: readonly (readonly [string, Ask])[] = [
	["getOneEx", (client, recordId) => client.getOneEx(recordId)],
	["updateEx", (client, recordId) => client.updateEx(recordId, "{}")],
	["deleteRecordEx", (client, recordId) => client.deleteRecordEx(recordId)]
];

const OTHERS: readonly (readonly [string, Ask])[] = [
	["getListEx", (client) => client.getListEx()],
	["createEx", (client) => client.createEx("{}")],
	["authWithPassword", (client) => client.authWithPassword("device-one", "x")],
	["authRefresh", (client) => client.authRefresh()]
];

const MISSING: readonly (readonly [string, unknown])[] = [["a null", null], ["an undefined", undefined], ["an empty", ""]];

/** An object in the place of `sort`. */
const byName = "sort must be text; options by name are one object: getListEx({ page, perPage, sort })";

/** Runs calls against a script that must not hear of them. */
async function unheard(context: Context, run: (client: RecordsClient) => Promise<void>): Promise<void> {
	const service = new ScriptedService();
	const client = service.client(context);
	await run(client);
	await context.sleep(5);
	context.equal(service.sent.length, 0, "requests");
	context.equal(JSON.stringify(client.stats()), "{\"requests\":0,\"connections\":0,\"retries\":0,\"timeouts\":0,\"renewals\":0,\"recycled\":0,\"storageErrors\":0}");
}

/** What is refused before anything is sent, and with which words. */
export const argumentCases: readonly Case[] = [
	...BY_ID.flatMap(([method, ask]) => MISSING.map(([what, recordId]) => testCase(`rule 1: ${method} with ${what} recordId makes no request and says so`, (context: Context) => unheard(context, async (client) => {
		notSent(context, await ask(client.collection("readings"), recordId as string), "recordId is required");
	})))),
	...BY_ID.map(([method, ask]) => testCase(`rule 1: ${method} without a recordId and without a collection speaks of the recordId`, (context: Context) => unheard(context, async (client) => {
		notSent(context, await ask(client, ""), "recordId is required");
		notSent(context, await ask(client.collection(""), ""), "recordId is required");
	}))),
	testCase("rule 1: updateEx without a recordId and without a body speaks of the recordId", (context) => unheard(context, async (client) => {
		notSent(context, await client.collection("readings").updateEx("", ""), "recordId is required");
	})),
	...[...BY_ID, ...OTHERS].map(([method, ask]) => testCase(`a collection must be selected before ${method}`, (context: Context) => unheard(context, async (client) => {
		notSent(context, await ask(client, "a"), "collection is required");
	}))),
	testCase("collection(<name>) returns the client, so that calls chain", (context) => unheard(context, async (client) => {
		context.equal(client.collection("users"), client);
		context.equal(client.collection("users").collection("readings"), client);
		context.equal(client.collection(""), client, "even with a name that is none");
		return Promise.resolve();
	})),
	testCase("a collection name that is null, undefined or empty unselects the collection", (context) => unheard(context, async (client) => {
		for (const [what, name] of MISSING) {
			const response = await client.collection("readings").collection(name as string).getListEx();
			context.equal(response.error, "collection is required", what);
			notSent(context, response, "collection is required");
		}
	})),
	testCase("a collection name is judged anew at each selection", (context) => unheard(context, async (client) => {
		notSent(context, await client.collection("..").getListEx(), "collection must not hold a segment . or ..");
		notSent(context, await client.collection("").getListEx(), "collection is required");
		notSent(context, await client.collection("a\0").getListEx(), "collection must not hold CR, LF or NUL");
	})),
	...["a\rb", "a\nb", "a\0b", "\r\nX-Evil: 1", "é\n"].map((text) => testCase(`CR, LF and NUL in an id or a collection name make no request: ${JSON.stringify(text)}`, (context: Context) => unheard(context, async (client) => {
		for (const [, ask] of BY_ID) {
			notSent(context, await ask(client.collection("readings"), text), "recordId must not hold CR, LF or NUL");
			notSent(context, await ask(client.collection(text), "a"), "collection must not hold CR, LF or NUL");
		}
	}))),
	...[".", "..", "../x", "a/..", "a/./b", "..\\x", "..;a"].map((text) => testCase(`"${text}" as an id or a collection name makes no request`, (context: Context) => unheard(context, async (client) => {
		for (const [, ask] of BY_ID) {
			notSent(context, await ask(client.collection("readings"), text), "recordId must not hold a segment . or ..");
			notSent(context, await ask(client.collection(text), "a"), "collection must not hold a segment . or ..");
		}
	}))),
	testCase("an id or a collection name that is no text makes no request and no exception", (context) => unheard(context, async (client) => {
		for (const value of [5, 0, true, false, {}, [], Symbol("id"), NaN] as unknown[]) {
			for (const [, ask] of BY_ID) {
				notSent(context, await ask(client.collection("readings"), value as string), "recordId must be text");
				notSent(context, await ask(client.collection(value as string), "a"), "collection must be text");
			}
		}
	})),
	...[NaN, 0, -0, 1.5, -1, Infinity, -Infinity, 2 ** 53].map((number) => testCase(`page and perPage refuse the number ${Object.is(number, -0) ? "-0" : number} without a request`, (context: Context) => unheard(context, async (client) => {
		client.collection("readings");
		notSent(context, await client.getListEx(number), "page must be a whole number of 1 or more");
		notSent(context, await client.getListEx(null, number), "perPage must be a whole number of 1 or more");
		context.equal(await client.getList(number), "");
	}))),
	testCase("page and perPage take whole numbers", async (context) => {
		const service = new ScriptedService();
		await service.client(context).collection("readings").getListEx(2, 500);
		context.equal(service.sent[0].path, "/api/collections/readings/records?page=2&perPage=500");
	}),
	testCase("a parameter that is no text makes no request and names itself", (context) => unheard(context, async (client) => {
		client.collection("readings");
		for (const value of [5, true, {}, Symbol("text")] as unknown[]) {
			const bad = value as string;
			// An object has options by name.
			if (typeof value !== "object")
				notSent(context, await client.getOneEx("a", bad), "expand must be text");
			notSent(context, await client.getOneEx("a", null, bad), "fields must be text");
			notSent(context, await client.getListEx(null, null, bad), typeof value === "object" ? byName : "sort must be text");
			notSent(context, await client.getListEx(null, null, null, bad), "filter must be text");
			notSent(context, await client.getListEx(null, null, null, null, bad), "skipTotal must be text");
			notSent(context, await client.getListEx(null, null, null, null, null, bad), "expand must be text");
			notSent(context, await client.getListEx(null, null, null, null, null, null, bad), "fields must be text");
		}
		for (const value of [true, {}, [1]] as unknown[]) {
			if (typeof value !== "object")
				notSent(context, await client.getListEx(value as string), "page must be a number or text");
			notSent(context, await client.getListEx(null, value as string), "perPage must be a number or text");
		}
	})),
	testCase("identity and password that are no text make no request", (context) => unheard(context, async (client) => {
		client.collection("users");
		for (const value of [null, undefined, 5, {}] as unknown[]) {
			notSent(context, await client.authWithPassword(value as string, "x"), "identity and password must be text");
			notSent(context, await client.authWithPassword("device-one", value as string), "identity and password must be text");
		}
		context.equal(client.getAuthToken(), "");
	})),
	...["a\r\nX-Evil: 1", "a\nb", "a\0b", "a b", "tökén", "a\u007f", " ", 5, {}].map((token) => testCase(`a token that can't stand in a header makes no request: ${JSON.stringify(token)}`, scripted(), async ({ client, service }, context) => {
		client.collection("users");
		client.setAuthToken(token as string);
		for (const [method, ask] of [...BY_ID, ...OTHERS]) {
			// A log-in does without.
			if (method !== "authWithPassword")
				notSent(context, await ask(client, "a"), "token must be visible ASCII");
		}
		await context.sleep(5);
		context.equal(service.sent.length, 0, "requests");
		context.equal(client.stats().connections, 0, "connections");
	}))
];
