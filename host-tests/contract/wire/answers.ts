import type { Case } from "../case.js";
import { Scene } from "./scene.js";

/** Answers without a usable token. */
const tokenless: Readonly<Record<string, string>> = {
	"token-missing": "without a token",
	"token-number": "whose token is a number",
	"token-null": "whose token is null",
	"token-object": "whose token is an object",
	"token-nested": "with nested tokens only",
	"token-empty": "with an empty token",
	"token-not-json": "that is not JSON",
	"token-no-body": "without a body"
};

const tokens: Readonly<Record<string, readonly [name: string, token: string]>> = {
	"login": ["behind the record", "aaa.bbb.ccc"],
	"login-first-member": ["before the record, which has another", "aaa.bbb.ccc"],
	"login-escaped": ["with escapes, behind text that looks like one", "Abc/d"],
	"login-late.300000": ["behind 300 kB of other members", "after.all.that"]
};

interface Refusal {
	readonly script: string;
	readonly name: string;
	readonly statusCode: number;
	readonly error: string;
}

const refusals: readonly Refusal[] = [
	{ script: "message", name: "the message", statusCode: 400, error: "Failed to create record." },
	{ script: "message-escapes", name: "the message without its escapes", statusCode: 400, error: 'Said "no": é😀 \\ ünïcödé' },
	{ script: "message-controls", name: "one line without control characters, whatever the message and its fields hold", statusCode: 400, error: "ok 1970 done:  [31m x.  a b: c d; e:  f" },
	{ script: "text-controls", name: "one line without control characters, whatever a text/plain body holds", statusCode: 400, error: "Bad [2J request x" },
	{ script: "message-fields", name: "the message and the fields' messages", statusCode: 400, error: "Failed. sensor: Cannot be blank." },
	{ script: "message-nested", name: "the status, when only a nested member is a message", statusCode: 403, error: "HTTP 403" },
	{ script: "message-number", name: "the status, when the message is a number", statusCode: 418, error: "HTTP 418" },
	{ script: "text", name: "a text/plain body", statusCode: 400, error: "Unsupported Content-Type." },
	{ script: "html", name: "the status, when the body is HTML", statusCode: 502, error: "HTTP 502" },
	{ script: "nothing", name: "the status, when there is no body", statusCode: 502, error: "HTTP 502" },
	{ script: "rate", name: "the message of 429", statusCode: 429, error: "Too Many Requests." },
	{ script: "unknown-status", name: "a status that nobody knows", statusCode: 799, error: "HTTP 799" },
	{ script: "moved", name: "301, which is not followed", statusCode: 301, error: "HTTP 301, redirected to PEER/moved/elsewhere/" },
	{ script: "moved-away", name: "308 with where it leads, without what may be secret", statusCode: 308, error: "HTTP 308, redirected to https://elsewhere.example:8443/api/x" },
	{ script: "moved-beside", name: "307 to a path beside the request's", statusCode: 307, error: "HTTP 307, redirected to BASE/api/collections/readings/login" },
	{ script: "moved-kept", name: "307, which is not followed", statusCode: 307, error: "HTTP 307, redirected to PEER/moved/elsewhere/" }
];

export const answerCases: readonly Case[] = [
	...Object.entries(tokenless).map(([script, name]): Case => ({
		name: `a login answered 200 ${name} fails and leaves the token as it was`,
		async run(context) {
			const scene = new Scene(context, script);
			scene.client.setAuthToken("the.old.one");
			const response = await scene.client.collection("users").authWithPassword("one", "secret");
			context.equal(response.ok, false, "ok");
			context.equal(response.kind, "protocol", "kind");
			context.equal(response.statusCode, 200, "statusCode");
			context.equal(response.error !== "", true, "error");
			context.equal(scene.client.getAuthToken(), "the.old.one", "token");
			await scene.expectNext();
			await scene.expectConnections(1);
		}
	})),
	...Object.entries(tokens).flatMap(([script, [name, token]]) => ["", "~3"].map((fragment): Case => ({
		name: `a login's token ${name} is taken and sent with the next request${fragment === "" ? "" : " (in pieces)"}`,
		async run(context) {
			const scene = new Scene(context, (script === "login-late.300000" && fragment !== "" ? "login-late.3000" : script) + fragment, { body: 400_000 });
			const response = await scene.client.collection("users").authWithPassword("one", 'se"cret');
			context.equal(response.error, "", "error");
			context.equal(response.ok, true, "ok");
			context.equal(scene.client.getAuthToken(), token, "token");
			await scene.expectNext();
			const { requests } = await scene.expectConnections(1);
			context.equal(requests[0].path, "/api/collections/users/auth-with-password", "path");
			context.equal(requests[0].body, '{"identity":"one","password":"se\\"cret"}', "body");
			context.equal(requests[1].head.includes(`\r\nauthorization: Bearer ${token}`), true, "authorization");
		}
	}))),
	...["marked", "marked-json", "marked-chunked", "marked~1", "marked-json~1", "marked-chunked~1"].map((script): Case => ({
		name: `a byte order mark before the JSON is taken off (${script})`,
		async run(context) {
			const scene = new Scene(context, script);
			scene.expect(await scene.client.getOneEx("one"), { kind: "", body: '{"id":"first","text":"ä"}' });
			await scene.expectNext();
		}
	})),
	...["", "~1"].map((fragment): Case => ({
		name: `a byte order mark before a login's token or a refusal's message is passed over${fragment === "" ? "" : " (in pieces)"}`,
		async run(context) {
			const login = new Scene(context, `marked-login${fragment}`);
			context.equal((await login.client.collection("users").authWithPassword("one", "secret")).error, "", "error");
			context.equal(login.client.getAuthToken(), "aaa.bbb.ccc", "token");
			const refusal = new Scene(context, `marked-refusal${fragment}`);
			const { body, error } = await refusal.client.createEx("{}");
			context.equal(error, "Failed to create record.", "error");
			context.equal(body, '{"message":"Failed to create record."}', "body");
			for (const script of ["mark", "marked-twice"])
				context.equal((await new Scene(context, script + fragment).client.getOneEx("one")).kind, "protocol", script);
		}
	})),
	{
		name: "a login that is refused leaves the token as it was, although the refusal holds one",
		async run(context) {
			const scene = new Scene(context, "token-refused");
			scene.client.setAuthToken("the.old.one");
			const response = await scene.client.collection("users").authWithPassword("one", "secret");
			context.equal(response.kind, "http", "kind");
			context.equal(response.error, "No.", "error");
			context.equal(scene.client.getAuthToken(), "the.old.one", "token");
		}
	},
	{
		name: "a token in the answer to anything but a login is left where it is",
		async run(context) {
			const scene = new Scene(context, "login");
			context.equal((await scene.client.getOneEx("one")).ok, true, "ok");
			context.equal(scene.client.getAuthToken(), "", "token");
		}
	},
	...refusals.map(({ script, name, statusCode, error }): Case => ({
		name: `the error of a refusal is ${name}; the next request uses the same connection`,
		async run(context) {
			const scene = new Scene(context, script, { retries: 0 });
			const response = await scene.client.createEx("{}");
			context.equal(response.kind, "http", "kind");
			context.equal(response.ok, false, "ok");
			context.equal(response.statusCode, statusCode, "statusCode");
			context.equal(response.error, error.replace("PEER", context.peer).replace("BASE", scene.baseUrl), "error");
			await scene.expectNext();
			const { requests } = await scene.expectConnections(1);
			context.equal(requests.length, 2, "requests");
		}
	})),
	{
		name: "201 is as good as 200",
		async run(context) {
			const scene = new Scene(context, "created");
			scene.expect(await scene.client.createEx("{}"), { kind: "", statusCode: 201, body: '{"id":"first"}' });
		}
	}
];
