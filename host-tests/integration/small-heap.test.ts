/** Answers of a stranger that make many values of few bytes, on XS with the heap of a named board: it does not grow. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import test from "ava";
import { prepareHost } from "../../bench/engine.js";
import { projectRoot } from "../../service/project.js";

const title = "no answer of limits.body bytes fills the heap of a named board: log-in, create and list fail or succeed, and go on";

/** Bytes of a body: as many as the default of limits.body takes. */
const size = 24_576;

function filled(open: string, one: (at: number) => string, close: string): string {
	let text = open + one(0);
	for (let at = 1; text.length + one(at).length + close.length < size; at++)
		text += `,${one(at)}`;
	return text + close;
}

const bodies = [
	filled("[", () => "[]", "]"), filled("[", () => "{}", "]"), filled("[", () => "0", "]"), filled("[", () => '""', "]"), filled("[", () => '{"":0}', "]"),
	filled("{", (at) => `"${at.toString(36)}":0`, "}"), filled('{"message":"No.","status":400,"data":{', (at) => `"${at.toString(36)}":{}`, "}}"),
	filled('{"token":"a.b.c","record":[', () => "[[]]", "]}"), filled('{"token":"a.b.c","id":"', () => "[]", '"}'), filled("[", () => "0.1", "]").slice(0, -1),
	// As many as are read.
	filled("[", () => "[]", "]").slice(0, 600) + "]", `${filled("[", () => "0", "]").slice(0, 2401)}]`, `{"a":[${Array(380).fill("{}").join()}],"token":"a.b.c","b":"${"x".repeat(20_000)}"}`
];
/** How each is sent: refused, ok, and ok up to the end of the connection. */
const ways = [400, 200, 0];

const prepared = await prepareHost(4);
const { host } = prepared.host === undefined ? await prepareHost(8) : prepared;

test[host === undefined ? "skip" : "serial"](title, async (t) => {
	const server = createServer((request, response) => {
		const number = Number(request.url?.split("/")[1]);
		const status = ways[number % ways.length];
		const headers = { "content-type": "application/json", ...status === 0 ? { connection: "close" } : { "content-length": bodies[Math.floor(number / ways.length)].length } };
		response.useChunkedEncodingByDefault = status !== 0;
		response.writeHead(status === 0 ? 200 : status, headers).end(bodies[Math.floor(number / ways.length)]);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	t.teardown(() => server.close());
	const { creation: { chunk, heap } } = JSON.parse(readFileSync(join(projectRoot(), "device-tests", "board", "heap-fixed.json"), "utf8")) as {
		creation: { chunk: { initial: number }; heap: { initial: number } };
	};
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const slots = heap.initial * 4 * host!.pointer;
	// The same number of slots on any host; a pointer's size is in chunks, too.
	const memory = { chunks: [chunk.initial * host!.pointer / 4, 0], slots: [slots, 0] } as const;
	const count = bodies.length * ways.length;
	const lines = await host!.run("ours-strangers", { settings: JSON.stringify({ url, count }) }, memory);
	t.not(lines, undefined, "the heap was full");
	const answers = lines?.flatMap((line) => line.answers === undefined ? [] : [line.answers]) ?? [];
	t.is(answers.length, count);
	t.true(answers.flat().includes("http 400 the answer's JSON is nested too deeply or has too many values"));
	t.true(answers.flat().includes("too-large 200 the answer's JSON has more values than limits.values (2560); records-client/lists reads lists of any length"));
});
