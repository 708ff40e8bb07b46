import { type Case, testCase } from "../case.js";
import { against } from "./scene.js";

export const queueCases: readonly Case[] = [
	testCase("a request made where another's answer is taken is sent after those that wait", against("echo"), async (scene, context) => {
		const later = scene.client.createEx({ value: 1 }).then(() => scene.client.createEx({ value: 3 }));
		await Promise.all([scene.client.createEx({ value: 2 }), later]);
		const { requests } = await scene.expectConnections(1);
		context.equal(requests.map(({ body }) => body).join(), '{"value":1},{"value":2},{"value":3}', "requests");
	})
];
