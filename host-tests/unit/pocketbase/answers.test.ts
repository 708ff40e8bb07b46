import test from "ava";
import { text } from "../../../host/text.js";
import { responseOf, tokenOf, tooLarge, withoutToken } from "../../../lib/pocketbase/answers.js";
import { closesJSON, decodeBody } from "../../../lib/shared/body-text.js";
import { ClientResponse, failure, NO_TOKEN } from "../../../lib/response.js";

const json = "application/json";

/** The response of an answer, as the connection makes it of the body's bytes. */
function respond(status: number, body: string | Uint8Array, reads = false, type: string | undefined = json): ClientResponse {
	return make(status, body, reads, type);
}

/** The same without a Content-Type. */
function untyped(status: number, body: string, reads = false): ClientResponse {
	return make(status, body, reads, undefined);
}

function make(status: number, body: string | Uint8Array, reads: boolean, type: string | undefined): ClientResponse {
	const bytes = typeof body === "string" ? text.encode(body) : body;
	return answerTo({ method: reads ? "GET" : "POST", path: "/api/my/route" }, status, bytes, type);
}

/** The response of an answer to a request. */
function answerTo(request: { readonly method: string; readonly path: string }, status: number, body: Uint8Array, type?: string): ClientResponse {
	return responseOf(status, type, decodeBody(text, body, 0, body.length), body.length > 0 && closesJSON(body, 0, body.length), request);
}

test("a good answer is its body, as it came", (t) => {
	for (const status of [200, 201, 204, 299]) {
		for (const body of ["", "{\"id\":\"a\"}\n", "[]", "{\"message\":\"m\"}"])
			t.like(respond(status, body), { ok: true, statusCode: status, error: "", body, kind: "" });
	}
});

test("an empty answer to a call that reads is no good answer, an empty one to a route of the app's own is", (t) => {
	const empty = { ok: false, statusCode: 200, error: "the answer is empty", body: "", kind: "protocol" };
	t.like(respond(200, "", true), empty);
	t.like(respond(200, "\u{feff}", true), empty, "a byte order mark alone");
	t.like(respond(200, "", true, "text/html"), empty);
	t.like(respond(200, "{}", true), { ok: true, body: "{}" });
	t.like(respond(404, "", true), { kind: "http", error: "HTTP 404" });
	t.like(respond(200, ""), { ok: true, body: "" });
});

test("an empty answer to a create, an update or a batch is no good answer, and to a deletion only with 204", (t) => {
	const records = "/api/collections/readings/records";
	const nothing = new Uint8Array(0);
	for (const prefix of ["", "/behind/a/proxy"]) {
		for (const query of ["", "?fields=id", "?expand=a/b"]) {
			for (const type of [undefined, json, "text/html"]) {
				for (const status of [200, 201, 202, 204, 205, 299]) {
					for (const [method, path] of [["POST", records], ["PUT", records], ["PATCH", `${records}/one`], ["PUT", `${records}/one`], ["POST", "/api/batch"]]) {
						const response = responseOf(status, type, "", false, { method, path: prefix + path + query });
						t.like(response, { ok: false, statusCode: status, kind: "protocol", error: "the answer is empty", body: "" }, `${method} ${path} ${status}`);
					}
					t.is(responseOf(status, type, "", false, { method: "DELETE", path: `${prefix}${records}/one${query}` }).ok, status === 204, `DELETE ${status}`);
				}
			}
		}
	}
	t.true(answerTo({ method: "DELETE", path: `${records}/one` }, 200, text.encode("{}"), json).ok);
	t.is(answerTo({ method: "POST", path: records }, 500, nothing).kind, "http");
	for (const path of ["/api/my/increment", "/api/realtime", "/api/collections/users/request-verification", "/api/collections/import", "/api/collections/records", "/api/batches", "/api/my?next=/api/batch", `/api/my?next=${records}`, `${records}/one/more`]) {
		for (const method of ["POST", "PUT", "PATCH", "DELETE"])
			t.true(answerTo({ method, path }, 204, nothing).ok, `${method} ${path}`);
	}
});

test("no control character of an answer gets into error, whatever it was", (t) => {
	const codes = [...Array.from({ length: 0x20 }, (_, code) => code), 0x7f, 0x80, 0x85, 0x9b, 0x9f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069];
	const all = codes.map((code) => String.fromCharCode(code));
	for (const character of all) {
		const said = `one${character}two`;
		for (const body of [JSON.stringify({ message: said }), JSON.stringify({ message: "one", data: { [said]: { message: said } } }), JSON.stringify({ message: "", data: {} }), said]) {
			const { error } = respond(400, body);
			t.false(all.some((control) => error.includes(control)), JSON.stringify([body, error]));
			t.not(error, "");
		}
		t.is(respond(400, JSON.stringify({ message: said })).error, "one two");
		t.is(failure("connect", said).error, "one two");
	}
	t.is(respond(400, JSON.stringify({ message: "a\r\n\t\u001b[31mb \u00e9\ud83d\ude00" })).error, "a [31mb \u00e9\ud83d\ude00");
});

test("an answer outside 200 to 299 is a refusal with the service's message", (t) => {
	const body = "{\"data\":{},\"message\":\"Failed to create record.\",\"status\":400}\n";
	for (const status of [199, 300, 304, 400, 404, 500, 999])
		t.like(respond(status, body, true), { ok: false, statusCode: status, error: "Failed to create record.", body, kind: "http" });
	t.like(respond(503, ""), { ok: false, error: "HTTP 503", body: "" });
});

test("a body longer than the limit is too large, whatever its status", (t) => {
	for (const status of [200, 400]) {
		const error = "the answer's body is longer than limits.body (100 bytes)";
		const limits = { body: 100, values: 1024 };
		const one = { method: "GET", path: "/api/collections/readings/records/a" };
		t.is(tooLarge(status, "application/json", limits, { length: 120, values: 1024 }, one).error, `${error}: limits.body 120 would do`);
		t.is(tooLarge(status, "application/json", limits, { length: 120, values: 1025 }, one).error, `${error}: limits.body 120 and limits.values 1025 would do`);
		t.like(tooLarge(status, "application/json", limits, undefined, one), { ok: false, statusCode: status, error, body: "", kind: "too-large" });
		t.is(tooLarge(status, "application/json", limits, undefined, { method: "GET", path: "/api/collections/readings/records?page=1" }).error, `${error}; records-client/lists reads lists of any length`);
	}
});

test("a body that is not UTF-8 is a protocol error, whatever its status", (t) => {
	for (const status of [200, 500]) {
		const expected = { ok: false, statusCode: status, error: "the answer's body is not UTF-8", body: "", kind: "protocol" };
		t.like(respond(status, Uint8Array.of(123, 0xff, 125)), expected);
	}
});

test("a good answer with a body that is not JSON by its type is a protocol error", (t) => {
	for (const type of ["text/html", "text/html; charset=utf-8", "application/jsonp", "text/plain; application/json", "", "application/octet-stream", "xapplication/json", "application/x y+json"]) {
		t.like(respond(200, "{}", true, type), { ok: false, statusCode: 200, kind: "protocol", error: "the answer is not JSON", body: "" }, type);
		t.like(respond(204, "", false, type), { ok: true, body: "" });
		t.like(respond(502, "Bad gateway", true, type), { kind: "http", error: "Bad gateway" });
	}
	for (const type of ["application/json", "application/json; charset=utf-8", "Application/JSON;charset=utf-8", "application/problem+json", "application/json ; a=b", "application/json, application/json".split(",")[0]])
		t.like(respond(200, "{}", true, type), { ok: true, body: "{}" }, type);
});

test("without a type the body's beginning tells whether it is JSON", (t) => {
	for (const body of ["{}", " \r\n\t{}", "[]"])
		t.like(untyped(200, body, true), { ok: true, body });
	for (const body of ["<html>", "welcome", "\"text\"", "1", "\f{}"])
		t.like(untyped(200, body, true), { kind: "protocol", error: "the answer is not JSON" });
});

test("a good answer whose JSON is not closed is a protocol error", (t) => {
	for (const body of ["{", "{\"id\":\"a\"", "[{},", "no JSON", "{}\0x", " ", "\n\n"])
		t.like(respond(200, body), { ok: false, statusCode: 200, kind: "protocol", error: "the answer's JSON is not complete", body: "" }, body);
	for (const body of ["{}\r\n", "[]", "{} \t\n"])
		t.like(respond(200, body), { ok: true, body });
	t.like(respond(500, "{"), { kind: "http" });
});

test("an answer that is to bring a token brings the one at its top", (t) => {
	t.is(tokenOf(respond(200, "{\"record\":{\"token\":\"no\"},\"token\":\"yes\"}")), "yes");
});

test("an answer that is to bring a token and has none is no success", (t) => {
	for (const body of ["{}", "{\"token\":\"\"}", "{\"token\":null}", "{\"token\":7}", "{\"record\":{\"token\":\"no\"}}", "", "[]", "{\"token\":\"cut}"]) {
		const response = new ClientResponse("", 200, "", body);
		t.is(tokenOf(response), "", body);
		t.like(withoutToken(response, NO_TOKEN), { ok: false, statusCode: 200, error: "the answer holds no token", body, kind: "protocol" });
	}
});
