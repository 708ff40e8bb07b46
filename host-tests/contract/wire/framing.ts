import { type Case, testCase } from "../case.js";
import { against, firstBody, Scene } from "./scene.js";

interface Framed {
	readonly script: string;
	readonly name: string;
	readonly body?: string;
	readonly statusCode?: number;
	/** Whether the connection carries the next request too. */
	readonly kept?: boolean;
}

const answers: readonly Framed[] = [
	{ script: "sized", name: "a body with content-length" },
	{ script: "mixed-case", name: "header names in any case" },
	{ script: "white-space", name: "white space around a header value, and an empty value" },
	{ script: "no-space", name: "no space before a header value" },
	{ script: "no-reason", name: "a status line with an empty reason" },
	{ script: "no-reason-no-space", name: "a status line without a reason" },
	{ script: "odd-reason", name: "a reason with digits, a colon and letters that are not ASCII" },
	{ script: "empty", name: "an empty body", body: "" },
	{ script: "chunked", name: "a chunked body" },
	{ script: "chunked-mixed-case", name: "chunk sizes with capitals and leading zeros" },
	{ script: "chunked-extensions", name: "chunk extensions" },
	{ script: "chunked-trailers", name: "trailers, which decide nothing" },
	{ script: "chunked-empty", name: "a chunked body without a chunk", body: "" },
	{ script: "split-head", name: "a head in pieces and a body behind it" },
	{ script: "no-content", name: "204 without a body", body: "", statusCode: 204 },
	{ script: "no-content-sized", name: "204 with content-length 0", body: "", statusCode: 204 },
	{ script: "continue", name: "100 before the answer" },
	{ script: "early-hints", name: "103, 102 and 100 before the answer" },
	{ script: "to-end", name: "a body that ends with the connection", kept: false },
	{ script: "old", name: "HTTP/1.0", kept: false },
	{ script: "old-keep-alive", name: "HTTP/1.0 with keep-alive" },
	{ script: "old-to-end", name: "HTTP/1.0 with a body that ends with the connection", kept: false },
	{ script: "closing", name: "connection: close", kept: false },
	{ script: "closing-in-list", name: "close in a list of connection options", kept: false },
	{ script: "closing-and-keeping", name: "close before keep-alive in a list of connection options", kept: false },
	{ script: "closing-twice", name: "connection: close before connection: keep-alive", kept: false },
	{ script: "closing-chunked", name: "connection: close on a chunked body", kept: false },
	{ script: "not-closing", name: "connection options that only look like close" },
	{ script: "long-line.5000", name: "a header line longer than limits.receive, which is passed over" },
	{ script: "long-head", name: "a head longer than limits.receive" }
];

function understands({ script, name, body = firstBody, statusCode = 200, kept = true }: Framed, how = ""): Case {
	return testCase(`understands ${name}${how}; the next request ${kept ? "uses the same connection" : "opens another"}`, against(script), async (scene) => {
		// A create is not answered with nothing, a route of the app's own may be.
		const response = body === "" ? scene.client.sendEx("POST", "/api/my/route", "{}") : scene.client.createEx("{}");
		scene.expect(await response, { kind: "", body, statusCode });
		await scene.expectNext();
		await scene.expectConnections(kept ? 1 : 2, 2);
	});
}

export const framingCases: readonly Case[] = [
	...answers.map((answer) => understands(answer)),
	...answers.map((answer) => understands({ ...answer, script: answer.script.replace("5000", "2500") + "~1" }, ", byte by byte")),
	testCase("304 has no body, whatever its content-length says; the next request uses the same connection", against("not-modified"), async (scene) => {
		scene.expect(await scene.client.getOneEx("one"), { kind: "http", statusCode: 304 });
		await scene.expectNext();
		await scene.expectConnections(1);
	}),
	testCase("a header line of every length about limits.receive is passed over or read", async (context) => {
		for (let length = 30; length < 90; length++) {
			const scene = new Scene(context, `long-line.${length}`, { receive: 64 });
			scene.expect(await scene.client.createEx("{}"), { kind: "", body: firstBody }, `line of ${length}`);
			await scene.expectNext();
			context.equal(scene.client.stats().connections, 1, "connections");
			scene.client.close();
		}
	}),
	testCase("every answer is understood in pieces of every size", async (context) => {
		for (const script of ["chunked-extensions", "chunked-trailers", "early-hints", "sized"]) {
			for (let size = 2; size < 40; size++) {
				const scene = new Scene(context, `${script}~${size}`);
				scene.expect(await scene.client.createEx("{}"), { kind: "", body: firstBody }, `${script} in pieces of ${size}`);
				scene.client.close();
			}
		}
	})
];
