import test from "ava";
import { text } from "../../../host/text.js";
import { Exchange } from "../../../lib/request/exchange.js";
import { clientGeneratedId } from "../../../lib/pocketbase/record-id.js";
import { isTaken } from "../../../lib/pocketbase/refusals.js";
import { becomesFetch, isRepeatable, repeatedResponse } from "../../../lib/request/repeated-create.js";
import { ClientResponse } from "../../../lib/response.js";

const id = "abcdefghij12345";

test("a create's own id is its member id: 15 to 255 letters, digits, - and _", (t) => {
	for (const good of [id, "000000000000000", "zzzzzzzzzzzzzzz", id.toUpperCase(), id + "6", "01932c07-209c-7d36-8c1d-2f1b7a9a3c5e", "a_".repeat(100)]) {
		t.is(clientGeneratedId(JSON.stringify({ id: good })), good);
		t.is(clientGeneratedId(JSON.stringify({ value: { id: "no" }, id: good }, null, "\t")), good);
	}
	t.is(clientGeneratedId('{"id":"\\u0061bcdefghij12345"}'), id);
	t.is(clientGeneratedId(`{"id":"no","id":"${id}"}`), id);
});

test("anything else has none", (t) => {
	for (const wrong of ["", "a", id.slice(1), "abcdefghij.2345", "a".repeat(256), ` ${id.slice(1)}`, id + "\n", "äbcdefghij12345", 123456789012345, null, true, [id], { id }])
		t.is(clientGeneratedId(JSON.stringify({ id: wrong })), "", JSON.stringify(wrong));
	for (const body of ["", "{}", "null", "7", `"${id}"`, `[{"id":"${id}"}]`, `{"record":{"id":"${id}"}}`, `{"id":"${id}"`, `id=${id}`, `{"ID":"${id}"}`])
		t.is(clientGeneratedId(body), "", body);
});

test("only a create at a collection's records can be repeated by its id, with a query or without", (t) => {
	const body = JSON.stringify({ id });
	const repeatable = (method: string, path: string, sent: string | Uint8Array | undefined = body): boolean =>
		isRepeatable(Object.assign(new Exchange(), { method, path, body: sent }), "/base/api/collections", text);
	for (const path of ["readings/records", "readings/records?fields=id", "readings/records?", "r%20s/records?a=/records/b"])
		t.true(repeatable("POST", "/base/api/collections/" + path), path);
	for (const path of [
		"/api/collections/readings/records", "/base/api/collections/readings/records/", "/base/api/collections/readings/records/one", "/base/api/collections//records",
		"/base/api/collections/records", "/base/api/collections/a/b/records", "/base/api/collections/readings/records2", "/base/api/collections?/a/records",
		"/base/api/collectionsreadings/records", "/base/api/my-own-path/readings/records", "/base/api/batch", "/base/api/my/increment", "/base/api/my/base/api/collections/readings/records"
	])
		t.false(repeatable("POST", path), path);
	for (const method of ["PUT", "PATCH", "DELETE"])
		t.false(repeatable(method, "/base/api/collections/readings/records"), method);
	t.true(repeatable("POST", "/base/api/collections/readings/records", new TextEncoder().encode(body)));
	for (const sent of ["", "{}", new TextEncoder().encode("{}"), new Uint8Array(0), new Uint8Array([0x7b, 0xff, 0x7d])])
		t.false(repeatable("POST", "/base/api/collections/readings/records", sent));
});

function refusal(statusCode: number, body: string): ClientResponse {
	return new ClientResponse("http", statusCode, "Failed.", body);
}

const taken = JSON.stringify({ status: 400, message: "Failed to create record.", data: { id: { code: "validation_not_unique", message: "The model id is invalid or already exists." } } });

test("an id is taken when the service says so of the id, with 400", (t) => {
	t.true(isTaken(refusal(400, taken)));
	for (const status of [0, 200, 401, 403, 409, 429, 500])
		t.false(isTaken(refusal(status, taken)));
});

test("another fault, of another field, or none is no id that is taken", (t) => {
	for (const data of [{}, null, [], { id: {} }, { id: null }, { id: "validation_not_unique" }, { id: { code: "validation_required" } }, { name: { code: "validation_not_unique" } }])
		t.false(isTaken(refusal(400, JSON.stringify({ data }))), JSON.stringify(data));
	for (const body of ["", "null", "7", "[]", "{", "validation_not_unique", taken.slice(0, -1)])
		t.false(isTaken(refusal(400, body)), body);
});

test("behind a page in place of the refusal a record that is shown is the create's, one that is not shown is not there, and else it is not known", (t) => {
	const page = refusal(400, "<html>Bad Request</html>");
	const sent = JSON.stringify({ id, value: 1 });
	const record = new ClientResponse("", 200, "", JSON.stringify({ id, value: 1, created: "" }));
	t.is(repeatedResponse(sent, page, record), record);
	t.is(repeatedResponse(sent, page, new ClientResponse("", 200, "", JSON.stringify({ id, value: 2 }))), page);
	for (const status of [403, 404])
		t.is(repeatedResponse(sent, page, refusal(status, "<html>")), page);
	const busy = refusal(503, "");
	t.is(repeatedResponse(sent, page, busy), busy);
});

test("a maybeApplied create whose id is taken, or may be, becomes the fetch of its record, once", (t) => {
	for (const [method, maybeApplied, response, becomes] of [
		["POST", true, refusal(400, taken), true],
		["POST", false, refusal(400, taken), false],
		["PATCH", true, refusal(400, taken), false],
		["POST", true, refusal(400, '{"data":{},"message":"Failed to create record.","status":400}'), false],
		["POST", true, refusal(400, "<html>Bad Request</html>"), true],
		["POST", false, refusal(400, "<html>Bad Request</html>"), false],
		["POST", true, refusal(403, "<html>Forbidden</html>"), false]
	] as const) {
		const body = JSON.stringify({ id });
		const exchange = Object.assign(new Exchange(), { method, maybeApplied, path: "/records", body: new TextEncoder().encode(body) });
		t.is(becomesFetch(exchange, response, text), becomes);
		if (becomes)
			t.is<unknown, string>(exchange.body, body);
		t.is(exchange.taken === response, becomes);
		t.is<string, string>(exchange.method, becomes ? "GET" : method);
		t.is(exchange.path, becomes ? `/records/${id}` : "/records");
		t.false(becomesFetch(exchange, response, text) && becomes);
	}
});
