import { type Case, testCase } from "../case.js";
import { Scene } from "./scene.js";

export const queueCases: readonly Case[] = [
	testCase("a request made where another's answer is taken is sent after those that wait", async (context) => {
		const scene = new Scene(context, "echo");
		const { client } = scene;
		const later = client.createEx({ value: 1 }).then(() => client.createEx({ value: 3 }));
		await Promise.all([client.createEx({ value: 2 }), later]);
		const { requests } = await scene.expectConnections(1);
		context.equal(requests.map(({ body }) => body).join(), '{"value":1},{"value":2},{"value":3}', "requests");
	})
];
