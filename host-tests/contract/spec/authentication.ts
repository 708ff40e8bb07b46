import { type Case, type Context, testCase } from "../case.js";
import { PASSWORD } from "../../../tools/password.js";
import { create, device, guest, onDevice, only, pageOf, readings, refused, sensorName, succeeded, type User } from "./devices.js";
import { scripted } from "./scripted-service.js";
import { claimsOf } from "./token.js";

interface Auth {
	readonly token: string;
	readonly record: User;
}

/** Logs in and checks that the answer is whole. */
async function login(context: Context, identity: string): Promise<void> {
	const client = guest(context).collection("users");
	const response = await client.authWithPassword(identity, PASSWORD);
	succeeded(context, response, 200);
	const { token, record } = JSON.parse(response.body) as Auth;
	context.equal(client.getAuthToken(), token);
	context.equal(token.split(".").length, 3, "a JWT has three parts");
	for (const value of [record.id, record.email, record.name])
		context.ok(typeof value === "string" && value !== "", "a user has id, email and name");
	context.equal(record.email, "device-two@example.test");
}

/** authWithPassword, authRefresh and what the service does with a token. */
export const authenticationCases: readonly Case[] = [
	testCase("authentication 1: an email and a password produce a token and the full user record", (context) => login(context, "device-two@example.test")),
	testCase("authentication 1: a username and a password produce a token and the full user record", (context) => login(context, "device-two")),
	testCase("authentication 1: the token is a JWT of the user and the auth collection, with an expiry", async (context) => {
		const client = guest(context).collection("users");
		const { body } = await client.authWithPassword("device-one", PASSWORD);
		const claims = claimsOf(client.getAuthToken());
		context.equal(claims.id, (JSON.parse(body) as Auth).record.id);
		context.equal(claims.type, "auth");
		context.equal(claims.refreshable, true);
		context.ok(claims.exp > Date.now() / 1000, "it expires later");
	}),
	...([
		["after the record", "{\"record\":{\"id\":\"a\",\"token\":\"wrong\",\"name\":\"\\\"token\\\":\\\"wrong\\\"\"},\"token\":\"right\"}"],
		["before the record", "{\"token\":\"right\",\"record\":{\"token\":\"wrong\",\"list\":[{\"token\":\"wrong\"}]}}"],
		["among spaces", "{ \"record\" : { } ,\n\t\"token\" : \"right\" }\n"],
		["with escapes", "{\"token\":\"\\u0072ight\"}"],
		["after a text that says token", "{\"record\":\"token\",\"token\":\"right\"}"]
	] as const).map(([where, body]) => testCase(`authentication 2: the library takes the answer's own token, ${where}`, scripted(() => ({ status: 200, body })), async ({ client }, context) => {
		client.collection("users");
		succeeded(context, await client.authWithPassword("me", "secret"), 200);
		context.equal(client.getAuthToken(), "right");
		client.setAuthToken("old");
		succeeded(context, await client.authRefresh(), 200);
		context.equal(client.getAuthToken(), "right");
	})),
	...["{\"record\":{\"token\":\"inner\"}}", "{}", "{\"token\":\"\"}", "{\"token\":null}", "[{\"token\":\"a\"}]", "", "<html>Log in</html>"]
		.map((body) => testCase(`authentication 2: a success without a token stores none and is no success: ${JSON.stringify(body)}`, scripted(() => ({ status: 200, body })), async ({ client }, context) => {
			client.collection("users");
			for (const old of ["", "old"]) {
				client.setAuthToken(old);
				for (const response of [await client.authWithPassword("me", "secret"), await client.authRefresh()]) {
					context.equal(response.ok, false, "ok");
					context.equal(response.error, body.startsWith("<") ? "the answer is not JSON" : "the answer holds no token");
				}
				context.equal(client.getAuthToken(), old);
			}
		})),
	testCase("only authWithPassword and authRefresh take a token from an answer", scripted(() => ({ status: 200, body: "{\"token\":\"field\"}" })), async ({ client }, context) => {
		await client.getOneEx("a");
		await client.getListEx();
		await client.createEx("{}");
		await client.updateEx("a", "{}");
		context.equal(client.getAuthToken(), "");
	}),
	testCase("authentication 3: with a token the service knows the device", onDevice, async ({ client, sensor }, context) => {
		const { id } = await create(context, client, { sensor });
		context.equal(pageOf(context, await client.getListEx(null, null, null, only(sensor))).items[0].id, id);
	}),
	testCase("authentication 4: after clearAuthToken the service doesn't know the device any more", onDevice, async ({ client, sensor }, context) => {
		const { id } = await create(context, client, { sensor });
		client.clearAuthToken();
		context.equal(pageOf(context, await client.getListEx(null, null, null, only(sensor))).items.length, 0);
		refused(context, await client.getOneEx(id), 404);
		refused(context, await client.createEx(JSON.stringify({ sensor })), 400, "Failed to create record.");
	}),
	testCase("authentication 5: authRefresh brings a new token with renewed expiry; the old one stays valid", onDevice, async ({ client }, context) => {
		const old = client.getAuthToken();
		await context.sleep(1100); // two tokens of one second are identical
		const response = await client.collection("users").authRefresh();
		succeeded(context, response, 200);
		const { token, record } = JSON.parse(response.body) as Auth;
		context.equal(client.getAuthToken(), token);
		context.ok(token !== old, "it is another token");
		context.ok(claimsOf(token).exp > claimsOf(old).exp, "it expires later");
		context.equal(record.email, "device-one@example.test");
		client.setAuthToken(old);
		await create(context, client.collection("readings"), { sensor: sensorName("old-token") });
		client.setAuthToken(token);
		await create(context, client, { sensor: sensorName("new-token") });
	}),
	testCase("authentication 6: setAuthToken restores a saved token after a reboot", async (context) => {
		const before = await device(context);
		const saved = before.getAuthToken();
		before.close();
		const client = guest(context).collection("readings");
		client.setAuthToken(saved);
		const sensor = sensorName("reboot");
		await create(context, client, { sensor, value: 1 });
		context.equal((await readings(context, await device(context), sensor)).length, 1);
	}),
	testCase("authentication 8: the auth collection must be selected for authWithPassword and authRefresh", onDevice, async ({ client }, context) => {
		const token = client.getAuthToken();
		refused(context, await client.authRefresh(), 403, "The request requires auth record from users collection.");
		refused(context, await client.authWithPassword("device-one", PASSWORD), 404, "Missing or invalid auth collection context.");
		refused(context, await client.collection("_superusers").authRefresh(), 403);
		context.equal(client.getAuthToken(), token);
	}),
	testCase("errors 3: a failed authWithPassword stores no token", async (context) => {
		const client = guest(context).collection("users");
		for (const [identity, password] of [["device-one", "wrong"], ["nobody", PASSWORD], ["device-one@example.test", PASSWORD + " "]]) {
			refused(context, await client.authWithPassword(identity, password), 400, "Failed to authenticate.");
			context.equal(client.getAuthToken(), "");
		}
		const blank = await client.authWithPassword("", PASSWORD);
		refused(context, blank, 400);
		context.ok(blank.body.includes("\"validation_required\""), "the code is in the body");
		context.equal(client.getAuthToken(), "");
	}),
	testCase("errors 3: a failure's body that holds a token stores none", scripted(() => ({ status: 400, body: "{\"token\":\"stray\",\"message\":\"No.\"}" })), async ({ client }, context) => {
		client.collection("users");
		refused(context, await client.authWithPassword("me", "secret"), 400, "No.");
		refused(context, await client.authRefresh(), 400, "No.");
		context.equal(client.getAuthToken(), "");
	}),
	testCase("errors 4: authRefresh without a token, or with one that isn't valid, is a 401", async (context) => {
		const client = guest(context).collection("users");
		const error = "The request requires valid record authorization token.";
		refused(context, await client.authRefresh(), 401, error);
		client.setAuthToken("not.a.token");
		refused(context, await client.authRefresh(), 401, error);
		succeeded(context, await guest(context).collection("users").authWithPassword("device-one", PASSWORD), 200);
	}),
	testCase("an expired or bad token makes the device a guest, with renewal: false: lists are empty, records 404, creates 400, authRefresh 401", async (context) => {
		const client = await device(context, "device-one", { renewal: false });
		const sensor = sensorName("bad-token");
		const { id } = await create(context, client, { sensor });
		const [head, body, signature] = client.getAuthToken().split(".");
		const forged = signature.startsWith("A") ? "B" : "A";
		client.setAuthToken(`${head}.${body}.${forged}${signature.slice(1)}`);
		context.equal(pageOf(context, await client.getListEx(null, null, null, only(sensor))).items.length, 0);
		refused(context, await client.getOneEx(id), 404);
		refused(context, await client.createEx(JSON.stringify({ sensor })), 400, "Failed to create record.");
		refused(context, await client.collection("users").authRefresh(), 401);
		const asking = guest(context).collection("readings");
		asking.setAuthToken(client.getAuthToken());
		for (const response of [await asking.getListEx(), await asking.getOneEx(id), await asking.createEx(JSON.stringify({ sensor }))])
			context.equal(`${response.kind} ${response.error.slice(0, 37)}`, "auth the service does not accept the token");
	})
];
