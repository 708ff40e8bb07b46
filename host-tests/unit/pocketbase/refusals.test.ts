import test from "ava";
import { isServiceRefusal, refusal } from "../../../lib/pocketbase/refusals.js";
import { ClientResponse } from "../../../lib/response.js";

test("a log-in that wants a second factor says so, unless there is a message", (t) => {
	t.is(refusal(401, '{"mfaId":"abcdefghijklmno"}').error, "the account requires a second factor (MFA)");
	t.is(refusal(401, '{"mfaId":"abcdefghijklmno","message":"No."}').error, "No.");
	t.is(refusal(401, '{"mfaId":7}').error, "HTTP 401");
});

test("a refusal of the service's own is 400 to 403 with its error JSON, or wants a second factor", (t) => {
	const own = (status: number): string => JSON.stringify({ data: {}, message: "No.", status });
	for (const status of [400, 401, 403])
		t.true(isServiceRefusal(refusal(status, own(status))));
	t.true(isServiceRefusal(refusal(400, '{"data":{"identity":{"code":"validation_required","message":"Cannot be blank."}},"message":"No.","status":400}\n')));
	t.true(isServiceRefusal(refusal(401, '{"mfaId":"abcdefghijklmno"}')));
	for (const status of [302, 404, 405, 408, 429, 500, 503])
		t.false(isServiceRefusal(refusal(status, own(status))), String(status));
	for (const body of ["", "<html>", "null", "7", "[]", "{}", own(403), '{"message":"No.","status":400}', '{"data":{},"status":400}', '{"data":{},"message":"No."}', '{"data":"","message":"No.","status":400}'])
		t.false(isServiceRefusal(refusal(400, body)), body);
	t.false(isServiceRefusal(new ClientResponse("protocol", 400, "a", own(400))));
});

test("what is no field error is passed over", (t) => {
	const error = (data: unknown): string => refusal(400, JSON.stringify({ data, message: "Failed." })).error;
	for (const data of [null, undefined, {}, [], "text", 7, true, { a: null, b: "text", c: {}, d: { message: 7 }, e: [] }])
		t.is(error(data), "Failed.");
	t.is(error({ a: null, b: { message: "Two." } }), "Failed. b: Two.");
	t.is(error({ requests: { 1: { code: "batch_request_failed", response: {} } } }), "Failed.");
});

test("JSON that is not read is named", (t) => {
	for (const body of ["[".repeat(5000), `[${Array(5000).fill("[]").join()}]`, `{"message":"No.","data":[${Array(5000).fill("0").join()}]}`])
		t.is(refusal(400, body).error, "the answer's JSON is nested too deeply or has too many values");
});
