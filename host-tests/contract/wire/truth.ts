import type { ClientResponse } from "../../../lib/response.js";
import { type Case, testCase } from "../case.js";
import { against, firstBody, largeText, Scene } from "./scene.js";

const calls: Readonly<Record<string, (scene: Scene) => Promise<ClientResponse>>> = {
	get: ({ client }) => client.getOneEx("one"),
	list: ({ client }) => client.getListEx(),
	create: ({ client }) => client.createEx("{}"),
	update: ({ client }) => client.updateEx("one", "{}"),
	delete: ({ client }) => client.deleteRecordEx("one"),
	batch: ({ client }) => client.sendEx("POST", "/api/batch", '{"requests":[]}'),
	login: ({ client }) => client.collection("users").authWithPassword("one", "secret"),
	refresh: ({ client }) => client.collection("users").authRefresh()
};

interface Lie {
	readonly script: string;
	readonly name: string;
	/** 0 where the answer is not complete. */
	readonly statusCode: number;
	readonly error?: string;
}

/** Answers of 200 to 299 without a body, and their status. */
const empties: Readonly<Record<string, number>> = {
	"empty": 200, "empty-html": 200, "empty-json": 200, "chunked-empty": 200, "to-end-empty": 200, "accepted": 202, "no-content": 204, "reset-content": 205
};

const notJSON = "the answer is not JSON";

const lies: readonly Lie[] = [
	{ script: "portal", name: "a captive portal's page", statusCode: 200, error: notJSON },
	{ script: "portal-untyped", name: "a page without content-type", statusCode: 200, error: notJSON },
	{ script: "portal-to-end", name: "a page that ends with the connection", statusCode: 200, error: notJSON },
	{ script: "portal-chunked", name: "a page in chunks", statusCode: 200, error: notJSON },
	{ script: "portal-token", name: "a page that holds a token", statusCode: 200, error: notJSON },
	{ script: "type-text", name: "JSON as text/plain", statusCode: 200, error: notJSON },
	{ script: "type-other", name: "JSON of a type that only begins like it", statusCode: 200, error: notJSON },
	{ script: "type-empty", name: "an empty content-type", statusCode: 200, error: notJSON },
	{ script: "cut", name: "a body shorter than announced", statusCode: 0 },
	{ script: "longer", name: "a body longer than announced", statusCode: 200, error: "the answer's JSON is not complete" },
	{ script: "longer-later", name: "a body longer than announced, the rest later", statusCode: 200, error: "the answer's JSON is not complete" },
	{ script: "two-lengths", name: "two content-lengths", statusCode: 0 },
	{ script: "garbage", name: "garbage", statusCode: 0 }
];

/** A token that expired in 2001; it is signed by nobody. `{"alg":"none"}.{"exp":1000000000}.` */
const expired = "eyJhbGciOiJub25lIn0.eyJleHAiOjEwMDAwMDAwMDB9.c2lnbmF0dXJl";

export const truthCases: readonly Case[] = [
	testCase("an answer to a token that had expired is kind \"auth\", not a guest's; the next request is not sent", against("guest"), async (scene, context) => {
		scene.client.setAuthToken(expired);
		const first = await scene.client.getListEx();
		scene.expect(first, { kind: "auth", statusCode: 200 });
		context.equal(first.error, "token expired", "error");
		scene.expect(await scene.client.createEx("{}"), { kind: "auth" });
		context.equal((await scene.observe()).requests.length, 1, "requests");
	}),
	...lies.map(({ script, name, statusCode, error }) => testCase(`${name} is kind "protocol" for every call and changes no token; it is not asked for again`, async (context) => {
		for (const [call, send] of Object.entries(calls)) {
			const scene = new Scene(context, script);
			scene.client.setAuthToken("the.old.one");
			const response = await send(scene);
			scene.expect(response, { kind: "protocol", statusCode }, call);
			context.equal(error === undefined || response.error === error, true, `${call}: ${response.error}`);
			context.equal(scene.client.getAuthToken(), "the.old.one", `${call}: token`);
			await scene.expectNext(`${call}: the next request`);
			context.equal((await scene.observe()).requests.length, 2, `${call}: requests`);
			scene.client.close();
		}
	})),
	...Object.entries(empties).map(([script, statusCode]) => testCase(`an answer without a body (${script}) is kind "protocol" to a create and to whatever else has one; it is not asked for again`, async (context) => {
		for (const [call, send] of Object.entries(calls)) {
			const scene = new Scene(context, script);
			scene.client.setAuthToken("the.old.one");
			scene.expect(await send(scene), { kind: call === "delete" && statusCode === 204 ? "" : "protocol", statusCode }, call);
			context.equal(scene.client.getAuthToken(), "the.old.one", `${call}: token`);
			await scene.expectNext(`${call}: the next request`);
			context.equal((await scene.observe()).requests.length, 2, `${call}: requests`);
			scene.client.close();
		}
		const scene = new Scene(context, script);
		const kind = script === "to-end-empty" ? "protocol" : "";
		scene.expect(await scene.client.sendEx("POST", "/api/my/route", "{}"), { kind, statusCode }, "a route of the app's own, unless the body may have been cut");
	})),
	testCase("a 200 to a create of which the peer has not read all is kind \"protocol\"; the next request opens another connection", against("too-early-good"), async (scene, context) => {
		const response = await scene.client.createEx(JSON.stringify({ text: largeText(context) }));
		scene.expect(response, { kind: "protocol", statusCode: 200 });
		context.equal(response.error, "the answer came before the request was sent", "error");
		await scene.expectNext();
		const { requests } = await scene.expectConnections(2);
		context.equal(requests.map(({ whole }) => whole).join(), "false,true", "whole");
	}),
	...["json-portal", "json-nothing", "json-list", "json-id-null", "json-id-inside", "json-to-end"].map((script) => testCase(`JSON that is not a record (${script}) is kind "protocol" to a create and to an update, whatever else may be answered so`, async (context) => {
		for (const [name, call] of Object.entries(calls)) {
			const scene = new Scene(context, script);
			const { kind, error } = await call(scene);
			if (name === "create" || name === "update")
				context.equal(`${kind}: ${error}`, "protocol: the answer holds no record", name);
			if (name === "get" || name === "list" || name === "batch")
				context.equal(kind, "", name);
			await scene.expectNext(`${name}: the next request`);
			scene.client.close();
		}
		const scene = new Scene(context, script);
		context.equal((await scene.client.sendEx("POST", "/api/collections/readings/records?expand=a&fields=value", "{}")).kind, "", "a query that leaves the id out");
	})),
	testCase("a record is one however its JSON is written", against("json-spaced"), async (scene, context) => {
		context.equal((await scene.client.createEx("{}")).error, "", "error");
	}),
	...["json-charset", "json-upper-case", "json-problem", "json-untyped"].map((script) => testCase(`an answer that is JSON by another spelling (${script}) is taken`, against(script), async (scene) => {
		scene.expect(await scene.client.getOneEx("one"), { kind: "", body: firstBody });
		await scene.expectNext();
		await scene.expectConnections(1);
	}))
];
