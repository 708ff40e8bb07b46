import { failed } from "../spec/devices.js";
import { type Case, type Context, testCase } from "../case.js";
import { largeText, offeredUrl, Scene } from "./scene.js";

/** Nobody answers there: the first request and those behind it fail alike, each tried as often as it may be. */
async function failsToConnect(context: Context, behaviour: string): Promise<void> {
	for (const retries of [0, 2]) {
		const baseUrl = await offeredUrl(context, behaviour);
		const client = context.client({ baseUrl, limits: { retries, retryBase: 1 } }).collection("readings");
		for (const response of await Promise.all([client.getListEx(), client.getOneEx("one"), client.getListEx()]))
			failed(context, response, "connect", 0);
		failed(context, await client.getOneEx("again"), "connect", 0);
		context.equal(client.stats().connections, 4 * (1 + retries), "connections tried");
	}
}

export const connectingCases: readonly Case[] = [
	testCase("a refused connection is kind \"connect\", for each request", (context) => failsToConnect(context, "refused")),
	testCase("a name that nobody knows is kind \"dns\"", async (context) => {
		const client = context.client({ baseUrl: "http://no-such-host.invalid", limits: { retries: 1, retryBase: 1 } }).collection("readings");
		failed(context, await client.createEx("{}"), "dns", 0);
		failed(context, await client.getOneEx("one"), "dns", 0);
		context.equal(client.stats().retries, 2, "each is asked for once more");
	}),
	testCase("an answer before the request's body is sent is taken, and the connection given up", async (context) => {
		for (const script of ["too-early", "too-early-kept"]) {
			const scene = new Scene(context, script);
			const response = await scene.client.createEx({ text: largeText(context) });
			scene.expect(response, { kind: "http", statusCode: 413, body: '{"message":"Too large."}' });
			context.equal(response.error, "Too large.", "error");
			// Where the request has left as a whole, its connection is kept until the peer's end of it comes.
			await scene.idle();
			await scene.expectNext();
			await scene.expectConnections(2);
		}
	})
];
