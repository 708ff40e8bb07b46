import type { RecordsClient } from "../../../lib/client.js";
import { type Case, type Context, testCase } from "../case.js";
import { PASSWORD } from "../../../tools/password.js";
import { scripted, ScriptedService } from "../spec/scripted-service.js";
import { behindFront, CREDENTIALS, Scene } from "./scene.js";
import { notSent } from "../spec/devices.js";

const OTP = JSON.stringify({ token: "new", record: { id: "a1", email: "owner@example.test" } });
const NO_TOKEN = '{"otpId":"o1"}';

/** What each of these calls sends. */
const calls: readonly (readonly [sent: string, call: (client: RecordsClient) => Promise<unknown>])[] = [
	["GET auth-methods ", (client) => client.authMethods()],
	['POST request-password-reset {"email":"owner@example.test"}', (client) => client.requestPasswordReset("owner@example.test")],
	['POST request-verification {"email":"owner@example.test"}', (client) => client.requestVerification("owner@example.test")],
	['POST request-otp {"email":"owner@example.test"}', (client) => client.requestOTP("owner@example.test")],
	['POST auth-with-otp {"otpId":"o1","password":"12345678"}', (client) => client.authWithOTP("o1", "12345678")]
];

/** Wrong arguments of these calls, by the error. */
const mistakes: readonly (readonly [error: string, call: (client: RecordsClient) => ReturnType<RecordsClient["authMethods"]>])[] = [
	["email is required", (client) => client.requestPasswordReset("")],
	["email must be text", (client) => client.requestPasswordReset(5 as unknown as string)],
	["email is required", (client) => client.requestVerification("")],
	["email is required", (client) => client.requestOTP(null as unknown as string)],
	["otpId is required", (client) => client.authWithOTP("", "12345678")],
	["password is required", (client) => client.authWithOTP("o1", "")],
	["password must be text", (client) => client.authWithOTP("o1", 12345678 as unknown as string)]
];

/** A client that has stored the token of a one-time password. */
async function loggedIn(context: Context, body: string): Promise<void> {
	const service = new ScriptedService(() => ({ status: 200, body }));
	const client = service.client(context, { preferences: context.preferences }).collection("users");
	context.equal((await client.authWithOTP("o1", "12345678")).error, "", "log-in");
	context.equal(client.getAuthToken(), "new", "token");
}

/** Password reset, one-time passwords, and what the token says of its user. */
export const otherWayCases: readonly Case[] = [
	testCase("authMethods, requestPasswordReset, requestVerification, requestOTP and authWithOTP: what the real service answers", behindFront(), async ({ client }, context) => {
		const users = client.collection("users");
		const methods = await users.authMethods();
		context.equal(methods.error, "", "authMethods");
		context.equal(methods.json<{ password: { enabled: boolean } }>()?.password.enabled, true, "password");
		const reset = await users.requestPasswordReset("nobody@example.test");
		context.equal(`${reset.error} ${reset.statusCode} ${reset.body}`, " 204 ", "requestPasswordReset");
		const verification = await users.requestVerification("nobody@example.test");
		context.equal(`${verification.error} ${verification.statusCode} ${verification.body}`, " 204 ", "requestVerification");
		for (const response of [await users.requestOTP("nobody@example.test"), await users.authWithOTP("a1b2c3d4e5f6g7h", "12345678")]) {
			context.equal(response.kind, "http", "the collection has no OTP");
			context.ok(response.statusCode >= 400 && response.statusCode < 500 && response.error !== "", `${response.statusCode} ${response.error}`);
		}
		context.equal(users.getAuthToken(), "", "token");
	}),
	...calls.map(([sent, call]) => testCase(`auth: ${sent} goes out as it is: with the token that there is, and without a log-in of the client's own`, scripted(() => ({ status: 200, body: OTP }), { credentials: CREDENTIALS }), async ({ client, service }, context) => {
		client.collection("users");
		await call(client);
		client.setAuthToken("a.b.c");
		await call(client);
		const [first, second] = service.sent;
		context.equal(service.sent.length, 2, "requests");
		context.equal(`${first.method} ${first.path.replace("/api/collections/users/", "")} ${first.body}`, sent, "request");
		context.equal(second.headers.get("authorization"), "Bearer a.b.c", "token");
	})),
	testCase("at the events login and refresh the token is the new one already", async (context) => {
		const told: string[] = [];
		const { client } = new Scene(context, { credentials: CREDENTIALS, onEvent(event) {
			if (event === "login" || event === "refresh")
				told.push(client.getAuthToken());
		} });
		context.equal((await client.getListEx(1, 1)).error, "", "error");
		const first = client.getAuthToken();
		context.ok(first !== "", "a token");
		client.setAuthToken("a.b.c");
		client.setAuthToken(first);
		context.equal((await client.getListEx(1, 1)).error, "", "error");
		context.equal(told.length, 2, "events");
		context.equal(told[0], first, "at the log-in");
		context.equal(told[1], client.getAuthToken(), "at the refresh");
	}),
	testCase("requestOTP and requestPasswordReset take no token from their answer, and need none in it", async (context) => {
		for (const body of [NO_TOKEN, OTP]) {
			const client = new ScriptedService(() => ({ status: 200, body })).client(context).collection("users");
			const response = await client.requestOTP("owner@example.test");
			context.equal(`${response.kind} ${response.body}`, ` ${body}`, "requestOTP");
			context.equal((await client.requestPasswordReset("owner@example.test")).kind, "", "requestPasswordReset");
			context.equal(client.getAuthToken(), "", "token");
		}
		const client = new ScriptedService(() => ({ status: 204 })).client(context).collection("users");
		context.equal((await client.requestPasswordReset("owner@example.test")).error, "", "204");
	}),
	testCase("authWithOTP stores the token as one of the user whose email the answer names", async (context) => {
		await loggedIn(context, OTP);
		const again = (identity: string): boolean => {
			const credentials = { collection: "users", identity, password: PASSWORD };
			return new ScriptedService().client(context, { preferences: context.preferences, credentials }).restoreAuthToken();
		};
		context.equal(again("somebody@example.test"), false, "another user");
		context.equal(again("owner@example.test"), true, "that user");
	}),
	testCase("authWithOTP stores a token whose answer names no email; it is nobody's in credentials", async (context) => {
		await loggedIn(context, '{"token":"new","record":null}');
		const credentials = { collection: "users", identity: "owner@example.test", password: PASSWORD };
		const make = (options: object): RecordsClient => new ScriptedService().client(context, { preferences: context.preferences, ...options });
		context.equal(make({ credentials }).restoreAuthToken(), false, "with credentials");
		context.equal(make({}).restoreAuthToken(), true, "without");
	}),
	testCase("authWithOTP without a token in the answer is kind protocol, and changes nothing", async (context) => {
		const client = new ScriptedService(() => ({ status: 200, body: NO_TOKEN })).client(context).collection("users");
		const { error, kind } = await client.authWithOTP("o1", "12345678");
		context.equal(`${kind} ${error} ${client.getAuthToken()}`, "protocol the answer holds no token ");
	}),
	testCase("authMethods, requestPasswordReset, requestOTP and authWithOTP: a missing or wrong argument makes no request", async (context) => {
		const service = new ScriptedService();
		const client = service.client(context);
		context.equal((await client.authMethods()).error, "collection is required");
		client.collection("users");
		for (const [error, call] of mistakes)
			notSent(context, await call(client), error);
		context.equal(service.sent.length, 0, "requests");
	}),
	testCase("authWithOTP: a password is not sent over plain http to a host that is not known to be private", async (context) => {
		const service = new ScriptedService();
		const client = context.client({ baseUrl: "http://records.example.org", network: service.network }).collection("users");
		context.equal((await client.authWithOTP("o1", "12345678")).kind, "argument", "kind");
		context.equal(service.sent.length, 0, "requests");
	}),
	testCase("authRecord is the user whose token is stored, also after a reboot, and null without one", async (context) => {
		const scene = new Scene(context, { preferences: context.preferences });
		const users = scene.client.collection("users");
		context.equal(users.authRecord, null, "before");
		const { record } = (await users.authWithPassword(CREDENTIALS.identity, PASSWORD)).json<{ record: { id: string; collectionId: string } }>()!;
		const expected = `${record.id} ${record.collectionId}`;
		for (const client of [users, scene.another({ preferences: context.preferences }), scene.another({ preferences: context.preferences, renewal: false })]) {
			context.equal(client === users || client.restoreAuthToken(), true, "restored");
			context.equal(`${client.authRecord?.id} ${client.authRecord?.collectionId}`, expected, "authRecord");
		}
		users.clearAuthToken();
		context.equal(users.authRecord, null, "cleared");
		for (const token of ["a.b.c", "no JWT", "e30.e30.e30"]) {
			users.setAuthToken(token);
			context.equal(users.authRecord, null, token);
		}
	})
];
