import { type Case, testCase } from "../case.js";
import { secretIn } from "../secrets.js";
import { behindFront, CREDENTIALS, READING } from "./scene.js";

/** What can be seen of a client. */
export const secrecyCases: readonly Case[] = [
	testCase("a client that is printed, written as JSON or looked into shows neither token nor password", behindFront({ credentials: CREDENTIALS }), async (scene, context) => {
		scene.ok(await scene.client.createEx(READING));
		const { client } = scene;
		const token = client.getAuthToken();
		context.ok(secretIn(`any ${token} any`) === token, "a token is known for one");
		const inherited = Object.getOwnPropertyNames(Object.getPrototypeOf(client)).join();
		const texts = [JSON.stringify(client), Object.prototype.toString.call(client), Object.keys(client).join(), JSON.stringify(Object.entries(client)), inherited,
			JSON.stringify(client.stats()), scene.events];
		for (const text of texts)
			context.equal(secretIn(text), "", "secret");
		context.equal(JSON.stringify(client), "{}");
		context.equal(Object.keys(client).length, 0, "keys");
	})
];
