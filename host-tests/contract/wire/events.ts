import type { RecordsClient } from "../../../lib/client.js";
import type { OnEvent, Stats } from "../../../lib/stats.js";
import { type Case, type Context, testCase } from "../case.js";
import { SHORT } from "../patience.js";
import { nextBody, offeredUrl, Scene } from "./scene.js";

/** Takes events as text: the name, and the number where it is not a time. */
function recorder(): { readonly events: string[]; readonly onEvent: OnEvent } {
	const events: string[] = [];
	return {
		events,
		onEvent: (event, value) => {
			const whole = Number.isInteger(value) && value >= 0 ? event : `${event} with ${value}`;
			events.push(event === "retry" ? `${whole} ${value}` : whole);
		}
	};
}

function expectStats(context: Context, client: RecordsClient, expected: Partial<Stats>): void {
	const all: Stats = { requests: 0, connections: 0, retries: 0, timeouts: 0, renewals: 0, recycled: 0, storageErrors: 0, ...expected };
	context.equal(JSON.stringify(client.stats()), JSON.stringify(all), "stats");
}

export const eventCases: readonly Case[] = [
	testCase("events: a connection is told once, whatever goes over it; stats() counts requests and connections", async (context) => {
		const { events, onEvent } = recorder();
		const scene = new Scene(context, "keep", {}, { onEvent });
		expectStats(context, scene.client, {});
		for (let i = 0; i < 3; i++)
			await scene.client.createEx("{}");
		context.equal(events.join(), "connect", "events");
		expectStats(context, scene.client, { requests: 3, connections: 1 });
	}),
	testCase("events: a repeat is told with its count, then its pause, then the connection", async (context) => {
		const { events, onEvent } = recorder();
		const scene = new Scene(context, "too-many-unsaid", { retryPause: 20, retryBase: 1 }, { onEvent });
		scene.expect(await scene.client.createEx("{}"), { kind: "", body: nextBody });
		context.equal(events.join(), "connect,retry 1,backoff", "events");
		expectStats(context, scene.client, { requests: 1, connections: 1, retries: 1 });
	}),
	testCase("events: a kept connection that died is told as a repeat without a pause", async (context) => {
		const { events, onEvent } = recorder();
		const scene = new Scene(context, "second-closes", {}, { onEvent });
		await scene.expectNext("the request before");
		scene.expect(await scene.client.getOneEx("one"), { kind: "", body: nextBody });
		context.equal(events.join(), "connect,retry 1,connect", "events");
		expectStats(context, scene.client, { requests: 2, connections: 2, retries: 1 });
	}),
	testCase("events: a connection that never opens is none; each repeat has its number, each deadline is counted", async (context) => {
		const { events, onEvent } = recorder();
		const baseUrl = await offeredUrl(context, "unanswered");
		const client = context.client({ baseUrl, onEvent, limits: { connect: SHORT, retryBase: 1 } }).collection("readings");
		context.equal((await client.createEx("{}")).kind, "timeout", "kind");
		context.equal(events.filter((event) => event !== "backoff").join(), "retry 1,retry 2", "events");
		expectStats(context, client, { requests: 1, connections: 3, retries: 2, timeouts: 3 });
	}),
	testCase("events: what the listener throws, or rejects with, does not reach the client, and ends nothing", async (context) => {
		for (const fails of [() => { throw new Error("the listener's"); }, () => Promise.reject(new Error("the listener's"))]) {
			const scene = new Scene(context, "too-many-unsaid", { retryPause: 20, retryBase: 1 }, { onEvent: fails });
			scene.expect(await scene.client.createEx("{}"), { kind: "", body: nextBody });
			await scene.expectNext();
			expectStats(context, scene.client, { requests: 2, connections: 1, retries: 1 });
		}
	}),
	testCase("events: a listener may send requests", async (context) => {
		const more: Promise<unknown>[] = [];
		const scene: Scene = new Scene(context, "too-many-unsaid", { retryPause: 20, retryBase: 1 }, {
			onEvent: () => {
				more.push(scene.client.createEx('{"more":true}'));
			}
		});
		scene.expect(await scene.client.createEx("{}"), { kind: "", body: nextBody });
		await Promise.all(more);
		const { requests } = await scene.expectConnections(1);
		context.equal(requests.length, 5, "requests");
		context.equal(requests.some(({ early }) => early), false, "a request before the answer to the one before");
	}),
	testCase("a connection that has carried limits.recycleBytes is closed for a new one, between two requests", async (context) => {
		const bytes: number[] = [];
		const scene = new Scene(context, "keep", { recycleBytes: 200 }, {
			onEvent(event, value) {
				if (event === "recycle")
					bytes.push(value);
			}
		});
		for (let i = 1; i <= 6; i++)
			scene.expect(await scene.client.createEx("{}"), { kind: "", body: `{"id":"answer-${i}"}` });
		const { requests } = await scene.observe();
		context.equal(requests.map(({ connection }) => connection).join(), "1,1,1,2,2,2", "connection of each request");
		context.equal(bytes.length > 0 && bytes.every((count) => count >= 200 && count < 400), true, `recycled after ${bytes.join()}`);
		expectStats(context, scene.client, { requests: 6, connections: 2, recycled: 2 });
	}),
	testCase("limits.recycleBytes 0 keeps a connection for ever; 1 opens one for each request", async (context) => {
		for (const [recycleBytes, connections] of [[0, 1], [1, 4]]) {
			const scene = new Scene(context, "keep", { recycleBytes });
			await Promise.all([1, 2, 3, 4].map((value) => scene.client.createEx({ value })));
			await scene.expectConnections(connections, 4);
			scene.client.close();
		}
	})
];
