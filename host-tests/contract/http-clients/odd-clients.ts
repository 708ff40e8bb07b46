import type { Kind } from "../../../lib/response.js";
import { type Case, testCase } from "../case.js";
import { raise } from "../thrown.js";
import { SHORT } from "../patience.js";
import { HEADER_SECRET } from "../secrets.js";
import { type Call, FIRST, HTTPClientScene, NEXT, type Oddity } from "./scene.js";
import { refused } from "../spec/devices.js";

/** What becomes of a create through an odd client: the kind of its failure, or the body of its answer. */
type Outcome = Kind | `{${string}`;

const json = ["content-type", "application/json"] as const;

function fail(what: string): never {
	throw new Error(what);
}

function withLength(length: unknown): Map<string, string> {
	return new Map([json, ["content-length", length as string]]);
}

/** Has the body read by a `read` that returns something odd. */
function reading(read: (target: Uint8Array) => unknown): (call: Call) => void {
	return (call) => {
		call.read = read as Call["read"];
		call.writable().headers().readable(FIRST).done();
	};
}

const clients: Readonly<Record<string, readonly [Outcome, Oddity]>> = {
	"whose constructor throws": ["connect", { construct: () => fail("no"), close: () => undefined }],
	"whose constructor calls onError": ["connect", { construct: ({ onError }) => onError?.(new Error("no")) }],
	"whose request() throws": ["connect", { begin: () => fail("no") }],
	"whose request() throws what is no error": ["connect", { begin: () => raise("no") }],
	"whose request() returns nothing": [FIRST, { begin: () => null, answer: (call) => call.answer(FIRST) }],
	"that calls onDone with an error inside request()": ["connect", { begin: (call) => void call.done(new Error("no")) }],
	"that calls onDone without an answer inside request()": ["protocol", { begin: (call) => void call.done() }],
	"that answers inside request()": [FIRST, { begin: (call) => call.answer(FIRST) }],
	"that calls onError inside request()": ["connect", { begin: (_call, { options }) => options.onError?.() }],
	"that calls only onError": ["connect", { answer: (_call, { options }) => options.onError?.(new Error("no")) }],
	"that calls only onError, without an error": ["connect", { answer: (_call, { options }) => options.onError?.() }],
	"that calls only onError in the middle of a body": ["protocol", { answer(call, { options }) {
		call.writable().headers().readable('{"id"');
		options.onError?.();
	} }],
	"that calls onDone with text": ["connect", { answer: (call) => call.done("no") }],
	"that calls onDone without an answer": ["protocol", { answer: (call) => call.writable().done() }],
	"that calls onDone without a value": [FIRST, { answer(call) {
		call.writable().headers().readable(FIRST);
		call.options.onDone.call(call, undefined as never);
	} }],
	"that calls onDone twice": [FIRST, { answer: (call) => call.writable().headers().readable(FIRST).done().done(new Error("no")) }],
	"that tells two heads": ["protocol", { answer: (call) => call.writable().headers().headers().readable(FIRST).done() }],
	"that tells a body before the head": ["protocol", { answer: (call) => call.writable().readable(FIRST).headers().done() }],
	...Object.fromEntries([NaN, "200", undefined, null, 0, 99, 100, 103, 1000, 200.5].map((status): [string, [Outcome, Oddity]] => [
		`with ${typeof status === "string" ? `the text ${status}` : status} for a status`, ["protocol", {
			answer: (call) => call.writable().head(status, new Map([json])).readable(FIRST).done()
		}]
	])),
	...Object.fromEntries(([["none", undefined], ["null", null], ["an object", { "content-type": "application/json" }], ["a list", [json]]] as const)
		.map(([name, headers]): [string, [Outcome, Oddity]] => [`with ${name} for headers`, ["protocol", {
			answer: (call) => call.writable().head(200, headers).readable(FIRST).done()
		}]])),
	"with headers that throw": ["protocol", { answer: (call) => call.writable().headers(200, { get: () => fail("no") }).readable(FIRST).done() }],
	"with headers that are no text": [FIRST, { answer: (call) => call.writable().headers(200, new Map<string, unknown>([["content-type", 5], ["date", {}]])).readable(FIRST).done() }],
	...Object.fromEntries(["-5", "5x", "1e1", " ", "14, 14", "99999999999999999999"].map((length): [string, [Outcome, Oddity]] => [
		`with the length "${length}"`, ["protocol", { answer: (call) => call.writable().headers(200, withLength(length)).readable(FIRST).done() }]
	])),
	"with a length and chunks": ["protocol", { answer: (call) => call.writable().headers(200, new Map([json, ["content-length", "14"], ["transfer-encoding", "chunked"]])).readable(FIRST).done() }],
	"with an unknown coding": ["protocol", { answer: (call) => call.writable().headers(200, new Map([json, ["transfer-encoding", "gzip, chunked"]])).readable(FIRST).done() }],
	"with chunks": [FIRST, { answer: (call) => call.writable().headers(200, new Map([json, ["transfer-encoding", "Chunked"]])).readable(FIRST).done() }],
	"that answers before it has taken the request": ["protocol", { answer: (call) => call.headers().readable(FIRST).done() }],
	"whose body, without a length, is cut behind a bracket": ["protocol", { answer: (call) => call.writable().headers().readable('{"id":"a","device":{"id":"b"}').done() }],
	"that is done before the body is": ["protocol", { answer: (call) => call.writable().headers(200, withLength("20")).readable(FIRST).done() }],
	"that hands on more than the body": ["protocol", { answer: (call) => call.writable().headers(200, withLength("4")).readable(FIRST).done() }],
	"whose read() throws": ["protocol", { answer: reading(() => fail("no")) }],
	"whose read() has nothing": ["protocol", { answer: reading(() => undefined) }],
	"whose read() returns more than it was asked for": ["protocol", { answer: reading((target) => target.length + 1) }],
	"whose read() returns a negative number": ["protocol", { answer: reading(() => -1) }],
	"whose read() returns NaN": ["protocol", { answer: reading(() => NaN) }],
	"whose read() returns a buffer of its own": ["protocol", { answer: reading(() => new ArrayBuffer(14)) }],
	"without read()": ["protocol", { answer: reading(undefined as never) }],
	"that announces NaN bytes": ["protocol", { answer: (call) => call.writable().headers().readable(FIRST, NaN).done() }],
	"that announces bytes as text": ["protocol", { answer: (call) => call.writable().headers().readable(FIRST, "14").done() }],
	"that announces no bytes": [FIRST, { answer: (call) => call.writable().headers().readable("", 0).readable(FIRST).done() }],
	"whose write() throws": ["connect", { answer(call) {
		call.write = () => fail("no");
		call.writable().headers().readable(FIRST).done();
	} }],
	"that can write NaN bytes": [FIRST, { answer: (call) => call.writable(NaN).answer(FIRST) }],
	"that can write a negative number of bytes": [FIRST, { answer: (call) => call.writable(-5).answer(FIRST) }],
	"whose close() throws": [FIRST, { close: () => fail("no") }],
	"whose close() throws after a failure": ["connect", { answer: (call) => call.done(new Error("no")), close: () => fail("no") }],
	"that calls back inside close()": [FIRST, { close({ calls, options }) {
		calls[0]?.done(new Error("no"));
		options.onError?.();
	} }],
	"that calls back without the request": [FIRST, { answer(call) {
		call.self = undefined;
		call.answer(FIRST);
	} }]
};

export const oddClientCases: readonly Case[] = [
	...Object.entries(clients).map(([name, [outcome, oddity]]) => testCase(`a client ${name}: ${outcome.startsWith("{") ? "the answer comes" : `a failure at once, of kind "${outcome}"`}; the next request has its own`, async (context) => {
		const scene = new HTTPClientScene(context, oddity);
		const response = await scene.records.createEx("{}");
		context.equal(outcome.startsWith("{") ? response.body : response.kind, outcome, `outcome (${response.error})`);
		context.equal(response.ok, outcome.startsWith("{"), "ok");
		await scene.expectNext();
	})),
	testCase("headers of the client and of a call are handed to the HTTP client", async (context) => {
		const scene = new HTTPClientScene(context, {}, {}, undefined, { headers: { "X-Gate": "a" } });
		const sent = (headers: ReadonlyMap<string, string>): string => [...headers].map(([name, value]) => `${name}: ${value}`).sort().join("; ");
		context.equal((await scene.records.sendEx("POST", "/api/any", "{}", { headers: { "X-Key": HEADER_SECRET } })).error, "", "error");
		context.equal((await scene.records.sendEx("GET", "/api/any", null, { headers: { "X-Key": HEADER_SECRET } })).error, "", "error");
		context.equal((await scene.records.getListEx()).error, "", "error");
		await scene.expectNext();
		const [post, get, bare, next] = scene.made.map(({ calls }) => calls[0]);
		context.equal(sent(post.options.headers), `content-length: 2; content-type: application/json; x-gate: a; x-key: ${HEADER_SECRET}`, "POST");
		context.equal(post.body, "{}", "body");
		context.equal(sent(get.options.headers), `x-gate: a; x-key: ${HEADER_SECRET}`, "GET");
		context.equal(sent(bare.options.headers), "x-gate: a", "GET without own headers");
		context.equal(sent(next.options.headers), "content-length: 13; content-type: application/json; x-gate: a", "the next");
	}),
	testCase("an answer of 304 is over with its head", async (context) => {
		const scene = new HTTPClientScene(context, { answer: (call) => call.headers(304, withLength("500")) });
		refused(context, await scene.records.createEx("{}"), 304);
		await scene.expectNext();
	}),
	testCase("a body without end is cut at limits.body", async (context) => {
		const scene = new HTTPClientScene(context, { answer: (call) => call.headers().readable("x".repeat(200)) }, { body: 100 });
		context.equal((await scene.records.getListEx()).kind, "too-large");
		await scene.expectNext();
	}),
	testCase("a client that calls nothing back is closed after limits.timeout, and what it says later is nobody's answer", async (context) => {
		const scene = new HTTPClientScene(context, { begin: () => undefined }, { timeout: SHORT });
		context.equal((await scene.records.createEx("{}")).kind, "timeout");
		const [client] = scene.made;
		const live = scene.records.createEx("{}");
		while (scene.made.length < 2)
			await context.sleep(1);
		client?.options.onError?.(new Error("late"));
		client?.calls[0]?.answer('{"id":"late"}');
		context.equal((await live).body, NEXT, "the live request's answer");
		await scene.expectNext();
	}),
	testCase("a body that is written in pieces arrives whole; a client that does not use the socket that it is given has one request", async (context) => {
		const scene = new HTTPClientScene(context, { answer(call) {
			while (call.body.length < 13)
				call.writable(5);
			call.headers().readable(FIRST).done();
		} });
		const response = await scene.records.createEx('{"value":1.5}');
		context.equal(response.body, FIRST);
		const [call] = scene.made[0]?.calls ?? [];
		context.equal(call?.body, '{"value":1.5}');
		await scene.expectNext();
		context.equal(scene.records.stats().connections, 2, "connections");
	})
];
