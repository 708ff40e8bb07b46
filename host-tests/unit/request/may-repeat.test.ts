import test from "ava";
import type { Kind } from "../../../lib/response.js";
import { mayRepeat } from "../../../lib/request/may-repeat.js";
import { KINDS } from "../../kinds.js";

const methods = ["GET", "POST", "PATCH", "DELETE"];

/** "method, unsent or sent, repeatable or once" of all that may be repeated. */
function repeated(kind: Kind, status: number): string[] {
	const found: string[] = [];
	for (const method of methods) {
		for (const unsent of [true, false]) {
			for (const repeatable of [true, false]) {
				if (mayRepeat(method, unsent, kind, status, repeatable))
					found.push(`${method} ${unsent ? "unsent" : "sent"} ${repeatable ? "repeatable" : "once"}`);
			}
		}
	}
	return found;
}

const all = methods.flatMap((method) => ["unsent repeatable", "unsent once", "sent repeatable", "sent once"].map((rest) => `${method} ${rest}`));
const unsent = all.filter((request) => request.includes(" unsent"));
const harmless = all.filter((request) => request.startsWith("GET") || request.endsWith("repeatable"));

test("without a connection or an answer, what is harmless or unsent is repeated", (t) => {
	for (const kind of ["dns", "connect"] as const)
		t.deepEqual(repeated(kind, 0), all.filter((request) => unsent.includes(request) || harmless.includes(request)), kind);
	t.false(mayRepeat("POST", false, "connect", 0, false));
	t.false(mayRepeat("PATCH", false, "connect", 0, false));
	t.false(mayRepeat("DELETE", false, "connect", 0, false));
});

test("after a timeout only what is unsent is repeated, whatever the method", (t) => {
	t.deepEqual(repeated("timeout", 0), unsent);
});

test("what the service was too busy for is repeated, what it was out of order for if that is harmless or was still to be sent", (t) => {
	t.deepEqual(repeated("http", 429), all);
	t.deepEqual(repeated("http", 503), all.filter((request) => unsent.includes(request) || harmless.includes(request)));
});

test("no other status is repeated, nor an answer that broke off", (t) => {
	for (let status = 100; status < 600; status++) {
		for (const kind of KINDS) {
			if (kind !== "http" || (status !== 429 && status !== 503))
				t.deepEqual(repeated(kind, status), [], `${kind} ${status}`);
		}
	}
});

test("no other failure is repeated", (t) => {
	for (const kind of KINDS) {
		if (!["dns", "connect", "timeout"].includes(kind))
			t.deepEqual(repeated(kind, 0), [], kind);
	}
});
