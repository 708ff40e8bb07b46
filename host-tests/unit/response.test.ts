import test from "ava";
import { ClientResponse, failure } from "../../lib/response.js";

test("a response without a kind is a success", (t) => {
	t.like(new ClientResponse("", 200, "", "body"), { ok: true, kind: "", statusCode: 200, error: "", body: "body" });
});

test("a failure has no status and no body", (t) => {
	t.like(failure("timeout", "too late"), { ok: false, kind: "timeout", statusCode: 0, error: "too late", body: "" });
});
