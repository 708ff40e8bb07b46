import type { Case, Context } from "../case.js";
import { firstBody, nextBody, Scene } from "./scene.js";

/** Bytes that nobody asked for must never become the answer to a later request. */
async function ignoresSurplus(context: Context, script: string, body: string, statusCode = 200): Promise<void> {
	const scene = new Scene(context, script);
	const response = statusCode === 204 ? scene.client.deleteRecordEx("one") : scene.client.createEx("{}");
	scene.expect(await response, { kind: "", body, statusCode });
	await scene.idle();
	await scene.expectNext();
	const { requests } = await scene.expectConnections(2);
	context.equal(requests.length, 2, "requests");
}

export const surplusCases: readonly Case[] = [
	{
		name: "bytes behind a body's content-length are never taken for the next answer",
		run: (context) => ignoresSurplus(context, "surplus", firstBody)
	},
	{
		name: "bytes behind the last chunk are never taken for the next answer",
		run: (context) => ignoresSurplus(context, "surplus-chunked", firstBody)
	},
	{
		name: "bytes behind a 204 are never taken for the next answer",
		run: (context) => ignoresSurplus(context, "surplus-no-content", "", 204)
	},
	{
		name: "bytes that come some time after an answer are never taken for the next",
		run: (context) => ignoresSurplus(context, "surplus-later", firstBody)
	},
	{
		name: "an unsolicited answer on an idle connection is never taken for the next request's",
		run: (context) => ignoresSurplus(context, "idle-answer", nextBody)
	},
	{
		name: "bytes on an idle connection end it, unnoticed by the caller",
		run: (context) => ignoresSurplus(context, "idle-garbage", nextBody)
	},
	{
		name: "a surplus in the same segment is not taken for the answer to a request that waits already",
		async run(context) {
			const scene = new Scene(context, "surplus");
			const [one, two] = await Promise.all([scene.client.createEx("{}"), scene.client.createEx("{}")]);
			scene.expect(one, { kind: "", body: firstBody }, "first");
			scene.expect(two, { kind: "", body: nextBody }, "second");
			await scene.expectConnections(2);
		}
	},
	{
		name: "a surplus is noticed wherever the receive buffer ends",
		async run(context) {
			for (let bytes = 64; bytes < 128; bytes++) {
				const scene = new Scene(context, `large-surplus.${bytes}`, { receive: 64 });
				const [one, two] = await Promise.all([scene.client.createEx("{}"), scene.client.createEx("{}")]);
				context.equal(one.error, "", "error");
				scene.expect(two, { kind: "", body: nextBody }, `second, after a body of ${bytes}`);
				context.equal(scene.client.stats().connections, 2, "connections");
				scene.client.close();
			}
		}
	}
];
