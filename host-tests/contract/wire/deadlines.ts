import { failed } from "../spec/devices.js";
import { type Case, testCase } from "../case.js";
import { ANSWERED, SHORT } from "../patience.js";
import { against, largeText, nextBody, offeredUrl } from "./scene.js";

const stalls: Readonly<Record<string, string>> = {
	"stall-in-head": "inside the head",
	"stall-in-body": "inside a body with content-length",
	"stall-in-chunk": "inside a chunk",
	"stall-to-end": "inside a body that ends with the connection"
};

export const deadlineCases: readonly Case[] = [
	testCase("a connection that never opens ends after limits.connect, is tried again, and says so; those behind fare alike", async (context) => {
		const baseUrl = await offeredUrl(context, "unanswered");
		const client = context.client({ baseUrl, limits: { connect: SHORT, retries: 1, retryBase: 1 } }).collection("readings");
		for (const response of await Promise.all([client.createEx("{}"), client.getOneEx("one")]))
			failed(context, response, "timeout", 0, `no connection within limits.connect (${SHORT} ms)`);
		const { connections, retries, timeouts } = client.stats();
		context.equal([connections, retries, timeouts].join(), "4,2,4", "connections, retries, timeouts");
	}),
	testCase("an answer that never begins ends after limits.firstByte and is not asked for again; those that wait are served", against("silent", { firstByte: ANSWERED }), async (scene, context) => {
		const { client } = scene;
		const responses = await Promise.all([client.getOneEx("one"), client.createEx("{}"), client.getOneEx("three")]);
		failed(context, responses[0], "timeout", 0, `no answer within limits.firstByte (${ANSWERED} ms)`);
		context.equal(responses.map(({ kind }) => kind).join(), "timeout,,", "kinds");
		await scene.expectOn("1,2,2");
		context.equal(client.stats().timeouts, 1, "timeouts that the client counts");
	}),
	testCase("limits.firstByte holds on a kept connection too; a create without an id of its own is not sent again", against("second-silent", { firstByte: ANSWERED }), async (scene, context) => {
		await scene.expectNext("the request before");
		failed(context, await scene.client.createEx("{}"), "timeout", 0, `no answer within limits.firstByte (${ANSWERED} ms)`);
		await scene.expectNext();
		await scene.expectOn("1,1,2");
	}),
	...(["GET", "POST"] as const).map((method) => testCase(`a ${method === "GET" ? "get" : "create with an id of its own"} on a kept connection that was forgotten on its way is sent again, over a new one`, against("forgotten", { firstByte: ANSWERED }), async (scene, context) => {
		await scene.expectNext("the request before");
		scene.expect(await (method === "GET" ? scene.client.getOneEx("one") : scene.client.createEx('{"id":"abcdefghijklmno"}')), { kind: "", body: nextBody });
		const requests = await scene.expectOn("1,1,2");
		context.equal([requests[2].head, requests[2].body].join(), [requests[1].head, requests[1].body].join(), "the repeat");
		const { retries, timeouts } = scene.client.stats();
		context.equal([retries, timeouts].join(), "1,1", "retries, timeouts");
	})),
	testCase("a get that stays without an answer over a new connection, too, is not sent a third time", against("forgotten-for-ever", { firstByte: SHORT }), async (scene, context) => {
		await scene.expectNext("the request before");
		failed(context, await scene.client.getOneEx("one"), "timeout", 0, `no answer within limits.firstByte (${SHORT} ms)`);
		await scene.expectOn("1,1,2");
	}),
	...Object.entries(stalls).map(([script, where]) => testCase(`an answer that stands still ${where} ends after limits.idle; the next request works`, against(script, { idle: SHORT }), async (scene, context) => {
		failed(context, await scene.client.getOneEx("one"), "timeout", 0, `no more of the answer within limits.idle (${SHORT} ms)`);
		await scene.expectNext();
		const { requests } = await scene.expectConnections(2);
		context.equal(requests.length, 2, "requests");
	})),
	testCase("an upload that nobody takes ends after limits.idle; the next request works", against("deaf", { idle: SHORT, timeout: 60_000 }), async (scene, context) => {
		const text = JSON.stringify({ text: largeText(context) });
		failed(context, await scene.client.createEx(text), "timeout", 0, `the request did not leave within limits.idle (${SHORT} ms)`);
		await scene.expectNext();
		const { requests } = await scene.expectConnections(2);
		context.equal(requests.map(({ whole }) => whole).join(), "false,true", "whole");
	}),
	testCase("a trickle that never becomes an answer ends after limits.timeout", against("trickle", { timeout: ANSWERED }), async (scene, context) => {
		failed(context, await scene.client.getOneEx("one"), "timeout", 0, `no complete answer within limits.timeout (${ANSWERED} ms)`);
		await scene.expectNext();
		await scene.expectConnections(2);
	}),
	testCase("limits.timeout ends a stage that has time left", against("all-silent", { timeout: SHORT }), async (scene, context) => {
		failed(context, await scene.client.getOneEx("one"), "timeout", 0, `no complete answer within limits.timeout (${SHORT} ms)`);
		const baseUrl = await offeredUrl(context, "unanswered");
		const client = context.client({ baseUrl, limits: { timeout: SHORT } }).collection("readings");
		failed(context, await client.getOneEx("one"), "timeout", 0, `no complete answer within limits.timeout (${SHORT} ms)`);
		context.equal(client.stats().connections, 1, "connections");
	}),
	testCase("an answer that is slow but steady is none too late, however long it takes in all", against("steady.40", { idle: ANSWERED / 2 }), async (scene, context) => {
		for (let i = 1; i <= 2; i++) {
			const response = await scene.client.getOneEx("one");
			context.equal(response.error, "", "error");
			context.ok(response.body.startsWith(`{"id":"answer-${i}"`), "its own answer");
		}
		await scene.expectConnections(1);
	}),
	testCase("an answer that comes after limits.firstByte is never taken for the next request's", against("late", { firstByte: ANSWERED }), async (scene, context) => {
		const { client } = scene;
		const responses = await Promise.all([client.getOneEx("one"), client.getOneEx("two"), client.createEx("{}"), client.getOneEx("four")]);
		context.equal(responses.map(({ kind, body }) => kind + body).join(), `timeout,${nextBody},${nextBody},${nextBody}`, "responses");
		await scene.expectConnections(2);
	})
];
