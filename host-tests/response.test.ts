import test from "ava";
import { ClientResponse, failure, refusal } from "../lib/response.js";

test("a response without a kind is a success", (t) => {
	t.like(new ClientResponse("", 200, "", "body"), { ok: true, kind: "", statusCode: 200, error: "", body: "body" });
});

test("a failure has no status and no body", (t) => {
	t.like(failure("timeout", "too late"), { ok: false, kind: "timeout", statusCode: 0, error: "too late", body: "" });
});

test("a refusal keeps the body as it came", (t) => {
	const body = "{\"data\":{},\"message\":\"No.\",\"status\":403}\n";
	t.like(refusal(403, "No.", body), { ok: false, kind: "http", statusCode: 403, error: "No.", body });
});

test("field errors stand behind the message", (t) => {
	const error = (data: unknown): string => refusal(400, "Failed.", JSON.stringify({ data, message: "Failed.", status: 400 })).error;
	t.is(error({ sensor: { code: "validation_required", message: "Cannot be blank." } }), "Failed. sensor: Cannot be blank.");
	t.is(error({ a: { message: "One." }, b: { message: "Two." }, c: { message: "Three." } }), "Failed. a: One.; b: Two.; c: Three.");
});

test("what is no field error is passed over", (t) => {
	const error = (data: unknown): string => refusal(400, "Failed.", JSON.stringify({ data })).error;
	for (const data of [null, undefined, {}, [], "text", 7, true, { a: null, b: "text", c: {}, d: { message: 7 }, e: [] }])
		t.is(error(data), "Failed.");
	t.is(error({ a: null, b: { message: "Two." } }), "Failed. b: Two.");
	t.is(error({ requests: { 1: { code: "batch_request_failed", response: {} } } }), "Failed.");
});

test("a message whose body is no JSON after all stands alone", (t) => {
	for (const body of ["{\"message\":\"Failed.\"", "null", "7", ""])
		t.is(refusal(400, "Failed.", body).error, "Failed.");
});

test("plain text is the error, without the white space around it", (t) => {
	t.is(refusal(400, "", "400 Bad Request: missing required Host header").error, "400 Bad Request: missing required Host header");
	t.is(refusal(400, "", "\r\n 400 Bad Request\n").error, "400 Bad Request");
	t.is(refusal(400, "", "x".repeat(120)).error, "x".repeat(120));
});

test("markup, JSON without a message, long text and nothing say the status", (t) => {
	const bodies = ["<html><body>Bad Gateway</body></html>", "\n<!DOCTYPE html>", "{\"mfaId\":\"abc\"}", "[]", "\"text\"", "x".repeat(121), "", " \n"];
	for (const body of bodies)
		t.is(refusal(502, "", body).error, "HTTP 502", body);
});
