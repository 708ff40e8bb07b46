import test from "ava";
import { isGuestLike } from "../../../lib/pocketbase/refusals.js";
import { ClientResponse } from "../../../lib/response.js";

function answer(statusCode: number, body: unknown): ClientResponse {
	return new ClientResponse(statusCode < 300 ? "" : "http", statusCode, "", typeof body === "string" ? body : JSON.stringify(body));
}

test("a list without records is what a guest gets, in whatever order its members come", (t) => {
	for (const body of [{ items: [], page: 1, perPage: 500, totalItems: -1, totalPages: -1 }, { page: 1, perPage: 30, items: [] }])
		t.true(isGuestLike("GET", answer(200, body)));
	for (const body of [{ items: [{ id: "a" }] }, { id: "a", note: "items" }, "", "[]", "{}", { items: [{ list: "x".repeat(300) }], more: { items: [] } }])
		t.false(isGuestLike("GET", answer(200, body)), JSON.stringify(body));
	t.false(isGuestLike("POST", answer(200, { items: [] })));
});

test("403, 404 and a 400 that names no field are what a guest gets", (t) => {
	for (const method of ["GET", "POST", "PATCH", "DELETE"]) {
		for (const status of [403, 404])
			t.true(isGuestLike(method, answer(status, "")));
		for (const body of [{ data: {}, message: "Failed to create record.", status: 400 }, { data: null }, {}, "", "<html>", "null", "[]"])
			t.true(isGuestLike(method, answer(400, body)), JSON.stringify(body));
		for (const data of [{ value: { code: "validation_required" } }, { id: { code: "validation_not_unique" } }])
			t.false(isGuestLike(method, answer(400, { data })));
		for (const status of [401, 402, 405, 409, 413, 422])
			t.false(isGuestLike(method, answer(status, { data: {} })));
	}
});

test("a batch is refused as a guest's is when the request that ended it names no field", (t) => {
	const batch = (response: unknown): ClientResponse =>
		answer(400, { data: { requests: { 3: { code: "batch_request_failed", response } } }, message: "Batch transaction failed.", status: 400 });
	t.true(isGuestLike("POST", batch({ data: {}, message: "Failed to create record.", status: 400 })));
	t.false(isGuestLike("POST", batch({ data: { value: { code: "validation_required" } }, status: 400 })));
	t.true(isGuestLike("POST", batch({ data: {}, status: 404 })));
	t.false(isGuestLike("POST", batch({ data: {}, message: "Too Many Requests.", status: 429 })));
	t.false(isGuestLike("POST", answer(400, { data: { requests: {} } })));
});
