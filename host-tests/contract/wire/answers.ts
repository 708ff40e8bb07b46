import { type Case, testCase } from "../case.js";
import { against, Scene } from "./scene.js";
import { refused } from "../spec/devices.js";

interface Refusal {
	readonly script: string;
	readonly name: string;
	readonly statusCode: number;
	readonly error: string;
}

const refusals: readonly Refusal[] = [
	{ script: "message-escapes", name: "the message without its escapes", statusCode: 400, error: 'Said "no": é😀 \\ ünïcödé' },
	{ script: "message-controls", name: "one line without control characters, whatever the message and its fields hold", statusCode: 400, error: "ok 1970 done:  [31m x.  a b: c d; e:  f" },
	{ script: "text-controls", name: "one line without control characters, whatever a text/plain body holds", statusCode: 400, error: "Bad [2J request x" },
	{ script: "message-fields", name: "the message and the fields' messages", statusCode: 400, error: "Failed. sensor: Cannot be blank." },
	{ script: "html", name: "the status, when the body is HTML", statusCode: 502, error: "HTTP 502" },
	{ script: "unknown-status", name: "a status that nobody knows", statusCode: 799, error: "HTTP 799" },
	{ script: "moved", name: "301, which is not followed", statusCode: 301, error: "HTTP 301, redirected to PEER/moved/elsewhere/" },
	{ script: "moved-away", name: "308 with where it leads, without what may be secret", statusCode: 308, error: "HTTP 308, redirected to https://elsewhere.example:8443/api/x" },
	{ script: "moved-beside", name: "307 to a path beside the request's", statusCode: 307, error: "HTTP 307, redirected to BASE/api/collections/readings/login" },
	{ script: "moved-kept", name: "307, which is not followed", statusCode: 307, error: "HTTP 307, redirected to PEER/moved/elsewhere/" }
];

export const answerCases: readonly Case[] = [
	...["marked", "marked-json", "marked-chunked", "marked~1", "marked-json~1", "marked-chunked~1"].map((script) => testCase(`a byte order mark before the JSON is taken off (${script})`, against(script), async (scene) => {
		scene.expect(await scene.client.getOneEx("one"), { kind: "", body: '{"id":"first","text":"ä"}' });
		await scene.expectNext();
	})),
	...["", "~1"].map((fragment) => testCase(`a byte order mark before a login's token or a refusal's message is passed over${fragment === "" ? "" : " (in pieces)"}`, async (context) => {
		const login = new Scene(context, `marked-login${fragment}`);
		context.equal((await login.client.collection("users").authWithPassword("one", "secret")).error, "", "error");
		context.equal(login.client.getAuthToken(), "aaa.bbb.ccc", "token");
		const refusal = new Scene(context, `marked-refusal${fragment}`);
		const { body, error } = await refusal.client.createEx("{}");
		context.equal(error, "Failed to create record.", "error");
		context.equal(body, '{"message":"Failed to create record."}', "body");
		for (const script of ["mark", "marked-twice"])
			context.equal((await new Scene(context, script + fragment).client.getOneEx("one")).kind, "protocol", script);
	})),
	...refusals.map(({ script, name, statusCode, error }) => testCase(`the error of a refusal is ${name}; the next request uses the same connection`, against(script, { retries: 0 }), async (scene, context) => {
		refused(context, await scene.client.createEx("{}"), statusCode, error.replace("PEER", context.peer).replace("BASE", scene.baseUrl));
		await scene.expectNext();
		await scene.expectConnections(1, 2);
	}))
];
