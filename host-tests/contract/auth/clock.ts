import { type Case, testCase } from "../case.js";
import { behindFront, CREDENTIALS, READING, Scene } from "./scene.js";

/** What can be read of the time and of tokens. */
export const clockCases: readonly Case[] = [
	...["none", "garbled"].map((date) => testCase(`with a Date that is ${date}, no token is judged by it: the answers are the service's own`, behindFront({ credentials: CREDENTIALS, limits: { confirmEvery: 0 } }), async (scene, context) => {
		await scene.tell(`date.${date}`);
		scene.ok(await scene.client.createEx(READING));
		await context.sleep(1200);
		scene.ok(await scene.client.createEx(READING));
		scene.client.setAuthToken(await scene.expiredToken());
		context.equal((await scene.client.createEx(READING)).statusCode, 400, "a guest's answer");
		await scene.saw("login- POST POST POST");
		// The first one that can be read is enough.
		await scene.tell("date.0");
		scene.ok(await scene.client.createEx(READING));
		await scene.saw("login- POST POST POST POST login- POST");
	})),
	testCase("a Date that is years late does no harm: tokens are left alone", behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		await scene.tell("date.-1000000000");
		scene.ok(await scene.client.createEx(READING));
		await context.sleep(1200);
		scene.ok(await scene.client.createEx(READING));
		await scene.saw("login- POST POST");
	}),
	testCase("a single Date that is years ahead costs nothing: the service has said that the token is good", behindFront({ credentials: CREDENTIALS }), async (scene) => {
		const restored = scene.another({ credentials: CREDENTIALS });
		restored.setAuthToken(await scene.token(600));
		await scene.tell("date.1000000000");
		await scene.tell("records.late.1");
		const response = restored.getListEx(1, 1);
		await scene.until("refresh GET");
		await scene.tell("date.0");
		await scene.tell("go");
		scene.ok(await response);
		scene.ok(await restored.getListEx(1, 1));
		await scene.saw("refresh GET GET");
	}),
	testCase("with a Date that is years ahead for good, the token that a log-in has just brought is good for 30 of 30 calls", async (context) => {
		for (const byApp of [false, true]) {
			const scene = new Scene(context, byApp ? {} : { credentials: CREDENTIALS });
			await scene.tell("date.1000000000");
			if (byApp)
				scene.ok(await scene.client.collection("users").authWithPassword(CREDENTIALS.identity, CREDENTIALS.password));
			scene.client.collection("readings");
			for (let call = 0; call < 30; call++)
				scene.ok(await scene.client.getListEx(1, 1), `call ${call}`);
			await scene.saw("login-" + " GET".repeat(30));
		}
	}),
	testCase("a token that was good in spite of the clock is judged again when another time is learned", behindFront({ credentials: CREDENTIALS, limits: { confirmEvery: 0 } }), async (scene) => {
		await scene.tell("date.1000000000");
		scene.ok(await scene.client.getListEx(1, 1));
		await scene.tell("date.0");
		scene.ok(await scene.client.getListEx(1, 1));
		scene.ok(await scene.client.getListEx(1, 1));
		scene.client.setAuthToken(await scene.expiredToken());
		scene.ok(await scene.client.getListEx(1, 1));
		await scene.saw("login- GET GET GET login- GET");
	}),
	...["opaque-token-of-a-proxy", "aaaa.bbbb.cccc", "e30.e30.e30"].map((token) => testCase(`a token without an expiry is not judged: ${token}`, behindFront(), async (scene, context) => {
		scene.client.setAuthToken(token);
		context.equal((await scene.client.getListEx(1, 1)).statusCode, 200, "a guest's answer");
		context.equal((await scene.client.createEx(READING)).statusCode, 400, "a guest's answer");
		await scene.saw("GET POST");
		context.equal(scene.events, "", "events");
	}))
];
