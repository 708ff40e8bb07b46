import type { RecordsClient } from "../../../lib/client.js";
import type { ClientResponse } from "../../../lib/response.js";
import { type Case, type Context, testCase } from "../case.js";
import { behindFront, CREDENTIALS, EXPIRED, LIFE, READING, Scene } from "./scene.js";

/** One request of each kind, and what a guest's answer to it is. */
const kinds: readonly (readonly [name: string, send: (client: RecordsClient, id: string) => Promise<ClientResponse>, method: string, guest: number])[] = [
	["getOneEx", (client, id) => client.getOneEx(id), "GET", 404],
	["getListEx", (client) => client.getListEx(1, 1), "GET", 200],
	["createEx", (client) => client.createEx(READING), "POST", 400],
	["updateEx", (client, id) => client.updateEx(id, "{\"value\":2}"), "PATCH", 404],
	["deleteRecordEx", (client, id) => client.deleteRecordEx(id), "DELETE", 404]
];

/** The id of a reading of the device's that nobody else uses. */
async function made(context: Context): Promise<string> {
	const { client } = new Scene(context, { credentials: CREDENTIALS });
	return (JSON.parse(await client.create(READING)) as { id: string }).id;
}

/** Tokens that have expired. */
export const expiryCases: readonly Case[] = [
	...kinds.map(([name, send, method, guest]) => testCase(`limits.confirmEvery 0: ${name} with a token that has expired: "token expired", a new login with credentials, and a guest's answer without renewal`, async (context) => {
		const limits = { confirmEvery: 0 };
		const scene = new Scene(context, { limits });
		const id = await made(context);
		const token = await scene.expiredToken();

		const bare = scene.another({ renewal: false, credentials: CREDENTIALS });
		bare.setAuthToken(token);
		context.equal((await send(bare, id)).statusCode, guest, "a guest's answer");
		scene.client.setAuthToken(token);
		scene.refused(await send(scene.client, id), EXPIRED, guest);
		context.equal(scene.client.getAuthToken(), token, "the token is the app's to forget");
		await scene.saw(`${method} ${method}`);
		const able = scene.another({ credentials: CREDENTIALS, limits });
		able.setAuthToken(token);
		scene.ok(await send(able, id));
		await scene.saw(`${method} ${method} ${method} login- ${method}`);
		context.ok(able.getAuthToken() !== token, "it has another token");
	})),
	testCase("once the time is known, nothing goes out with an expired token", behindFront(), async (scene, context) => {
		await scene.logIn();
		context.equal(scene.client.isAuthValid, true, "a good token");
		scene.client.setAuthToken(await scene.expiredToken());
		context.equal(scene.client.isAuthValid, false, "an expired one");
		for (const [, send] of kinds)
			scene.refused(await send(scene.client, "any"), EXPIRED);
		await scene.saw("login- GET");
		context.equal(scene.client.stats().renewals, 0, "renewals");
	}),
	testCase("the clock moves on without answers: a token that expires in the meantime is not sent", behindFront(), async (scene, context) => {
		scene.client.setAuthToken(await scene.token(15));
		scene.ok(await scene.client.getListEx(1, 1));
		scene.ok(await scene.client.createEx(READING));
		await context.sleep(16_100);
		scene.refused(await scene.client.createEx(READING), EXPIRED);
		await scene.saw("refresh GET POST");
	}),
	testCase("a token that has expired and is restored: \"token expired\", nothing goes out with it, and the service is not asked again at once", behindFront(), async (scene) => {
		scene.client.setAuthToken(await scene.expiredToken());
		for (const [, send] of kinds)
			scene.refused(await send(scene.client, "any"), EXPIRED);
		await scene.saw("refresh");
	}),
	testCase("limits.confirmEvery 0: a token that was restored after a reboot is judged by the first answer, and many requests cause one login", async (context) => {
		const limits = { confirmEvery: 0 };
		const scene = new Scene(context, { preferences: context.preferences });
		await scene.logIn();
		scene.client.close();
		await scene.tell(`date.${LIFE + 60}`);
		const rebooted = scene.another({ preferences: context.preferences, credentials: CREDENTIALS, limits });
		context.equal(rebooted.restoreAuthToken(), true, "restored");
		// By the Date the new token has expired too, but the service has just issued it.
		const lists = await Promise.all(Array.from({ length: 5 }, () => rebooted.getListEx(1, 1)));
		for (const list of lists)
			scene.ok(list);
		await scene.saw("login- GET GET login-" + " GET".repeat(5));
		const later = scene.another({ preferences: context.preferences, credentials: CREDENTIALS, limits });
		later.restoreAuthToken();
		await scene.tell(`date.${LIFE - 60}`);
		scene.ok(await later.getListEx(1, 1));
		await scene.saw("login- GET GET login-" + " GET".repeat(6));
	}),
	testCase("a restored token that has expired, in front of a full queue: one login, every request answered", behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		scene.client.setAuthToken(await scene.expiredToken());
		const responses = await Promise.all(Array.from({ length: 9 }, () => scene.client.createEx(READING)));
		for (const response of responses)
			scene.ok(response);
		await scene.saw("refresh login-" + " POST".repeat(9));
		context.equal(scene.events, "refresh:401 login:200", "events");
		context.equal(scene.client.stats().renewals, 1, "renewals");
	})
];
