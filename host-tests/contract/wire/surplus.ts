import { type Case, type Context, testCase } from "../case.js";
import { against, firstBody, nextBody, Scene } from "./scene.js";

/** Bytes that nobody asked for must never become the answer to a later request. */
async function ignoresSurplus(context: Context, script: string, body: string, statusCode = 200): Promise<void> {
	const scene = new Scene(context, script);
	const response = statusCode === 204 ? scene.client.deleteRecordEx("one") : scene.client.createEx("{}");
	scene.expect(await response, { kind: "", body, statusCode });
	await scene.idle();
	await scene.expectNext();
	await scene.expectConnections(2, 2);
}

const surpluses: readonly (readonly [name: string, script: string, body: string, statusCode?: number])[] = [
	["bytes behind a body's content-length are never taken for the next answer", "surplus", firstBody],
	["bytes behind the last chunk are never taken for the next answer", "surplus-chunked", firstBody],
	["bytes behind a 204 are never taken for the next answer", "surplus-no-content", "", 204],
	["bytes that come some time after an answer are never taken for the next", "surplus-later", firstBody],
	["an unsolicited answer on an idle connection is never taken for the next request's", "idle-answer", nextBody],
	["bytes on an idle connection end it, unnoticed by the caller", "idle-garbage", nextBody]
];

export const surplusCases: readonly Case[] = [
	...surpluses.map(([name, script, body, statusCode]) => testCase(name, (context) => ignoresSurplus(context, script, body, statusCode))),
	testCase("a surplus in the same segment is not taken for the answer to a request that waits already", against("surplus"), async (scene) => {
		const [one, two] = await Promise.all([scene.client.createEx("{}"), scene.client.createEx("{}")]);
		scene.expect(one, { kind: "", body: firstBody }, "first");
		scene.expect(two, { kind: "", body: nextBody }, "second");
		await scene.expectConnections(2);
	}),
	testCase("a surplus is noticed wherever the receive buffer ends", async (context) => {
		for (let bytes = 64; bytes < 128; bytes++) {
			const scene = new Scene(context, `large-surplus.${bytes}`, { receive: 64 });
			const [one, two] = await Promise.all([scene.client.createEx("{}"), scene.client.createEx("{}")]);
			context.equal(one.error, "", "error");
			scene.expect(two, { kind: "", body: nextBody }, `second, after a body of ${bytes}`);
			context.equal(scene.client.stats().connections, 2, "connections");
			scene.client.close();
		}
	})
];
