import { AbortController } from "records-client/abort";
import type { Signal } from "../../../lib/shared/signal.js";
import type { ClientResponse } from "../../../lib/response.js";
import { type Case, testCase } from "../case.js";
import { against, Scene } from "./scene.js";
import { failed, notSent } from "../spec/devices.js";

const ABORTED = "the call was aborted";
const LATE = "the call was aborted; the service may have done it";

/** A controller that counts who listens to its signal. */
class CountingController extends AbortController {
	readonly listeners = new Set<() => void>();

	constructor() {
		super();
		const { listeners, signal } = this;
		const add = signal.addEventListener.bind(signal);
		const remove = signal.removeEventListener.bind(signal);
		Object.defineProperties(signal, {
			addEventListener: {
				value(type: "abort", listener: () => void) {
					listeners.add(listener);
					add(type, listener);
				}
			},
			removeEventListener: {
				value(type: "abort", listener: () => void) {
					listeners.delete(listener);
					remove(type, listener);
				}
			}
		});
	}
}

/** What is told of calls that are aborted in flight. */
const inFlight: readonly (readonly [error: string, send: (client: Scene["client"], signal: Signal) => Promise<ClientResponse>])[] = [
	[ABORTED, (client, signal) => client.getOneEx("one", { signal })],
	[ABORTED, (client, signal) => client.getListEx({ perPage: 1, signal })],
	[ABORTED, (client, signal) => client.sendEx("GET", "/api/health", null, { signal })],
	[LATE, (client, signal) => client.deleteRecordEx("one", { signal })],
	[LATE, (client, signal) => client.sendEx("POST", "/api/x", {}, { signal })]
];

/** Calls that end before their answers. */
export const abortCases: readonly Case[] = [
	testCase("a call with a signal that is aborted already is kind \"closed\", and nothing is sent", against("keep"), async (scene, context) => {
		const controller = new AbortController();
		controller.abort();
		controller.abort();
		failed(context, await scene.client.createEx("{}", { signal: controller.signal }), "closed", 0, ABORTED);
		await context.sleep(50);
		context.equal((await scene.observe()).requests.length, 0, "requests");
	}),
	testCase("a call that is aborted before its connection is open is kind \"closed\", and nothing is sent", against("keep"), async (scene, context) => {
		const controller = new AbortController();
		const call = scene.client.createEx("{}", { signal: controller.signal });
		controller.abort();
		failed(context, await call, "closed", 0, ABORTED);
		context.equal((await scene.observe()).requests.length, 0, "requests");
		context.equal((await scene.client.createEx("{}")).ok, true, "the next");
	}),
	testCase("a call that is aborted while it waits is never sent; the one in flight may have been done, and the next is answered", against("silent"), async (scene, context) => {
		const [first, second] = [new AbortController(), new AbortController()];
		const calls = [
			scene.client.createEx('{"first":true}', { signal: first.signal }), scene.client.updateEx("one", '{"second":true}', { signal: second.signal }), scene.client.createEx('{"third":true}')
		];
		await scene.untilSeen(1);
		second.abort();
		failed(context, await calls[1], "closed", 0, ABORTED);
		first.abort();
		failed(context, await calls[0], "closed", 0, LATE);
		context.equal((await calls[2]).ok, true, "the third");
		await scene.expectNext();
		const { requests } = await scene.observe();
		context.equal(requests.map(({ body }) => body).join(), '{"first":true},{"third":true},{"next":true}', "requests");
	}),
	testCase("what only reads is aborted in flight without a doubt, in each form of the call; a delete and a sendEx may have been done", async (context) => {
		for (const [error, send] of inFlight) {
			const scene = new Scene(context, "silent");
			const controller = new AbortController();
			const call = send(scene.client, controller.signal);
			await scene.untilSeen(1);
			controller.abort();
			failed(context, await call, "closed", 0, error);
			await scene.expectNext();
		}
	}),
	testCase("a signal ends its own call, and not one that its body makes while it is written", against("keep"), async ({ client }, context) => {
		for (const send of [
			(body: object, signal: Signal) => client.createEx(body, { signal }), (body: object, signal: Signal) => client.updateEx("one", body, { signal }),
			(body: object, signal: Signal) => client.sendEx("POST", "/api/x", body, { signal, headers: { "x-one": "1" } })
		]) {
			const controller = new AbortController();
			let made: Promise<ClientResponse> | undefined;
			const call = send({
				toJSON() {
					made ??= client.createEx("{}");
					return { value: 1 };
				}
			}, controller.signal);
			controller.abort();
			failed(context, await call, "closed", 0, ABORTED);
			context.equal((await made)?.error, "", "the call of the body");
		}
	}),
	testCase("a call that is aborted in the pause after a refusal was not done, and is not sent again", against("too-many.5"), async (scene, context) => {
		const controller = new AbortController();
		const call = scene.client.createEx("{}", { signal: controller.signal });
		await scene.untilSeen(1);
		await context.sleep(100);
		controller.abort();
		failed(context, await call, "closed", 0, ABORTED);
		context.equal((await scene.observe()).requests.length, 1, "requests");
	}),
	testCase("a call that is aborted in the pause after an answer that did not come may have been done, and is not sent again", async (context) => {
		const controller = new AbortController();
		const scene: Scene = new Scene(context, "closes.5", { retryBase: 60_000 }, {
			onEvent(event) {
				if (event === "retry")
					controller.abort();
			}
		});
		failed(context, await scene.client.createEx('{"id":"abcdefghij12345"}', { signal: controller.signal }), "closed", 0, LATE);
		context.equal((await scene.observe()).requests.length, 1, "requests");
	}),
	testCase("abort() inside the events \"connect\" and \"retry\" ends the call; the next is answered", async (context) => {
		for (const [script, name] of [["keep", "connect"], ["closes.1", "retry"]] as const) {
			const controller = new CountingController();
			const { signal } = controller;
			const scene: Scene = new Scene(context, script, { retryBase: 1 }, {
				onEvent(event) {
					if (event === name && !signal.aborted)
						controller.abort();
				}
			});
			const response = await scene.client.createEx('{"id":"abcdefghij12345"}', { signal });
			context.equal(response.kind, "closed", `kind (${response.error})`);
			context.equal(controller.listeners.size, 0, "listeners");
			context.equal((await scene.client.createEx("{}")).kind, "", "the next");
		}
	}),
	testCase("one signal is for many calls; nobody listens to it after their answers, and an abort then ends nothing", against("echo"), async (scene, context) => {
		const controller = new CountingController();
		const { signal } = controller;
		const calls = [1, 2, 3].map((value) => scene.client.createEx({ id: "echo", value }, { signal }));
		context.equal(controller.listeners.size, 3, "listeners");
		for (const response of await Promise.all(calls))
			context.equal(response.ok, true, response.error);
		context.equal(controller.listeners.size, 0, "listeners afterwards");
		const next = scene.client.createEx({ id: "echo", value: 4 });
		controller.abort();
		context.equal((await next).body, '{"id":"echo","value":4}', "the next");
		await scene.expectConnections(1);
	}),
	testCase("close() settles calls with a signal, too; a full queue refuses them, and an abort ends only its own", against("all-silent", { queue: 1 }), async (scene, context) => {
		const controller = new CountingController();
		const { signal } = controller;
		const calls = [1, 2, 3].map((value) => scene.client.createEx({ value }, { signal }));
		context.equal((await calls[2]).kind, "busy", "the third");
		context.equal(controller.listeners.size, 2, "listeners");
		controller.abort();
		scene.client.close();
		for (const call of calls.slice(0, 2))
			context.equal((await call).error, "the client is closed", "error");
		context.equal(controller.listeners.size, 0, "listeners afterwards");
		failed(context, await scene.client.createEx("{}", { signal }), "closed", 0, ABORTED);
	}),
	testCase("what is no signal, and an unknown option, are kind \"argument\"", against("keep"), async ({ client }, context) => {
		for (const [options, error] of [
			[{ signal: {} }, "options.signal must be an AbortSignal, on a device that of records-client/abort"], [{ signal: 5 }, "options.signal must be of type object"],
			[{ abort: {} }, "options.abort is unknown"], [{ via: () => "anything" }, "options.via is unknown"], [{ send: () => "anything" }, "options.send is unknown"], [5, "options must be of type object"]
		] as const) {
			const given = options as { signal: Signal };
			for (const response of [await client.createEx("{}", given), await client.updateEx("one", "{}", given), await client.deleteRecordEx("one", given), await client.sendEx("POST", "/x", "{}", given)])
				notSent(context, response, error);
		}
		for (const none of [{ signal: undefined }, { signal: null }, null])
			context.equal((await client.createEx("{}", none)).ok, true, "no signal");
	})
];
