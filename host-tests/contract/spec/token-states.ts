import type { RecordsClient } from "../../../lib/client.js";
import type { Case, Context } from "../case.js";
import { refused, succeeded } from "./devices.js";
import { ScriptedService, type Sent } from "./scripted-service.js";

const GOOD = "{\"record\":{},\"token\":\"fresh\"}";

/** Answers logins and refreshes with a token, or refuses them; all else succeeds. */
function service(authenticates: boolean): ScriptedService {
	return new ScriptedService(({ path }) => {
		if (!path.includes("/auth-"))
			return { status: 200, body: "{}" };
		return authenticates ? { status: 200, body: GOOD } : { status: 400, body: "{\"message\":\"No.\"}" };
	});
}

function authorization(sent: Sent | undefined): string | undefined {
	return sent?.headers.get("authorization");
}

/** Every method must send the header that belongs to the state; undefined for none. */
async function sends(context: Context, script: ScriptedService, client: RecordsClient, header: string | undefined): Promise<void> {
	const from = script.sent.length;
	client.collection("readings");
	await client.getOneEx("a");
	await client.getListEx();
	await client.createEx("{}");
	await client.updateEx("a", "{}");
	await client.deleteRecordEx("a");
	await client.getOne("a");
	await client.getList();
	await client.create("{}");
	await client.update("a", "{}");
	await client.deleteRecord("a");
	context.equal(script.sent.length, from + 10);
	for (const sent of script.sent.slice(from)) {
		context.equal(authorization(sent), header, sent.method);
		context.equal(sent.headers.has("authorization"), header !== undefined, "the field is absent, not empty");
	}
	client.collection("users");
}

/** Each row of the table of token states, and what is no transition. */
export const tokenStateCases: readonly Case[] = [
	{
		name: "state: a new client has no token, getAuthToken is empty and requests carry no Authorization header",
		async run(context) {
			const script = service(true);
			const client = script.client(context).collection("users");
			context.equal(client.getAuthToken(), "");
			await sends(context, script, client, undefined);
		}
	},
	{
		name: "state: no token, authWithPassword succeeds: the token is stored and every request carries Bearer <token>",
		async run(context) {
			const script = service(true);
			const client = script.client(context).collection("users");
			succeeded(context, await client.authWithPassword("me", "secret"), 200);
			context.equal(client.getAuthToken(), "fresh");
			await sends(context, script, client, "Bearer fresh");
		}
	},
	{
		name: "state: no token, authWithPassword fails: still no token",
		async run(context) {
			const script = service(false);
			const client = script.client(context).collection("users");
			refused(context, await client.authWithPassword("me", "secret"), 400, "No.");
			context.equal(client.getAuthToken(), "");
			await sends(context, script, client, undefined);
		}
	},
	{
		name: "state: no token, setAuthToken: the token is stored and every request carries Bearer <token>",
		async run(context) {
			const script = service(true);
			const client = script.client(context).collection("users");
			client.setAuthToken("saved.to-ken_1");
			context.equal(client.getAuthToken(), "saved.to-ken_1");
			await sends(context, script, client, "Bearer saved.to-ken_1");
		}
	},
	{
		name: "state: token stored, authRefresh succeeds: the new token replaces the old one",
		async run(context) {
			const script = service(true);
			const client = script.client(context).collection("users");
			client.setAuthToken("old");
			succeeded(context, await client.authRefresh(), 200);
			context.equal(authorization(script.sent[0]), "Bearer old");
			context.equal(client.getAuthToken(), "fresh");
			await sends(context, script, client, "Bearer fresh");
		}
	},
	{
		name: "state: token stored, authRefresh fails: the token stays for the caller to judge",
		async run(context) {
			const script = service(false);
			const client = script.client(context).collection("users");
			client.setAuthToken("old");
			refused(context, await client.authRefresh(), 400, "No.");
			context.equal(client.getAuthToken(), "old");
			await sends(context, script, client, "Bearer old");
		}
	},
	{
		name: "state: token stored, setAuthToken: the token is replaced",
		async run(context) {
			const script = service(true);
			const client = script.client(context).collection("users");
			client.setAuthToken("first");
			await sends(context, script, client, "Bearer first");
			client.setAuthToken("second");
			context.equal(client.getAuthToken(), "second");
			await sends(context, script, client, "Bearer second");
		}
	},
	{
		name: "state: token stored, clearAuthToken: no token, and later requests carry no Authorization header",
		async run(context) {
			const script = service(true);
			const client = script.client(context).collection("users");
			client.setAuthToken("old");
			await sends(context, script, client, "Bearer old");
			client.clearAuthToken();
			context.equal(client.getAuthToken(), "");
			await sends(context, script, client, undefined);
		}
	},
	{
		name: "state: no token, clearAuthToken: still no token",
		async run(context) {
			const script = service(true);
			const client = script.client(context).collection("users");
			client.clearAuthToken();
			context.equal(client.getAuthToken(), "");
			await sends(context, script, client, undefined);
		}
	},
	{
		name: "state: token stored, authWithPassword succeeds: the new token replaces the old one",
		async run(context) {
			const script = service(true);
			const client = script.client(context).collection("users");
			client.setAuthToken("old");
			succeeded(context, await client.authWithPassword("me", "secret"), 200);
			context.equal(authorization(script.sent[0]), "Bearer old", "while a token is stored, every request carries it");
			context.equal(client.getAuthToken(), "fresh");
		}
	},
	{
		name: "state: token stored, authWithPassword fails: the old token stays",
		async run(context) {
			const script = service(false);
			const client = script.client(context).collection("users");
			client.setAuthToken("old");
			refused(context, await client.authWithPassword("me", "wrong"), 400, "No.");
			context.equal(client.getAuthToken(), "old");
			await sends(context, script, client, "Bearer old");
		}
	},
	{
		name: "state: setAuthToken with an empty token is no token",
		async run(context) {
			for (const empty of ["", null, undefined]) {
				const script = service(true);
				const client = script.client(context).collection("users");
				client.setAuthToken("old");
				client.setAuthToken(empty!);
				context.equal(client.getAuthToken(), "");
				await sends(context, script, client, undefined);
			}
		}
	},
	{
		name: "state: a token that can't stand in a header is out of the way after setAuthToken or clearAuthToken",
		async run(context) {
			const script = service(true);
			const client = script.client(context).collection("users");
			client.setAuthToken("a\r\nX-Evil: 1");
			client.setAuthToken("good");
			await sends(context, script, client, "Bearer good");
			client.setAuthToken("a\nb");
			client.clearAuthToken();
			await sends(context, script, client, undefined);
		}
	},
	{
		name: "state: the token belongs to its client",
		async run(context) {
			const script = service(true);
			const one = script.client(context).collection("users");
			const two = script.client(context).collection("users");
			one.setAuthToken("one");
			context.equal(two.getAuthToken(), "");
			await sends(context, script, two, undefined);
		}
	},
	{
		name: "state: the token stays when another collection is selected",
		async run(context) {
			const client = service(true).client(context).collection("users");
			await client.authWithPassword("me", "secret");
			context.equal(client.collection("readings").getAuthToken(), "fresh");
		}
	}
];
