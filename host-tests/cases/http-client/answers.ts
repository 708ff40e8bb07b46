import type { Scenes } from "./index.js";
import type { Scene } from "./recorder.js";

const body = '{"id":"first"}';

/** The script's first answer is this, and the connection serves the next request as well. */
function answered(status: number, text: string, method = "GET"): Scene {
	return async (stage, context) => {
		const client = stage.client();
		const first = stage.get(client, { method });
		await stage.done(first);
		context.equal(first.status, status);
		context.equal(first.body, text);
		context.equal(first.events.join(), text === "" ? "headers,done" : "headers,readable,done");
		const second = stage.get(client);
		await stage.done(second);
		context.equal(second.body, '{"id":"next"}', "the next answer");
		context.equal(stage.errors, 0, "calls of onError");
	};
}

/** Answers in all framings of RFC 9112. */
export const answers: Scenes = {
	"reads a body with content-length": ["sized", answered(200, body)],
	"reads a body with content-length that comes byte by byte": ["sized~1", answered(200, body)],
	"takes header names in any case": ["mixed-case", answered(200, body)],
	"reads a chunked body": ["chunked", answered(200, body)],
	"reads a chunked body that comes byte by byte": ["chunked~1", answered(200, body)],
	"passes over chunk extensions": ["chunked-extensions", answered(200, body)],
	"passes over trailers behind a chunked body": ["chunked-trailers", answered(200, body)],
	"takes content-length 0": ["empty", answered(200, "")],
	"takes an empty chunked body": ["chunked-empty", answered(200, "")],
	"takes 204 without a body": ["no-content", answered(204, "")],
	"takes 304 with the length of what it does not send": ["not-modified", answered(304, "")],
	"passes over 100 Continue": ["continue", answered(200, body)],
	"passes over 103 Early Hints": ["early-hints", answered(200, body)],
	"takes a status line without reason": ["no-reason-no-space", answered(200, body)],
	"takes a status line whose reason is empty": ["no-reason", answered(200, body)],
	"reads a body that ends with the connection": ["to-end", async (stage, context) => {
		const recorder = stage.get();
		await stage.done(recorder);
		context.equal(recorder.body, body);
		context.equal(recorder.events.join(), "headers,readable,done");
	}],
	"HEAD has no body whatever its headers say": ["head-answers", async (stage, context) => {
		const client = stage.client();
		const head = stage.get(client, { method: "HEAD" });
		await stage.done(head);
		context.equal(head.events.join(), "headers,done");
		const next = stage.get(client);
		await stage.done(next);
		context.equal(next.body, '{"id":"next"}');
	}],
	"gives all header fields, names in lower case": ["mixed-case", async (stage, context) => {
		const recorder = stage.get();
		await stage.done(recorder);
		context.equal(recorder.headers?.get("content-type"), "application/json");
		context.equal(recorder.headers?.get("content-length"), String(body.length));
	}],
	"gives the header fields of the mask, and no others": ["fields", async (stage, context) => {
		const recorder = stage.get(stage.client(), { headersMask: ["x-one"] });
		await stage.done(recorder);
		context.equal(recorder.headers?.get("x-one"), "1");
		context.equal(recorder.headers?.size, 1);
	}],
	"reads a body of 60,000 bytes": ["large.60000", async (stage, context) => {
		const recorder = stage.get();
		await stage.done(recorder);
		context.equal(recorder.body.length, 60_000);
		context.equal(recorder.body.slice(-3), 'f"}');
	}]
};
