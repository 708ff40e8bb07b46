import type { RecordsClient } from "../../../lib/client.js";
import type { RecordsClientOptions } from "../../../lib/client-options.js";
import type { ClientResponse } from "../../../lib/response.js";
import { type Case, type Context, testCase } from "../case.js";
import { ANSWERED } from "../patience.js";
import { PASSWORD } from "../../../tools/password.js";
import { behindFront, REJECTED, Scene } from "./scene.js";

type Options = Omit<RecordsClientOptions, "baseUrl">;

/** A device with an account that the case may do anything to. */
export class Own extends Scene {
	account: { collection: string; identity: string; notes: string; open: string } = { collection: "", identity: "", notes: "", open: "" };
	id = "";

	/** Makes the account; the first client has no token yet. */
	static async make(context: Context): Promise<Own> {
		const own = new Own(context);
		own.account = await own.tell("own.make") as Own["account"];
		return own;
	}

	get credentials(): { collection: string; identity: string; password: string } {
		const { collection, identity } = this.account;
		return { collection, identity, password: PASSWORD };
	}

	/** A client that has logged in as an app does, and made a note. */
	async loggedIn(options: Options = {}): Promise<RecordsClient> {
		const client = this.another(options);
		this.ok(await client.collection(this.account.collection).authWithPassword(this.account.identity, PASSWORD), "login");
		const made = await client.collection(this.account.notes).createEx({ text: "first" });
		this.ok(made, "the first note");
		this.id = (JSON.parse(made.body) as { id: string }).id;
		return client;
	}

	/** A client with a token from before a reboot. */
	restored(token: string, options: Options = {}, collection = this.account.notes): RecordsClient {
		const client = this.another(options).collection(collection);
		client.setAuthToken(token);
		return client;
	}
}

/** Sets a scene with an account of its own. */
export function withAccount(context: Context): Promise<Own> {
	return Own.make(context);
}

/** One request of each kind, and what a guest's answer to it is. */
const kinds: readonly (readonly [name: string, send: (client: RecordsClient, id: string) => Promise<ClientResponse>, method: string, guest: number])[] = [
	["getListEx", (client) => client.getListEx(1, 1), "GET", 200],
	["getListEx with fields", (client) => client.getListEx(1, 1, null, null, "1", null, "id"), "GET", 200],
	["getOneEx", (client, id) => client.getOneEx(id), "GET", 404],
	["createEx", (client) => client.createEx({ text: "second" }), "POST", 400],
	["updateEx", (client, id) => client.updateEx(id, { text: "third" }), "PATCH", 404],
	["deleteRecordEx", (client, id) => client.deleteRecordEx(id), "DELETE", 404],
	["sendEx, a batch", (client) => client.sendEx("POST", "/api/batch", {
		requests: [{ method: "POST", url: `/api/collections/${batched}/records`, body: { text: "fourth" } }]
	}), "POST", 400]
];
let batched = "";

/** How tokens end before their time, and whether the account is there afterwards. */
const ends: readonly (readonly [name: string, commands: readonly string[]])[] = [
	["its collection's secret has been rotated", ["rotate"]],
	["its account's tokens have been revoked", ["revoke"]],
	["its account has been deleted and made anew", ["remove", "again"]]
];

async function end(own: Own, commands: readonly string[]): Promise<void> {
	for (const command of commands)
		await own.tell("own." + command);
}

/** Tokens that the service does not accept, and how that is found out. */
export const acceptedCases: readonly Case[] = [
	...kinds.map(([name, send, method, guest]) => testCase(`${name} with a token that has been revoked: kind "auth" instead of a guest's answer, and nothing goes out after it; with credentials it is done after a login`, withAccount, async (own, context) => {
		batched = own.account.notes;
		const client = await own.loggedIn();
		const token = client.getAuthToken();
		await own.tell("own.revoke");
		const able = own.restored(token, { credentials: own.credentials, limits: { confirmEvery: 0 } });
		const checks = own.restored(token, { credentials: own.credentials });
		own.refused(await send(client, own.id), REJECTED, guest);
		own.refused(await send(client, own.id), REJECTED);
		context.equal(client.isAuthValid, false, "isAuthValid");
		context.equal(client.getAuthToken(), token, "the token is the app's to forget");
		await own.saw(`login- POST ${method} refresh`);
		context.equal((await send(able, own.id)).statusCode, guest, "a guest's answer where it is not asked for");
		await own.saw(`login- POST ${method} refresh ${method}`);
		own.ok(await send(checks, own.id));
		await own.saw(`login- POST ${method} refresh ${method} refresh login- ${method}`);
	})),
	...ends.map(([name, commands]) => testCase(`a token in use when ${name}: the first request without credentials is kind "auth", with credentials it logs in`, async (context) => {
		for (const [, send, method, guest] of [kinds[0], kinds[3]]) {
			const own = await Own.make(context);
			const bare = await own.loggedIn();
			const able = await own.loggedIn({ credentials: own.credentials });
			await end(own, commands);
			own.refused(await send(bare, own.id), REJECTED, guest);
			await own.saw(`login- POST login- POST ${method} refresh`);
			own.ok(await send(able, own.id));
			await own.saw(`login- POST login- POST ${method} refresh ${method} refresh login- ${method}`);
			own.ok(await able.createEx({ text: "after" }));
			// Another end, another login.
			await own.tell("own.revoke");
			own.ok(await able.createEx({ text: "after that" }));
			await own.saw(`login- POST login- POST ${method} refresh ${method} refresh login- ${method} POST POST refresh login- POST`);
			own.close();
		}
	})),
	...ends.map(([name, commands]) => testCase(`a token restored after ${name}: nothing goes out with it, and with credentials there is a login first`, withAccount, async (own, context) => {
		const { preferences } = context;
		(await own.loggedIn({ preferences })).close();
		await end(own, commands);
		const bare = own.another({ preferences }).collection(own.account.open);
		context.equal(bare.restoreAuthToken(), true, "restored");
		// A guest may do both, so that their answers would not tell.
		own.refused(await bare.createEx({ text: "a guest's" }), REJECTED);
		own.refused(await bare.getListEx(), REJECTED);
		await own.saw("login- POST refresh");
		const able = own.another({ preferences, credentials: own.credentials }).collection(own.account.open);
		able.restoreAuthToken();
		for (const response of await Promise.all(Array.from({ length: 9 }, () => able.createEx({ text: "own" }))))
			own.ok(response);
		await own.saw("login- POST refresh refresh login-" + " POST".repeat(9));
		context.equal((JSON.parse(await able.getList()) as { items: object[] }).items.length, 9, "notes");
		const next = own.another({ preferences }).collection(own.account.notes);
		next.restoreAuthToken();
		own.ok(await next.createEx({ text: "with the new token" }));
	})),
	testCase("an account that is deleted for good: kind \"auth\" with the login's error, and the service is not asked again at once", withAccount, async (own) => {
		const client = await own.loggedIn({ credentials: own.credentials });
		await own.tell("own.remove");
		own.refused(await client.getListEx(), "Failed to authenticate.", 400);
		own.refused(await client.getListEx(), "Failed to authenticate.");
		await own.saw("login- POST GET refresh login-");
	}),
	testCase("a superuser's token that has been revoked is found out, too", withAccount, async (own) => {
		const { identity } = await own.tell("own.admin");
		const client = own.another({});
		own.ok(await client.collection("_superusers").authWithPassword(identity, PASSWORD));
		own.ok(await client.collection(own.account.notes).getListEx());
		await own.tell("own.demote");
		own.refused(await client.createEx({ text: "any" }), REJECTED, 400);
		await own.saw("login- GET refresh POST refresh");
		const again = own.another({ credentials: { collection: "_superusers", identity, password: PASSWORD } }).collection(own.account.notes);
		again.setAuthToken(client.getAuthToken());
		own.ok(await again.createEx({ text: "any" }));
	}),
	testCase("a restored token that is good is confirmed once, stays as it is, and an empty list is asked about once", withAccount, async (own, context) => {
		const token = (await own.loggedIn()).getAuthToken();
		const client = own.restored(token);
		for (let i = 0; i < 5; i++)
			own.ok(await client.getListEx(1, 1, null, "text = 'none'"));
		own.ok(await client.createEx({ text: "any" }));
		await own.saw("login- POST refresh GET GET GET GET GET POST");
		context.equal(client.getAuthToken(), token, "the app finds the token that it has set");
		context.equal(client.stats().renewals, 0, "renewals");
		client.setAuthToken(token);
		own.ok(await client.getListEx());
		await own.saw("login- POST refresh GET GET GET GET GET POST GET", "the same token is not asked about again");
		const another = await own.loggedIn();
		for (let i = 0; i < 5; i++)
			own.ok(await another.getListEx(1, 1, null, "text = 'none'"));
		await own.saw("login- POST refresh GET GET GET GET GET POST GET login- POST GET refresh GET GET GET GET");
	}),
	testCase("a token that was confirmed at its restore and is revoked later is found out by the next guest's answer", withAccount, async (own) => {
		const client = own.restored((await own.loggedIn()).getAuthToken());
		own.ok(await client.createEx({ text: "any" }));
		await own.tell("own.revoke");
		own.refused(await client.getListEx(), REJECTED, 200);
		await own.saw("login- POST refresh POST GET refresh");
	}),
	testCase("limits.confirmEvery: asked after each guest's answer when that time is over, never with 0, nor with renewal: false", withAccount, async (own, context) => {
		const token = (await own.loggedIn()).getAuthToken();
		const often = own.restored(token, { limits: { confirmEvery: 1 } });
		for (let i = 0; i < 3; i++) {
			own.ok(await often.getListEx(9, 1));
			await context.sleep(20);
		}
		await own.saw("login- POST refresh GET GET refresh GET refresh");
		await own.tell("own.revoke");
		for (const options of [{ limits: { confirmEvery: 0 } }, { renewal: false }])
			context.equal((await own.restored(token, options).getListEx()).ok, true, "a guest's answer");
		await own.saw("login- POST refresh GET GET refresh GET refresh GET GET");
	}),
	testCase("answers that no guest would get are not asked about: records, field errors, other refusals", withAccount, async (own, context) => {
		const client = await own.loggedIn();
		own.ok(await client.getListEx());
		own.ok(await client.getOneEx(own.id));
		context.equal((await client.createEx({ id: own.id })).statusCode, 400);
		for (const status of ["500", "409"]) {
			await own.tell(`records.${status}.1`);
			context.equal((await client.getListEx()).statusCode, Number(status));
		}
		await own.saw("login- POST GET GET POST GET GET");
	}),
	testCase("a long-lived token that the service does not exchange passes, is not replaced and not asked about again", behindFront({ credentials: undefined }), async (scene, context) => {
		const { client } = scene;
		const token = await scene.token(31_536_000);
		client.setAuthToken(token);
		scene.ok(await client.createEx("{\"sensor\":\"renewal\",\"value\":1}"));
		for (let i = 0; i < 3; i++)
			context.equal((await client.getOneEx("000000000000000")).statusCode, 404);
		await scene.saw("refresh POST GET refresh GET GET");
		context.equal(client.getAuthToken(), token);
	}),
	...["403", "404", "429", "500", "503", "portal"].map((fault) => testCase(`a check of the token that meets "${fault}" says nothing: requests go on, their answers stand, and it is not made again at once`, withAccount, async (own, context) => {
		const token = (await own.loggedIn()).getAuthToken();
		await own.tell(`refresh.${fault}.9`);
		const restored = own.restored(token);
		own.ok(await restored.createEx({ text: "any" }));
		own.ok(await restored.getListEx(9, 1));
		await own.saw("login- POST refresh POST GET");
		const running = await own.loggedIn();
		own.ok(await running.getListEx(9, 1));
		context.equal((await running.getOneEx("none")).statusCode, 404);
		await own.saw("login- POST refresh POST GET login- POST GET refresh GET");
	})),
	testCase("a check of the token that the network cuts is tried again; without success a refusal stands, an empty list is the network's failure", withAccount, async (own, context) => {
		const one = await own.loggedIn();
		await own.tell("own.revoke");
		await own.tell("refresh.unasked-cut.2");
		own.refused(await one.getListEx(), REJECTED, 200);
		await own.saw("login- POST GET refresh refresh refresh");
		const two = await own.loggedIn();
		const three = await own.loggedIn();
		const four = own.restored(one.getAuthToken());
		await own.tell("refresh.unasked-cut.9");
		context.equal((await two.getListEx(9, 1)).kind, "connect");
		const { kind, statusCode } = await three.getOneEx("none");
		context.equal(`${kind} ${statusCode}`, "http 404");
		await own.tell("refresh.unasked-cut.3");
		context.equal((await four.getListEx(9, 1)).kind, "connect");
		await own.saw("login- POST GET refresh refresh refresh login- POST login- POST GET refresh refresh refresh GET refresh refresh refresh refresh refresh refresh");
		own.ok(await two.createEx({ text: "any" }), "the token is still good");
	}),
	testCase("a check of the token that is never answered ends with the request's deadline: a refusal stands, an empty list is a timeout; later requests go on", withAccount, async (own, context) => {
		const client = await own.loggedIn({ limits: { timeout: ANSWERED } });
		await own.tell("refresh.unasked-stall.9");
		context.equal((await client.getListEx(9, 1)).kind, "timeout");
		const other = await own.loggedIn({ limits: { timeout: ANSWERED } });
		const { kind, statusCode } = await other.getOneEx("none");
		context.equal(`${kind} ${statusCode}`, "http 404");
		own.ok(await client.getListEx(9, 1));
		const restored = own.restored(client.getAuthToken(), { limits: { timeout: ANSWERED } });
		context.equal((await restored.getListEx(9, 1)).kind, "timeout");
		own.ok(await restored.createEx({ text: "any" }));
		await own.saw("login- POST GET refresh login- POST GET refresh GET refresh POST");
	}),
	testCase("a service whose logins bring tokens that it does not confirm is not asked for ever", withAccount, async (own) => {
		const client = await own.loggedIn({ credentials: own.credentials });
		await own.tell("refresh.anonymous.99");
		for (let i = 0; i < 4; i++)
			own.ok(await client.getListEx(9, 1));
		await own.saw("login- POST GET refresh login- GET GET GET GET");
	}),
	testCase("the app sets another token while one is being checked: the request goes out with that; clears it: it goes out as a guest's", withAccount, async (own, context) => {
		const client = await own.loggedIn();
		await own.tell("own.revoke");
		const good = (await own.loggedIn()).getAuthToken();
		await own.tell("refresh.late.1");
		const response = client.getListEx();
		await own.until("login- POST login- POST GET refresh");
		client.setAuthToken(good);
		await own.tell("go");
		own.ok(await response);
		context.equal(client.getAuthToken(), good);
		await own.saw("login- POST login- POST GET refresh refresh GET");
		await own.tell("own.revoke");
		await own.tell("refresh.late.1");
		const second = client.getListEx();
		await own.until("login- POST login- POST GET refresh refresh GET GET refresh");
		client.clearAuthToken();
		await own.tell("go");
		context.equal((await second).statusCode, 200, "a guest's answer to a guest");
		context.equal(client.getAuthToken(), "");
		await own.saw("login- POST login- POST GET refresh refresh GET GET refresh GET-");
	})
];
