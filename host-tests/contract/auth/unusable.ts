import type { RecordsClient } from "../../../lib/client.js";
import { type Case, type Context, testCase } from "../case.js";
import { ScriptedService } from "../spec/scripted-service.js";
import { CREDENTIALS } from "./scene.js";
import { failed, notSent } from "../spec/devices.js";

const TOO_LONG = "x".repeat(1500);

/** Tokens that can't be sent, and what is said of them. */
const unusable: readonly (readonly [name: string, token: string, fault: string])[] = [
	["too long for limits.send", TOO_LONG, "token is too long for limits.send"],
	["with a space", "a b", "token must be visible ASCII"],
	["with a line end", "a\r\nx-more: 1", "token must be visible ASCII"],
	["with an umlaut", "\u00e4", "token must be visible ASCII"],
	["with a NUL", "a\u0000", "token must be visible ASCII"]
];

/** Answers log-ins and refreshes with this token. */
function serviceWith(token: () => string): ScriptedService {
	return new ScriptedService(({ path }) => ({ status: 200, body: path.includes("/auth-") ? JSON.stringify({ record: {}, token: token() }) : "{}" }));
}

/** Each of the calls that must work without a token. */
async function works(context: Context, client: RecordsClient, script: ScriptedService): Promise<void> {
	const from = script.sent.length;
	context.equal((await client.checkHealth()).error, "", "checkHealth");
	context.equal((await client.collection("users").authWithPassword("me", "secret")).error, "", "authWithPassword");
	for (const { headers } of script.sent.slice(from))
		context.equal(headers.has("authorization"), false, "no token goes out");
	context.equal((await client.collection("readings").getOneEx("a")).error, "", "with the new token");
	context.equal(script.sent[script.sent.length - 1].headers.get("authorization"), "Bearer good");
}

/** Tokens that can't stand in a request's head, from the service, the app and storage. */
export const unusableCases: readonly Case[] = [
	...unusable.map(([name, token, fault]) => testCase(`a token ${name} in an answer is kind "protocol", changes nothing and is not stored`, async (context) => {
		const { preferences } = context;
		let given = token;
		const script = serviceWith(() => given);
		const client = script.client(context, { preferences }).collection("users");
		for (const before of ["", "old"]) {
			client.setAuthToken(before);
			for (const response of [await client.authWithPassword("me", "secret"), await client.authRefresh()])
				failed(context, response, "protocol", 200, `the answer's ${fault}`);
			context.equal(client.getAuthToken(), before);
			context.equal((await client.getOneEx("a")).error, "", "the next request");
			const after = script.client(context, { preferences });
			context.equal(after.restoreAuthToken(), before !== "");
			context.equal(after.getAuthToken(), before);
			after.close();
		}
		client.clearAuthToken();
		const own = script.client(context, { preferences, credentials: CREDENTIALS }).collection("readings");
		// Of a log-in of the client's own.
		failed(context, await own.createEx("{}"), "protocol", 200, `the answer's ${fault}`);
		context.equal(own.getAuthToken(), "");
		given = "good";
		await works(context, own, script);
	})),
	...unusable.map(([name, token, fault]) => testCase(`a token ${name} from the app is kind "argument" for what needs it; authWithPassword and checkHealth do without`, async (context) => {
		const { preferences } = context;
		const script = serviceWith(() => "good");
		const client = script.client(context, { preferences }).collection("users");
		client.setAuthToken(token);
		for (const response of [await client.getOneEx("a"), await client.createEx("{}"), await client.authRefresh()])
			notSent(context, response, fault);
		context.equal(script.sent.length, 0, "requests");
		context.equal(script.client(context, { preferences }).restoreAuthToken(), false, "stored");
		await works(context, client, script);
	})),
	testCase("a stored token that limits.send has no room for any more is forgotten at its restore", async (context) => {
		const { preferences } = context;
		const script = serviceWith(() => "good");
		const large = { send: 4096 };
		script.client(context, { preferences, limits: large }).setAuthToken(TOO_LONG);
		context.equal(script.client(context, { preferences, limits: large }).restoreAuthToken(), true);
		const client = script.client(context, { preferences });
		context.equal(client.restoreAuthToken(), false);
		context.equal(client.getAuthToken(), "");
		context.equal(script.client(context, { preferences, limits: large }).restoreAuthToken(), false, "it is gone");
		await works(context, client, script);
	}),
	testCase("a token longer than a value of preferences is kept in RAM, stats().storageErrors counts it, and the stored one is gone", (context) => {
		const { preferences } = context;
		const limits = { send: 8192 };
		const script = serviceWith(() => "good");
		const client = script.client(context, { preferences, limits });
		client.setAuthToken("short");
		client.setAuthToken("x".repeat(4000));
		context.equal(client.getAuthToken().length, 4000);
		context.equal(client.stats().storageErrors, 1, "storageErrors");
		context.equal(script.client(context, { preferences, limits }).restoreAuthToken(), false);
	}),
	testCase("whatever stands in the preferences, nothing throws or hangs, and a log-in puts it in order", async (context) => {
		const { preferences } = context;
		const values = ["", "v2", "v2 1 2 3", "v3 1 2 3 4 5", "v2 1 36 \u00e4 http://scripted.internal ", "v2 1 30 a b http://scripted.internal ",
			"1 224 1526026043", "a 224 1526026043", "\u0000", "x".repeat(3999)];
		for (const key of ["a", "b", "token", "a0", "b0"]) {
			for (const value of values) {
				preferences.set("records", key, value);
				// It keeps what it is sent.
				const script = serviceWith(() => "good");
				const client = script.client(context, { preferences });
				context.equal(client.restoreAuthToken(), false, JSON.stringify(value));
				context.equal(client.getAuthToken(), "");
				await works(context, client, script);
				const after = script.client(context, { preferences });
				context.equal(after.restoreAuthToken(), true);
				context.equal(after.getAuthToken(), "good");
				after.clearAuthToken();
				client.close();
				after.close();
			}
		}
	})
];
