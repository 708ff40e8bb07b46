import type { RecordsClient } from "../../../lib/client.js";
import type { CredentialsOption } from "../../../lib/client-options.js";
import { type Case, type Context, testCase } from "../case.js";
import { failed, type Options } from "../spec/devices.js";
import { ScriptedService } from "../spec/scripted-service.js";

/** Gives each user a token of its own, which the service confirms and never exchanges. */
function service(): ScriptedService {
	return new ScriptedService(({ body, headers, path }) => {
		if (path.includes("/auth-with-password"))
			return { status: 200, body: JSON.stringify({ token: `token-of-${encodeURIComponent((JSON.parse(body) as { identity: string }).identity)}` }) };
		if (path.includes("/auth-refresh"))
			return { status: 200, body: JSON.stringify({ token: headers.get("authorization")?.slice(7) }) };
		return { status: 200, body: '{"id":"one"}' };
	});
}

function user(identity: string, collection = "users"): { collection: string; identity: string; password: string } {
	return { collection, identity, password: "secret" };
}

/** Who sent the requests: "one two", "-" for nobody; log-ins are left out. */
function senders(script: ScriptedService): string {
	return script.sent.filter(({ path }) => path.includes("/records"))
		.map(({ headers }) => headers.get("authorization")?.replace("Bearer token-of-", "") ?? "-").join(" ");
}

function logIns(script: ScriptedService): number {
	return script.sent.filter(({ path }) => path.includes("/auth-with-password")).length;
}

/** A device after a reboot: what it restores, and one request. */
async function reboot(context: Context, script: ScriptedService, options: Options, restores: boolean): Promise<RecordsClient> {
	const client = script.client(context, { preferences: context.preferences, ...options }).collection("readings");
	context.equal(client.restoreAuthToken(), restores, "restoreAuthToken");
	context.equal((await client.createEx("{}")).error, "");
	client.close();
	return client;
}

/** In which form `credentials` are given. */
const forms: readonly (readonly [name: string, give: (identity: string) => CredentialsOption])[] = [
	["an object", user],
	["a function", (identity) => () => user(identity)],
	["an async function", (identity) => async () => {
		await Promise.resolve();
		return user(identity);
	}]
];

/** A stored token belongs to a service and, where there are credentials, to their user. */
export const whoseCases: readonly Case[] = [
	...["http://other.internal", "http://scripted.internal:8090", "http://scripted.internal/pb", "http://scripted.internal.home.arpa"].map((baseUrl) => testCase(`a token is not sent to another service: stored for http://scripted.internal, restored for ${baseUrl}`, service, async (script, context) => {
		const { preferences } = context;
		await reboot(context, script, { credentials: user("one") }, false);
		const other = context.client({ baseUrl, preferences, network: script.network }).collection("readings");
		context.equal(other.restoreAuthToken(), false);
		context.equal(other.getAuthToken(), "");
		await other.createEx("{}");
		context.equal(senders(script), "one -");
		await reboot(context, script, { credentials: user("one") }, true);
		context.equal(logIns(script), 1, "the token is still there for its own service");
		other.setAuthToken("another");
		await reboot(context, script, { credentials: user("one") }, false);
		context.equal(logIns(script), 2);
	})),
	testCase("the same service by another spelling of its base URL: the token is restored", service, async (script, context) => {
		await reboot(context, script, { credentials: user("one") }, false);
		for (const baseUrl of ["http://scripted.internal/", "http://SCRIPTED.internal", "HTTP://scripted.internal:80"]) {
			const client = context.client({ baseUrl, preferences: context.preferences, network: script.network });
			context.equal(client.restoreAuthToken(), true, baseUrl);
		}
	}),
	...forms.flatMap(([before, giveBefore]) => forms.map(([after, giveAfter]) => testCase(`a token that was logged in for by ${before} is restored for the same user by ${after}, and never used for another`, service, async (script, context) => {
		await reboot(context, script, { credentials: giveBefore("one") }, false);
		await reboot(context, script, { credentials: giveAfter("one") }, true);
		context.equal(senders(script), "one one");
		context.equal(logIns(script), 1);
		await reboot(context, script, { credentials: giveAfter("two") }, typeof giveAfter("two") === "function");
		context.equal(senders(script), "one one two");
		context.equal(logIns(script), 2);
		await reboot(context, script, { credentials: giveBefore("two") }, true);
		context.equal(senders(script), "one one two two");
		context.equal(logIns(script), 2);
	}))),
	...forms.map(([form, give]) => testCase(`a token that the app has logged in for is its user's: restored with the same by ${form}, not with another`, service, async (script, context) => {
		const { preferences } = context;
		for (const credentials of [undefined, give("three")]) {
			const client = script.client(context, { preferences, ...(credentials === undefined ? {} : { credentials }) }).collection("users");
			await client.authWithPassword("one", "secret");
			await client.authRefresh();
			client.close();
			await reboot(context, script, { credentials: give("one") }, true);
			await reboot(context, script, { credentials: give("two") }, typeof give("two") === "function");
		}
		context.equal(senders(script), "one two one two");
		context.equal(logIns(script), 4);
	})),
	testCase("a collection whose name has to be encoded is the same by authWithPassword and credentials", service, async (script, context) => {
		const collection = "d\u00e4 vices%20/?";
		const client = script.client(context, { preferences: context.preferences }).collection(collection);
		await client.authWithPassword("o\"n\u00e4 \u0001", "secret");
		client.close();
		await reboot(context, script, { credentials: user("o\"n\u00e4 \u0001", collection) }, true);
		context.equal(logIns(script), 1);
	}),
	testCase("the same name in another collection is another user", service, async (script, context) => {
		await reboot(context, script, { credentials: user("one") }, false);
		await reboot(context, script, { credentials: user("one", "devices") }, false);
		await reboot(context, script, { credentials: () => user("one") }, true);
		context.equal(logIns(script), 3);
	}),
	testCase("a token of the app's own is restored with the credentials it was set with, and without any", service, async (script, context) => {
		const credentials = user("one");
		const { preferences } = context;
		script.client(context, { preferences, credentials }).setAuthToken("token-of-app");
		await reboot(context, script, { credentials }, true);
		await reboot(context, script, {}, true);
		context.equal(senders(script), "app app");
		await reboot(context, script, { credentials: user("two") }, false);
		context.equal(senders(script), "app app two");
	}),
	testCase("a token that was stored without credentials is not used with some: the client logs in", service, async (script, context) => {
		const { preferences } = context;
		for (const [, give] of forms) {
			script.client(context, { preferences }).setAuthToken("token-of-app");
			await reboot(context, script, { credentials: give("one") }, typeof give("one") === "function");
		}
		context.equal(senders(script), "one one one");
	}),
	testCase("a function for credentials is asked once for a restored token, and its failure is told: nothing goes out meanwhile", service, async (script, context) => {
		await reboot(context, script, { credentials: user("one") }, false);
		let asked = 0;
		const credentials = (): ReturnType<typeof user> => {
			asked++;
			if (asked === 1)
				throw new Error("not yet");
			return user("one");
		};
		const client = script.client(context, { preferences: context.preferences, credentials }).collection("readings");
		context.equal(client.restoreAuthToken(), true);
		failed(context, await client.createEx("{}"), "auth", 0, "credentials could not be read");
		for (let i = 0; i < 3; i++)
			context.equal((await client.createEx("{}")).error, "");
		context.equal(asked, 2, "times asked");
		context.equal(senders(script), "one one one one");
		context.equal(logIns(script), 1);
	}),
	testCase("renewal: false asks nobody for credentials, and restores the service's token as it is", service, async (script, context) => {
		await reboot(context, script, { credentials: user("one") }, false);
		await reboot(context, script, { credentials: () => user("two"), renewal: false }, true);
		context.equal(senders(script), "one one");
	})
];
