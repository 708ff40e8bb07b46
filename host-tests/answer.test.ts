import test from "ava";
import { text } from "../host/text.js";
import { Answer } from "../lib/answer.js";
import type { ClientResponse } from "../lib/response.js";
import { BodySource } from "./body-source.js";

const json: ReadonlyMap<string, string> = new Map([["content-type", "application/json"]]);

function respond(answer: Answer, status: number, body: string | Uint8Array, authenticates = false, reads = false, headers = json): ClientResponse {
	const bytes = typeof body === "string" ? text.encode(body) : body;
	answer.reset(authenticates, reads);
	answer.head(status, headers);
	if (bytes.length > 0)
		answer.reader.read(new BodySource(bytes), bytes.length);
	return answer.response();
}

test("a good answer is its body, as it came", (t) => {
	const answer = new Answer(text, 1024);
	for (const status of [200, 201, 204, 299]) {
		for (const body of ["", "{\"id\":\"a\"}\n", "[]", "{\"message\":\"m\"}"])
			t.like(respond(answer, status, body), { ok: true, statusCode: status, error: "", body, kind: "" });
	}
});

test("an empty answer to a call that reads is no good answer, an empty one to a call that writes is", (t) => {
	const answer = new Answer(text, 1024);
	t.like(respond(answer, 200, "", false, true), { ok: false, statusCode: 200, error: "the answer holds no record", body: "", kind: "protocol" });
	t.like(respond(answer, 200, "{}", false, true), { ok: true, body: "{}" });
	t.like(respond(answer, 404, "", false, true), { kind: "http", error: "HTTP 404" });
	t.like(respond(answer, 200, ""), { ok: true, body: "" });
});

test("an answer outside 200 to 299 is a refusal with the service's message", (t) => {
	const answer = new Answer(text, 1024);
	const body = "{\"data\":{},\"message\":\"Failed to create record.\",\"status\":400}\n";
	for (const status of [199, 300, 304, 400, 404, 500, 999])
		t.like(respond(answer, status, body), { ok: false, statusCode: status, error: "Failed to create record.", body, kind: "http" });
});

test("a refusal without a body says its status", (t) => {
	t.is(respond(new Answer(text, 1024), 503, "").error, "HTTP 503");
});

test("an answer that is to bring a token brings it", (t) => {
	const answer = new Answer(text, 1024);
	const body = "{\"record\":{\"token\":\"no\"},\"token\":\"yes\"}";
	t.true(respond(answer, 200, body, true).ok);
	t.is(answer.token, "yes");
	respond(answer, 200, body);
	t.is(answer.token, "");
});

test("an answer that is to bring a token and has none is no success", (t) => {
	const answer = new Answer(text, 1024);
	for (const body of ["{}", "{\"token\":\"\"}", "{\"token\":null}", "{\"record\":{\"token\":\"no\"}}", "", "[]"]) {
		const expected = { ok: false, statusCode: 200, error: "the answer holds no token", body, kind: "protocol" };
		t.like(respond(answer, 200, body, true), expected);
		t.is(answer.token, "");
	}
});

test("a refused login brings no token, whatever it holds", (t) => {
	const answer = new Answer(text, 1024);
	const response = respond(answer, 400, "{\"token\":\"no\",\"message\":\"Failed to authenticate.\"}", true);
	t.is(response.error, "Failed to authenticate.");
	t.is(answer.token, "");
});

test("a body longer than the limit is too large, whatever its status", (t) => {
	const answer = new Answer(text, 100);
	for (const status of [200, 400]) {
		const response = respond(answer, status, "x".repeat(101), true);
		const error = "the answer's body is longer than limits.body (100 bytes)";
		t.like(response, { ok: false, statusCode: status, error, body: "", kind: "too-large" });
		t.true(respond(answer, 200, "{}".padStart(100)).ok);
	}
});

test("as much again as the limit is thrown away, more is not worth reading", (t) => {
	const answer = new Answer(text, 100);
	for (const [length, worth] of [[100, true], [101, true], [200, true], [201, false]] as const) {
		answer.reset(false, false);
		answer.head(200, json);
		answer.reader.read(new BodySource(new Uint8Array(length)), length);
		t.is(!answer.endless, worth, `${length} bytes`);
	}
});

test("a body that is not UTF-8 is a protocol error, whatever its status", (t) => {
	const answer = new Answer(text, 100);
	for (const status of [200, 500]) {
		const expected = { ok: false, statusCode: status, error: "the answer's body is not UTF-8", body: "", kind: "protocol" };
		t.like(respond(answer, status, Uint8Array.of(123, 0xff, 125)), expected);
	}
});

test("nothing of one answer is left in the next", (t) => {
	const answer = new Answer(text, 1024);
	respond(answer, 200, "{\"token\":\"first\"}", true);
	answer.reset(true, false);
	t.is(answer.status, 0);
	t.is(answer.token, "");
	answer.head(400, json);
	t.is(answer.response().error, "HTTP 400");
});

test("a good answer with a body that is not JSON by its type is a protocol error", (t) => {
	const answer = new Answer(text, 1024);
	const typed = (type: string): ReadonlyMap<string, string> => new Map([["content-type", type]]);
	for (const type of ["text/html", "text/html; charset=utf-8", "application/jsonp", "text/plain; application/json", "", "application/octet-stream"]) {
		t.like(respond(answer, 200, "{}", false, true, typed(type)), { ok: false, statusCode: 200, kind: "protocol", error: "the answer is not JSON", body: "" });
		t.like(respond(answer, 204, "", false, false, typed(type)), { ok: true, body: "" });
		t.like(respond(answer, 502, "Bad gateway", false, true, typed(type)), { kind: "http", error: "Bad gateway" });
	}
	for (const type of ["application/json", "application/json; charset=utf-8", "Application/JSON;charset=utf-8", "application/problem+json", "application/json ; a=b"])
		t.like(respond(answer, 200, "{}", false, true, typed(type)), { ok: true, body: "{}" });
});

test("a good answer whose JSON is not closed is a protocol error, and its connection is doubtful", (t) => {
	const answer = new Answer(text, 1024);
	for (const body of ["{", "{\"id\":\"a\"", "[{},", "no JSON", "{}\0x", " ", "\n\n"]) {
		t.like(respond(answer, 200, body), { ok: false, statusCode: 200, kind: "protocol", error: "the answer's JSON is not complete", body: "" }, body);
		t.true(answer.cut);
	}
	for (const body of ["{}\r\n", "[]", "{} \t\n", ""]) {
		t.like(respond(answer, 200, body), { ok: true, body });
		t.false(answer.cut);
	}
	t.like(respond(answer, 500, "{"), { kind: "http" });
	t.false(answer.cut);
});

test("without a type the body's beginning tells whether it is JSON", (t) => {
	const answer = new Answer(text, 1024);
	for (const body of ["{}", " \r\n\t{}", "[]"])
		t.like(respond(answer, 200, body, false, true, new Map()), { ok: true, body });
	for (const body of ["<html>", "welcome", "\"text\"", "1"])
		t.like(respond(answer, 200, body, false, true, new Map()), { kind: "protocol", error: "the answer is not JSON" });
});

test("an answer keeps its Date and Retry-After for whom it may concern, and not those of the one before", (t) => {
	const answer = new Answer(text, 1024);
	respond(answer, 503, "", false, false, new Map([["date", "Sun, 06 Nov 1994 08:49:37 GMT"], ["retry-after", "120"]]));
	t.is(answer.date, "Sun, 06 Nov 1994 08:49:37 GMT");
	t.is(answer.retryAfter, "120");
	answer.reset(false, false);
	t.is(answer.date, "");
	t.is(answer.retryAfter, "");
});
