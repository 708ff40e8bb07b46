import type { Case } from "../case.js";
import { ANSWERED, SHORT } from "../patience.js";
import { largeText, nextBody, offeredUrl, Scene } from "./scene.js";

const timeout = ANSWERED;

const stalls: Readonly<Record<string, string>> = {
	"silent": "never answers",
	"stall-in-head": "stalls in the head",
	"stall-in-body": "stalls in the body",
	"stall-in-chunk": "stalls in a chunk",
	"stall-to-end": "stalls in a body that ends with the connection",
	"trickle": "sends interim answers only"
};

export const timeoutCases: readonly Case[] = [
	...Object.entries(stalls).map(([script, name]): Case => ({
		name: `a peer that ${name} is kind "timeout"; the next request works`,
		async run(context) {
			const scene = new Scene(context, script, { timeout });
			scene.expect(await scene.client.getOneEx("one"), { kind: "timeout" });
			await scene.expectNext();
			const { requests } = await scene.expectConnections(2);
			context.equal(requests.length, 2, "requests");
		}
	})),
	{
		name: "a peer that reads nothing of a large body is kind \"timeout\"; the next request works",
		async run(context) {
			const scene = new Scene(context, "deaf", { timeout });
			const text = JSON.stringify({ text: largeText(context) });
			scene.expect(await scene.client.createEx(text), { kind: "timeout" });
			await scene.expectNext();
			const { requests } = await scene.expectConnections(2);
			context.equal(requests.map(({ whole }) => whole).join(), "false,true", "whole");
		}
	},
	{
		name: "a peer that accepts and reads nothing is kind \"timeout\"",
		async run(context) {
			const client = context.client({ baseUrl: await offeredUrl(context, "mute"), limits: { timeout: SHORT } });
			const response = await client.collection("readings").createEx("{}");
			context.equal(response.kind, "timeout", "kind");
			context.equal(response.statusCode, 0, "statusCode");
		}
	},
	{
		name: "a late answer is never taken for the next request's",
		async run(context) {
			const scene = new Scene(context, "late", { timeout });
			scene.expect(await scene.client.getOneEx("one"), { kind: "timeout" });
			await scene.expectNext();
			await scene.expectNext("the request after");
			await scene.expectConnections(2);
		}
	},
	{
		name: "after a timeout the queue goes on, in order",
		async run(context) {
			const scene = new Scene(context, "silent", { timeout });
			const { client } = scene;
			const responses = await Promise.all([client.createEx("{}"), client.getOneEx("two"), client.getOneEx("three")]);
			context.equal(responses.map(({ kind, body }) => kind + body).join(), `timeout,${nextBody},${nextBody}`, "responses");
			const { requests } = await scene.expectConnections(2);
			context.equal(requests.map(({ path }) => path.split("/").pop()).join(), "records,two,three", "order");
		}
	},
	{
		name: "each request has its own time: several in a row take as many timeouts",
		async run(context) {
			const scene = new Scene(context, "all-silent", { timeout });
			const { client } = scene;
			const responses = await Promise.all([client.createEx("{}"), client.getOneEx("two"), client.getOneEx("three")]);
			context.equal(responses.map(({ kind }) => kind).join(), "timeout,timeout,timeout", "kinds");
			context.equal((await scene.expectConnections(3)).requests.length, 3, "requests");
		}
	},
	{
		name: "a deadline ends with its request: an idle client has none",
		async run(context) {
			const scene = new Scene(context, "keep", { timeout });
			context.equal((await scene.client.getOneEx("one")).kind, "", "kind");
			await context.sleep(timeout + 200);
			context.equal((await scene.client.getOneEx("two")).kind, "", "kind");
			await scene.expectConnections(1);
		}
	}
];
