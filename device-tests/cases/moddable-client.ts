import { PASSWORD } from "cases";
import { type Case, type Context, testCase } from "../../host-tests/contract/case.js";
import { SHORT } from "../../host-tests/contract/patience.js";
import { firstBody, nextBody, Scene } from "../../host-tests/contract/wire/scene.js";
import type { Kind } from "../../lib/response.js";
import type { RecordsClient } from "../../lib/client.js";
import type { TLSOptions } from "../../lib/tls/tls-options.js";
import { overModdablesTLS } from "../app/providers.js";
import type { TLSPlaces } from "../app/secure-line.js";

/** Scripts of the peer whose first answer Moddable's client reads, by what it reads. */
const good: Readonly<Record<string, string>> = {
	...Object.fromEntries(["sized", "mixed-case", "white-space", "no-space", "no-reason", "odd-reason", "chunked", "chunked-mixed-case",
		"chunked-extensions", "split-head", "split-header", "old", "closing", "closing-chunked", "long-head", "long-line.3000", "no-reason-no-space", "continue", "early-hints", "to-end"].map((script) => [script, firstBody]))
};

/** What is refused at once, by the kind of the failure. */
const refused: Readonly<Record<string, readonly string[]>> = {
	"protocol 0": ["length-then-chunked", "chunked-then-length", "coding-unknown", "coding-identity", "length-negative", "length-list",
		"length-words", "length-hexadecimal", "length-plus", "length-huge", "garbage", "another-protocol", "no-head", "version-two", "version-short",
		"version-lower-case", "status-short", "status-long", "status-word", "status-letters", "status-of-another-protocol", "status-low", "switching",
		"head-endless", "line-endless", "chunk-word", "chunk-empty"],
	"protocol 200": ["chunked-empty", "empty", "not-text"],
	"http 304": ["not-modified"]
};

/** After what the connection is kept. The rest is refused, or ends with the connection. */
const kept = new Set(["chunked-empty", "empty", "not-text", "not-modified", ...Object.keys(good).filter((script) => !["old", "closing", "closing-chunked", "to-end"].includes(script))]);

/** Bytes that nobody has asked for. */
const surplus = ["surplus", "surplus-later", "idle-answer", "idle-garbage", "smuggled"];

/** Fails the case unless the next request gets its own answer, over a connection of its own where the first can't be kept. */
async function expectNext(context: Context, scene: Scene, script: string): Promise<void> {
	await scene.expectNext();
	context.equal(scene.client.stats().connections, kept.has(script) ? 1 : 2, "connections");
}

export const moddableWireCases: readonly Case[] = [
	...Object.entries(good).map(([script, body]) => testCase(`${script}: the answer is read, and the next one`, async (context) => {
		const scene = new Scene(context, script);
		scene.expect(await scene.client.createEx("{}"), { kind: "", body });
		await expectNext(context, scene, script);
	})),
	...Object.entries(refused).flatMap(([outcome, scripts]) => scripts.map((script) => testCase(`${script}: a failure at once, and the next answer is read`, async (context) => {
		const scene = new Scene(context, script);
		const { error, kind, statusCode } = await scene.client.createEx("{}");
		context.equal(`${kind} ${statusCode}`, outcome, error);
		await expectNext(context, scene, script);
	}))),
	...surplus.map((script) => testCase(`${script}: bytes that nobody has asked for are not the next answer`, async (context) => {
		const scene = new Scene(context, script);
		const { statusCode } = await scene.client.createEx("{}");
		context.equal(statusCode, script === "smuggled" ? 400 : 200, "the first answer");
		await scene.idle();
		context.equal((await scene.client.createEx("{}")).body, nextBody, "the next answer");
	})),
	...["cut-sized", "cut-sized-reset"].map((script) => testCase(`${script}: an answer that ends at any byte is a failure at once`, async (context) => {
		for (let bytes = 0; bytes < 80; bytes += 7) {
			const scene = new Scene(context, `${script}.${bytes}`);
			const { kind } = await scene.client.createEx("{}");
			context.ok(kind === "connect" || kind === "protocol", `${kind} at ${bytes}`);
			scene.client.close();
		}
	})),
	testCase("a refused connection is kind \"connect\", and a create is tried again", async (context) => {
		const records = context.client({ baseUrl: "http://127.0.0.1:1", limits: { retryBase: 1 } }).collection("readings");
		context.equal((await records.createEx("{}")).kind, "connect" satisfies Kind);
		context.equal(records.stats().connections, 3, "connections");
	}),
	testCase("a name that nobody knows is kind \"dns\"", async (context) => {
		const records = context.client({ baseUrl: "http://nobody.invalid", allowPlainCredentials: true, limits: { retries: 0, connect: SHORT } }).collection("readings");
		const { kind } = await records.createEx("{}");
		context.ok(kind === "dns" || kind === "timeout", kind);
	})
];

async function expectOneConnection(context: Context, records: RecordsClient): Promise<void> {
	context.equal((await records.collection("users").authWithPassword("device-one", PASSWORD)).error, "");
	for (let count = 0; count < 5; count++)
		context.equal((await records.collection("readings").createEx({ sensor: "temperature", value: count })).error, "");
	context.equal((await records.getListEx()).error, "");
	context.equal(records.stats().connections, 1, "connections");
}

export function moddableTLSCases({ authorities: [authority, other], ports }: TLSPlaces): readonly Case[] {
	const connect = (context: Context, server: string, tls?: TLSOptions): RecordsClient =>
		context.client({ baseUrl: `https://localhost:${ports[server]}`, ...tls === undefined ? {} : { tls } });
	const refusal = (server: string, text: string, tls?: TLSOptions) => testCase(`https: ${server} is refused${tls?.ca === other ? " with another CA" : tls === undefined ? " without a CA" : ""}`, async (context) => {
		const { error, kind } = await connect(context, server, tls).collection("readings").getListEx();
		context.equal(`${kind}: ${error}`, text);
	});
	return [
		testCase("https with tls.ca: a log-in, creates and a list over one connection", (context) => expectOneConnection(context, connect(context, "good", { ca: authority }))),
		testCase("https with several CAs", async (context) => {
			const { error } = await connect(context, "good", { ca: [other, authority] as Uint8Array[] }).collection("readings").getListEx();
			context.equal(error, "");
		}),
		refusal("wrong-host", "tls: certificate is for other.test, not localhost", { ca: authority }),
		refusal("expired", "tls: certificate has expired", { ca: authority }),
		refusal("good", "tls: certificate is not signed by a trusted CA", { ca: other }),
		refusal("good", "tls: certificate is not signed by a trusted CA"),
		refusal("plain", "tls: peer does not speak TLS", { ca: authority }),
		testCase("https over the SDK's TLS socket: a log-in, creates and a list over one connection", (context) => expectOneConnection(context,
			context.client({ baseUrl: `https://localhost:${ports.good}`, network: overModdablesTLS({ certificate: authority }), tls: { insecureSocket: true } }))),
		...["expired", "plain", "cut", "reset"].map((server) => testCase(`https over the SDK's TLS socket: ${server} is a failure, and the app goes on`, async (context) => {
			const { kind } = await context.client({ baseUrl: `https://localhost:${ports[server]}`, network: overModdablesTLS({ certificate: authority }), tls: { insecureSocket: true }, limits: { retries: 0 } }).collection("readings").getListEx();
			context.ok(kind === "tls" || kind === "connect" || kind === "protocol", kind);
		})),
		testCase("https over the SDK's TLS socket without a CA is refused", async (context) => {
			context.equal((await connect(context, "good", { insecureSocket: true }).collection("readings").getListEx()).kind, "tls");
		})
	];
}
