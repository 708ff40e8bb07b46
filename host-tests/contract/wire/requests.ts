import { type Case, type Context, testCase } from "../case.js";
import { against, checksum, Scene, type Seen } from "./scene.js";
import { notSent } from "../spec/devices.js";

/** Fails the case unless a request has exactly these header fields. */
export function expectFields(context: Context, { fields }: Seen, expected: Readonly<Record<string, string>>): void {
	const lines = fields.map(([name, value]) => `${name}: ${value}`).sort();
	const wanted = Object.entries(expected).map(([name, value]) => `${name}: ${value}`).sort();
	context.equal(lines.join("\n"), wanted.join("\n"), "header fields");
}

export function hostOf(context: Context): string {
	return context.peer.slice("http://".length);
}

/** An object of which JSON has nothing. */
class Sensor {
	get value(): number {
		return Math.random();
	}
}

class Reading {
	readonly value = 1;
}

export const requestCases: readonly Case[] = [
	testCase("head and body of a create arrive in one segment", against("keep"), async (scene, context) => {
		await scene.client.createEx('{"value":1}');
		await scene.client.createEx('{"value":2}');
		const { requests } = await scene.observe();
		context.equal(requests.map(({ segments }) => segments).join(), "1,1", "segments");
		context.equal(requests.map(({ body }) => body).join(), '{"value":1},{"value":2}', "bodies");
	}),
	testCase("with a token there is one header field more, authorization; without it again none", against("keep"), async (scene, context) => {
		const host = hostOf(context);
		scene.client.setAuthToken("aaa.bbb.ccc");
		await scene.client.getOneEx("one");
		await scene.client.updateEx("one", "{}");
		scene.client.clearAuthToken();
		await scene.client.getOneEx("one");
		await scene.client.updateEx("one", '{"longer":true}');
		const { requests } = await scene.observe();
		const authorization = "Bearer aaa.bbb.ccc";
		expectFields(context, requests[0], { host, authorization });
		expectFields(context, requests[1], { host, authorization, "content-type": "application/json", "content-length": "2" });
		expectFields(context, requests[2], { host });
		expectFields(context, requests[3], { host, "content-type": "application/json", "content-length": "15" });
	}),
	testCase("content-length counts the bytes of UTF-8", against("echo"), async (scene, context) => {
		const text = '{"id":"a","text":"grün 温度 😀 \\u0000"}';
		scene.expect(await scene.client.createEx(text), { kind: "", body: text });
		const [request] = (await scene.observe()).requests;
		context.equal(request.body, text, "body");
		context.equal(request.bodyBytes, 44, "bytes");
	}),
	testCase("a body larger than limits.send, and than any socket buffer, arrives whole", async (context) => {
		for (const size of [1000, 1536, 20_000, Math.min(300_000, context.large ?? Infinity)]) {
			const scene = new Scene(context, "keep");
			const lines: string[] = [];
			for (let length = 0; length < size; length += lines[lines.length - 1].length)
				lines.push(`line ${lines.length} `.repeat(8));
			const text = JSON.stringify({ text: lines.join("") });
			const response = await scene.client.createEx(text);
			context.equal(response.error, "", "error");
			const [request] = (await scene.observe()).requests;
			context.equal(request.bodyBytes, text.length, "bytes");
			context.equal(request.checksum, checksum(text), "checksum");
			scene.client.close();
		}
	}),
	testCase("a head and body of every size about limits.send arrive whole", async (context) => {
		// A few on a connection: what the peer tells of all of them is more than a board's memory.
		for (let least = 100; least < 180; least += 8) {
			const scene = new Scene(context, "keep", { send: 300 });
			let sent = "";
			for (let size = least; size < least + 8; size++) {
				const text = JSON.stringify({ text: "x".repeat(size - 11) });
				sent += `${text.length}:${checksum(text)} `;
				await scene.client.createEx(text);
			}
			const { requests } = await scene.expectConnections(1);
			context.equal(requests.map((request) => `${request.bodyBytes}:${request.checksum} `).join(""), sent, "bodies");
			scene.client.close();
		}
	}),
	testCase("a body that is no data is kind \"argument\" and named; nothing is sent", against("keep"), async (scene, context) => {
		const { client } = scene;
		for (const [body, what] of [
			// A device has no names of functions.
			[new Map([["value", 1]]), "of class Map"], [new Set([1]), "of class Set"], [Promise.resolve({ value: 1 }), "a promise: await it"], [new DataView(new ArrayBuffer(4)), "a TypedArray or DataView"],
			[new Uint16Array([1, 2]), "a TypedArray or DataView"], [new Float32Array(0), "a TypedArray or DataView"], [new Sensor(), `of class ${Sensor.name || "Object"}`], [/a/, "of class RegExp"]
		] as const) {
			for (const response of [await client.createEx(body), await client.updateEx("one", body), await client.sendEx("POST", "/api/my", body), await client.sendEx("PUT", "/api/my", body)])
				notSent(context, response, `requestBody must be data, not ${what}`);
			context.equal(await client.create(body), "", "create");
		}
		const inside = await client.createEx({ sensor: "t", value: Promise.resolve(1) });
		context.equal(inside.error, "requestBody.value must be data, not a promise: await it", "a member");
		for (const samples of [new Float32Array([21.5, 22]), new Uint8Array(2), new Int16Array(0), new DataView(new ArrayBuffer(4))]) {
			for (const body of [{ sensor: "t", samples }, { extra: { list: [1, { samples }] } }])
				context.equal((await client.createEx(body)).error.replace("extra.list.", ""), "requestBody.samples must be data, not a TypedArray or DataView", "bytes as a member");
		}
		for (const none of [new Uint8Array(0), new ArrayBuffer(0)])
			context.equal((await client.createEx(none)).error, "requestBody is required", "no bytes");
		context.equal((await scene.observe()).requests.length, 0, "requests");
	}),
	testCase("an ArrayBuffer of JSON is sent as its bytes, an object with members as JSON, whatever its class", against("keep"), async (scene, context) => {
		const text = '{"value":1}';
		const bytes = new Uint8Array(text.length);
		for (let at = 0; at < text.length; at++)
			bytes[at] = text.charCodeAt(at);
		for (const body of [bytes.buffer, bytes, new Reading(), { value: 1 }, Object.assign(Object.create(null), { value: 1 }) as object])
			context.equal((await scene.client.createEx(body)).error, "", "error");
		context.equal((await scene.client.sendEx("POST", "/api/my", {})).error, "", "an empty object");
		const { requests } = await scene.observe();
		context.equal(requests.map(({ body }) => body).join(), `${text},${text},${text},${text},${text},{}`, "bodies");
	}),
	testCase("a request head longer than limits.send and limits.url allow is not sent; the next request works", against("keep", { send: 400, url: 64 }), async (scene, context) => {
		scene.client.setAuthToken(`aaa.bbb.${"c".repeat(600)}`);
		scene.expect(await scene.client.getOneEx("one"), { kind: "argument" });
		scene.client.clearAuthToken();
		context.equal((await scene.client.getOneEx("one")).error, "", "error");
		context.equal((await scene.observe()).requests.length, 1, "requests");
	})
];
