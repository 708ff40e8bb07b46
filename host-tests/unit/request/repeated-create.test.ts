import test from "ava";
import { text } from "../../../host/text.js";
import { Exchange } from "../../../lib/request/exchange.js";
import { makeFetch, repeatedResponse } from "../../../lib/request/repeated-create.js";
import { ClientResponse } from "../../../lib/response.js";

const id = "abcdefghij12345";

function refusal(statusCode: number, body: string): ClientResponse {
	return new ClientResponse("http", statusCode, "Failed.", body);
}

const taken = JSON.stringify({ status: 400, message: "Failed to create record.", data: { id: { code: "validation_not_unique", message: "The model id is invalid or already exists." } } });

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
		t.is(makeFetch(exchange, response, text), becomes);
		if (becomes)
			t.is<unknown, string>(exchange.body, body);
		t.is(exchange.taken === response, becomes);
		t.is<string, string>(exchange.method, becomes ? "GET" : method);
		t.is(exchange.path, becomes ? `/records/${id}` : "/records");
		t.false(makeFetch(exchange, response, text) && becomes);
	}
});
