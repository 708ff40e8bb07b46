import type { RecordsClient } from "../../../lib/client.js";
import type { ClientResponse } from "../../../lib/response.js";
import { type Case, type Context, testCase } from "../case.js";
import { scripted, type ScriptedService, type Sent } from "./scripted-service.js";

const GOOD = "{\"record\":{},\"token\":\"fresh\"}";

/** Answers logins and refreshes with a token, or refuses them; all else succeeds. */
function authenticating(isTaken: boolean): ReturnType<typeof scripted> {
	return scripted(({ path }) => {
		if (!path.includes("/auth-"))
			return { status: 200, body: "{}" };
		return isTaken ? { status: 200, body: GOOD } : { status: 400, body: "{\"message\":\"No.\"}" };
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

/** What an app does with the token that its client has: "" for none. */
interface Row {
	readonly name: string;
	readonly before: string;
	/** Whether the service takes what is asked; false where nothing is. */
	readonly isTaken: boolean;
	readonly act: (client: RecordsClient) => unknown;
	readonly after: string;
}

const login = (client: RecordsClient): Promise<ClientResponse> => client.authWithPassword("me", "secret");
const refresh = (client: RecordsClient): Promise<ClientResponse> => client.authRefresh();
const clear = (client: RecordsClient): void => client.clearAuthToken();
const set = (token: unknown) => (client: RecordsClient): void => client.setAuthToken(token as string);

/** Each row of the table of token states. */
const rows: readonly Row[] = [
	{ name: "state: a new client has no token, getAuthToken is empty and requests carry no Authorization header", before: "", isTaken: true, act: () => undefined, after: "" },
	{ name: "state: no token, authWithPassword succeeds: the token is stored and every request carries Bearer <token>", before: "", isTaken: true, act: login, after: "fresh" },
	{ name: "state: no token, authWithPassword fails: still no token", before: "", isTaken: false, act: login, after: "" },
	{ name: "state: no token, setAuthToken: the token is stored and every request carries Bearer <token>", before: "", isTaken: true, act: set("saved.to-ken_1"), after: "saved.to-ken_1" },
	{ name: "state: token stored, authRefresh succeeds: the new token replaces the old one", before: "old", isTaken: true, act: refresh, after: "fresh" },
	{ name: "state: token stored, authRefresh fails: the token stays for the caller to judge", before: "old", isTaken: false, act: refresh, after: "old" },
	{ name: "state: token stored, setAuthToken: the token is replaced", before: "old", isTaken: true, act: set("second"), after: "second" },
	{ name: "state: token stored, clearAuthToken: no token, and later requests carry no Authorization header", before: "old", isTaken: true, act: clear, after: "" },
	{ name: "state: no token, clearAuthToken: still no token", before: "", isTaken: true, act: clear, after: "" },
	{ name: "state: token stored, authWithPassword succeeds: the new token replaces the old one", before: "old", isTaken: true, act: login, after: "fresh" },
	{ name: "state: token stored, authWithPassword fails: the old token stays", before: "old", isTaken: false, act: login, after: "old" },
	...["", null, undefined].map((empty) => ({ name: `state: setAuthToken with an empty token is no token (${empty})`, before: "old", isTaken: true, act: set(empty), after: "" }))
];

/** The rows, and what is no transition. */
export const tokenStateCases: readonly Case[] = [
	...rows.map(({ act, after, before, isTaken, name }) => testCase(name, authenticating(isTaken), async ({ client, service }, context) => {
		client.collection("users");
		if (before !== "")
			client.setAuthToken(before);
		const response = await act(client);
		if (response instanceof Object) {
			context.equal((response as ClientResponse).ok, isTaken, "ok");
			context.equal(authorization(service.sent[0]), before === "" ? undefined : `Bearer ${before}`, "while a token is stored, every request carries it");
		}
		context.equal(client.getAuthToken(), after);
		await sends(context, service, client, after === "" ? undefined : `Bearer ${after}`);
	})),
	testCase("state: a token that can't stand in a header is out of the way after setAuthToken or clearAuthToken", authenticating(true), async ({ client, service }, context) => {
		client.setAuthToken("a\r\nX-Evil: 1");
		client.setAuthToken("good");
		await sends(context, service, client, "Bearer good");
		client.setAuthToken("a\nb");
		client.clearAuthToken();
		await sends(context, service, client, undefined);
	}),
	testCase("state: the token belongs to its client", authenticating(true), async ({ client: one, service }, context) => {
		const two = service.client(context);
		one.setAuthToken("one");
		context.equal(two.getAuthToken(), "");
		await sends(context, service, two, undefined);
	}),
	testCase("state: the token stays when another collection is selected", authenticating(true), async ({ client }, context) => {
		await client.collection("users").authWithPassword("me", "secret");
		context.equal(client.collection("readings").getAuthToken(), "fresh");
	})
];
