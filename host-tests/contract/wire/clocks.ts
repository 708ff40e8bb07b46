import { type Case, testCase } from "../case.js";
import { against, Scene } from "./scene.js";

/** Milliseconds: more than any machine takes for an answer, less than a stranger's clock is off. */
const AGES = 600_000;
/** Good answers within which another time is noticed. */
const ANSWERS = 10;

const strangers = ["portal-302", "portal-511", "portal-200", "portal-empty", "proxy-502", "proxy-503", "proxy-404", "cached", "cached-now", "1970", "2150"];

/** Gets an answer. Returns when it was made by the service's clock, 0 when that is not said. */
async function ask({ client }: Scene): Promise<number> {
	const { body, ok } = await client.getOneEx("one");
	return ok && body.includes('"at"') ? (JSON.parse(body) as { at: number }).at : 0;
}

/** By whose Date the client learns what time it is. */
export const clockCases: readonly Case[] = [
	...strangers.map((stranger) => testCase(`the time is not learned from an answer that is not known to be the service's: ${stranger}`, against(`clock-${stranger}`, { retries: 0 }), async (scene, context) => {
		const { client } = scene;
		client.now();
		await ask(scene);
		context.equal(client.now(true), -1, "the stranger's");
		const at = await ask(scene);
		context.equal(client.now(), -1, "the service has told it once");
		context.ok(Math.abs(client.now(true) - at) < AGES, `${client.now(true)} at ${at}`);
		const again = await ask(scene);
		context.ok(Math.abs(client.now() - again) < AGES, `${client.now()} at ${again}`);
	})),
	testCase("over plain http the time is given out when two answers agree, however many have not before", async (context) => {
		for (const odd of [1, 2, 5]) {
			const scene = new Scene(context, `clock-odd.${odd}`);
			const { client } = scene;
			client.now();
			for (let count = 0; count <= odd; count++) {
				context.ok(await ask(scene) > 0, "a good answer");
				context.equal(client.now(), -1, `${count + 1} answers, ${odd} of them odd`);
			}
			const at = await ask(scene);
			context.ok(Math.abs(client.now() - at) < AGES, `${client.now()} at ${at}`);
			client.close();
		}
	}),
	testCase("the service's clock, or a machine whose ticks have stood still: another time is noticed within ten good answers", async (context) => {
		for (const from of [3, 6, 11]) {
			const scene = new Scene(context, `clock-jump.${from}`);
			scene.client.now();
			for (let count = 1; count < from; count++)
				await ask(scene);
			let answers = 0;
			let at = 0;
			do {
				at = await ask(scene);
				answers++;
			} while (!(Math.abs(scene.client.now() - at) < AGES) && answers < 100);
			context.ok(answers <= ANSWERS, `${answers} answers from the ${from}th on`);
			scene.client.close();
		}
	})
];
