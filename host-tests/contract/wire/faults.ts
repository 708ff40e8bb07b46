import { type Case, type Context, testCase } from "../case.js";
import { against, firstBody, nextBody, Scene } from "./scene.js";

/** First answers that are no HTTP: each leaves the connection open, so that the bytes alone must be refused. */
const faults: Readonly<Record<string, string>> = {
	"two-lengths": "two different content-lengths",
	"length-list": "a list of content-lengths",
	"length-negative": "a negative content-length",
	"length-plus": "a content-length with a sign",
	"length-hexadecimal": "a hexadecimal content-length",
	"length-empty": "an empty content-length",
	"length-words": "a content-length of two words",
	"length-huge": "a content-length beyond every memory",
	"length-then-chunked": "content-length before transfer-encoding",
	"chunked-then-length": "transfer-encoding before content-length",
	"coding-unknown": "an unknown transfer-encoding",
	"coding-identity": "transfer-encoding: identity",
	"coding-twice": "transfer-encoding twice",
	"chunk-word": "a chunk size that is no number",
	"chunk-nan": "a chunk size that is NaN",
	"chunk-infinite": "a chunk size that is Infinity",
	"chunk-empty": "an empty chunk size",
	"chunk-negative": "a negative chunk size",
	"chunk-prefixed": "a chunk size with 0x",
	"chunk-huge": "a chunk size beyond every memory",
	"chunk-longer": "a chunk longer than announced",
	"chunk-bare-feed": "a chunk size that ends in LF alone",
	"chunk-end-bare-feed": "a chunk that ends in LF alone",
	"bare-feeds": "lines that end in LF alone",
	"bare-feed": "one line that ends in LF alone",
	"bare-return": "a CR inside a line",
	"garbage": "garbage",
	"another-protocol": "another protocol",
	"no-head": "a body without a head",
	"version-two": "HTTP/2.0",
	"version-short": "a version without a minor",
	"version-lower-case": "a version in lower case",
	"status-short": "a status of two digits",
	"status-long": "a status of four digits",
	"status-low": "a status below 100",
	"status-word": "a status line without a status",
	"empty-line-first": "an empty line before the status line",
	"switching": "101 Switching Protocols",
	"header-no-colon": "a header line without a colon",
	"header-no-name": "a header line without a name",
	"header-space": "a space between header name and colon",
	"header-folded": "a folded header line",
	"header-first-space": "a space before the first header name",
	"length-overlong": "a content-length line longer than limits.receive",
	"status-overlong": "a status line longer than limits.receive",
	"head-endless": "a head without an end",
	"line-endless": "a header line without an end",
	"interim-endless": "interim answers without an end",
	"trailer-endless": "trailers without an end"
};

function refuses([script, name]: readonly [string, string]): Case {
	return testCase(`an answer with ${name} is kind "protocol"; the next request works`, against(script), async (scene) => {
		scene.expect(await scene.client.createEx("{}"), { kind: "protocol" });
		await scene.expectNext();
		await scene.expectConnections(2, 2);
	});
}

/** Answers that are cut: what is cut, the script, its length in bytes, and the body of the whole. */
const cuts = [
	["an answer with content-length cut at any byte", "cut-sized", 85, firstBody],
	["a chunked answer cut at any byte, in the trailers too,", "cut-chunked", 93, firstBody],
	["an answer cut at any byte about an interim one", "cut-interim", 74, '{"id":"a"}']
] as const;

/** Ends the connection behind each byte of an answer in turn. */
async function cutEverywhere(context: Context, script: string, length: number, reset: boolean): Promise<void> {
	for (let bytes = 0; bytes < length; bytes++) {
		const scene = new Scene(context, `${script}.${bytes}`);
		const response = await scene.client.createEx("{}");
		const what = `cut after ${bytes}`;
		// A reset may overtake the bytes before it.
		const kind = reset && response.kind === "connect" || bytes === 0 ? "connect" : "protocol";
		scene.expect(response, { kind }, what);
		await scene.expectNext(what + ", the next request");
		context.equal(scene.client.stats().connections, 2, "connections");
		scene.client.close();
	}
}

export const faultCases: readonly Case[] = [
	...Object.entries(faults).map(refuses),
	testCase("a body that is not UTF-8 is kind \"protocol\" with its status; the next request uses the same connection", against("not-text"), async (scene) => {
		scene.expect(await scene.client.createEx("{}"), { kind: "protocol", statusCode: 200 });
		await scene.expectNext();
		await scene.expectConnections(1);
	}),
	...cuts.map(([what, script, length]) => testCase(`${what} is kind "protocol", without a byte "connect"`, (context) => cutEverywhere(context, script, length, false))),
	testCase("a body that ends with the connection, cut at any byte, is kind \"protocol\", behind a bracket too; all of it is taken", async (context) => {
		const head = "HTTP/1.1 200 OK\r\n\r\n".length;
		const body = '{"id":"first","a":{"b":[{},"}",{"c":[]}]},"d":"]"}';
		for (let bytes = 0; bytes <= body.length; bytes++) {
			const scene = new Scene(context, `cut-to-end.${head + bytes}`);
			const isWhole = bytes === body.length;
			scene.expect(await scene.client.createEx("{}"), { kind: isWhole ? "" : "protocol", statusCode: 200, body: isWhole ? body : "" }, `cut after ${bytes}`);
			await scene.expectNext(`cut after ${bytes}, the next request`);
			scene.client.close();
		}
	}),
	testCase("an answer cut at any byte by a reset is kind \"protocol\" or \"connect\"", (context) => cutEverywhere(context, "cut-chunked-reset", 93, true)),
	testCase("an answer is complete with its last byte, although the connection ends right then", async (context) => {
		for (const [, script, bytes, body] of cuts) {
			const scene = new Scene(context, `${script}.${bytes}`);
			scene.expect(await scene.client.createEx("{}"), { kind: "", body }, script);
			await scene.idle();
			scene.expect(await scene.client.createEx("{}"), { kind: "", body: nextBody }, script + ", the next request");
			scene.client.close();
		}
	})
];
