import type { ClientResponse } from "../../../lib/response.js";
import { type Case, type Context, testCase } from "../case.js";
import { against, nextBody, Scene } from "./scene.js";

type Call = (scene: Scene) => Promise<ClientResponse>;

const create: Call = ({ client }) => client.createEx('{"value":1}');
const read: Call = ({ client }) => client.getOneEx("one");
const list: Call = ({ client }) => client.getListEx();
const update: Call = ({ client }) => client.updateEx("one", '{"value":2}');
const remove: Call = ({ client }) => client.deleteRecordEx("one");

/** The connection ends while it is idle: the next request must not notice. */
async function idleEnd(context: Context, script: string, call: Call): Promise<void> {
	const scene = new Scene(context, script);
	await scene.expectNext("the request before");
	await scene.idle();
	scene.expect(await call(scene), { kind: "", body: nextBody });
	await scene.expectOn("1,2");
}

/** The connection dies of the second request: one without an effect is sent again. */
async function repeats(context: Context, script: string, call: Call): Promise<void> {
	const scene = new Scene(context, script);
	await scene.expectNext("the request before");
	scene.expect(await call(scene), { kind: "", body: nextBody });
	const requests = await scene.expectOn("1,1,2");
	context.equal(requests[2].head, requests[1].head, "head of the repeat");
	context.equal(scene.client.stats().requests, 2, "requests that the client counts");
}

/** The connection dies of the second request: one with an effect may have had it, and is not sent again. */
async function doesNotRepeat(context: Context, script: string, call: Call): Promise<void> {
	const scene = new Scene(context, script);
	await scene.expectNext("the request before");
	scene.expect(await call(scene), { kind: "connect" });
	await scene.expectNext();
	await scene.expectOn("1,1,2");
}

export const keepAliveCases: readonly Case[] = [
	testCase("many requests use one connection, and the client's count is the peer's", against("keep"), async (scene, context) => {
		for (let i = 1; i <= 40; i++) {
			const call = [create, read, list, update, remove][i % 5];
			scene.expect(await call(scene), { kind: "", body: `{"id":"answer-${i}"}` });
		}
		const { requests } = await scene.expectConnections(1);
		context.equal(requests.length, 40, "requests");
		context.equal(scene.client.stats().requests, 40, "requests that the client counts");
	}),
	testCase("a connection that was idle for limits.keepAlive is not used again", against("keep", { keepAlive: 1 }), async (scene, context) => {
		for (let i = 1; i <= 3; i++) {
			scene.expect(await create(scene), { kind: "", body: `{"id":"answer-${i}"}` });
			await context.sleep(25);
		}
		await scene.expectOn("1,2,3");
	}),
	testCase("with limits.keepAlive 0 each request has a connection of its own, those that wait too", against("keep", { keepAlive: 0 }), async (scene, context) => {
		const responses = await Promise.all([create(scene), read(scene), create(scene)]);
		context.equal(responses.map(({ body }) => body).join(), '{"id":"answer-1"},{"id":"answer-2"},{"id":"answer-3"}', "bodies");
		scene.expect(await read(scene), { kind: "", body: '{"id":"answer-4"}' });
		await scene.expectConnections(4);
	}),
	...[[1, 4], [3600, 1]].map(([seconds, connections]) => testCase(`four requests to a server that keeps connections for ${seconds} s have ${connections}`, against(`keep-alive.${seconds}`), async (scene) => {
		for (let i = 1; i <= 4; i++)
			scene.expect(await create(scene), { kind: "", body: `{"id":"answer-${i}"}` });
		await scene.expectConnections(connections);
	})),
	...["idle-close", "idle-half-close", "idle-reset"].map((script) => testCase(`a create after the peer's ${script} works on a new connection`, (context) => idleEnd(context, script, create))),
	testCase("a get after an idle close is not a repeat", (context) => idleEnd(context, "idle-close", read)),
	...(["second-closes", "second-resets"] as const).flatMap((script): Case[] => {
		const how = script === "second-closes" ? "closes without an answer" : "resets";
		return [
			testCase(`a get on a kept connection that the peer ${how} is sent again once`, (context) => repeats(context, script, read)),
			testCase(`a list on a kept connection that the peer ${how} is sent again once`, (context) => repeats(context, script, list)),
			testCase(`a create on a kept connection that the peer ${how} is not sent again`, (context) => doesNotRepeat(context, script, create)),
			testCase(`an update on a kept connection that the peer ${how} is not sent again`, (context) => doesNotRepeat(context, script, update)),
			testCase(`a delete on a kept connection that the peer ${how} is not sent again`, (context) => doesNotRepeat(context, script, remove))
		];
	}),
	testCase("a get that garbage answers on a kept connection is not sent again", against("second-garbage"), async (scene) => {
		await scene.expectNext("the request before");
		scene.expect(await read(scene), { kind: "protocol" });
		await scene.expectNext();
		await scene.expectOn("1,1,2");
	}),
	testCase("a get is sent again as often as limits.retries says, and no more", async (context) => {
		for (const retries of [0, 1, 3]) {
			const scene = new Scene(context, "never-again", { retries, retryBase: 1 });
			await scene.expectNext("the request before");
			scene.expect(await read(scene), { kind: "connect" });
			await scene.expectConnections(1 + retries, 2 + retries);
			context.equal(scene.client.stats().retries, retries, "retries that the client counts");
			scene.client.close();
		}
	}),
	testCase("each get has a repeat of its own", against("second-closes"), async (scene, context) => {
		for (let i = 0; i < 5; i++)
			scene.expect(await read(scene), { kind: "", body: nextBody }, `get ${i}`);
		// On a slow machine connections are idle for so long that one after two lost ones is not tried.
		const { requests } = await scene.expectConnections(5);
		context.equal(requests.length, 5 + scene.client.stats().retries, "requests");
	}),
	testCase("requests that wait behind one that meets a dead connection are sent once, in order", against("second-closes"), async (scene, context) => {
		await scene.expectNext("the request before");
		const responses = await Promise.all([read(scene), create(scene), list(scene)]);
		context.equal(responses.map(({ kind }) => kind).join(), ",connect,", "kinds");
		const { requests } = await scene.observe();
		context.equal(requests.map(({ method }) => method).join(), "POST,GET,GET,POST,GET", "methods");
	}),
	...(["first-closes", "first-resets"] as const).map((script) => testCase(`a get on a new connection that the peer ends (${script}) is sent again`, against(script, { retryBase: 1 }), async (scene) => {
		scene.expect(await read(scene), { kind: "", body: nextBody });
		await scene.expectConnections(2, 2);
		await scene.expectNext();
	}))
];
