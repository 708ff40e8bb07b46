import { type Case, type Context, testCase } from "../case.js";
import { against, Scene } from "./scene.js";

const body = 2000;

/** Gets a body of so many bytes with limits.body 2,000, and then another. */
async function exceeds(context: Context, script: string, connections: number, statusCode = 200): Promise<void> {
	const scene = new Scene(context, script, { body });
	scene.expect(await scene.client.createEx("{}"), { kind: "too-large", statusCode });
	await scene.expectNext();
	await scene.expectConnections(connections);
}

/** What becomes of a body that is too long, its length, and the connections that it and the next answer take. */
const longer = [
	["of one byte more is kind \"too-large\"; it is drained and the connection kept", body + 1, 1],
	["somewhat over limits.body is drained and the connection kept", body + 1000, 1],
	["far over limits.body is given up with its connection", 100_000, 2],
	["over limits.body, byte by byte, is kind \"too-large\"", `${body + 50}~1`, 1]
] as const;

export const tooLargeCases: readonly Case[] = [
	...["large", "large-chunked"].flatMap((script): Case[] => {
		const how = script === "large" ? "with content-length" : "in chunks";
		return [
			testCase(`a body ${how} of exactly limits.body bytes is ok`, against(`${script}.${body}`, { body }), async (scene, context) => {
				const response = await scene.client.createEx("{}");
				context.equal(response.error, "", "error");
				context.equal(response.body.length, body, "length");
				context.equal(response.body.endsWith("f\"}"), true, "end");
				await scene.expectNext();
				await scene.expectConnections(1);
			}),
			...longer.map(([what, length, connections]) => testCase(`a body ${how} ${what}`, (context) => exceeds(context, `${script}.${length}`, connections)))
		];
	}),
	testCase("a refusal whose body is over limits.body is kind \"too-large\" with its status", (context) => exceeds(context, `large-refusal.${body + 1}`, 1, 500)),
	testCase("a token is not taken from an answer over limits.body", against(`large.${body + 1}`, { body }), async (scene, context) => {
		scene.client.setAuthToken("the.old.one");
		const response = await scene.client.collection("users").authWithPassword("one", "secret");
		scene.expect(response, { kind: "too-large", statusCode: 200 });
		context.equal(scene.client.getAuthToken(), "the.old.one", "token");
	}),
	testCase("a token is taken from an answer of exactly limits.body", against(`large.${body}`, { body }), async (scene, context) => {
		const response = await scene.client.collection("users").authWithPassword("one", "secret");
		context.equal(response.error, "", "error");
		context.equal(scene.client.getAuthToken(), "from.large.body", "token");
	}),
	testCase("after a body over limits.body one within it is whole", against("large.3000", { body }), async (scene) => {
		await scene.client.createEx("{}");
		for (let i = 0; i < 3; i++)
			await scene.expectNext(`request ${i}`);
	})
];
