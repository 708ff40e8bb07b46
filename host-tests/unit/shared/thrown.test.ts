import test from "ava";
import { isError, isTLSError, textOf } from "../../../lib/shared/thrown.js";
import { TLSError } from "../../../lib/tls/tls-error.js";
import { ODD_VALUES } from "../../../tools/odd-values.js";

test("whatever is thrown has a text, and to ask for it never throws", (t) => {
	const texts: Record<string, string> = { "a symbol": "Symbol(odd)", "a number": "-28", "a big integer": "5" };
	for (const [name, make] of Object.entries(ODD_VALUES)) {
		t.is(textOf(make(), "otherwise"), texts[name] ?? "otherwise", name);
		t.is(textOf(make()), texts[name] ?? "unknown error", name);
		t.is(isError(make()), name.startsWith("an error"), name);
		t.false(isTLSError(make()), name);
	}
});

test("an error's text is its message, also of an error of another realm; a text is itself", (t) => {
	t.is(textOf(new TypeError("not so")), "not so");
	t.is(textOf({ message: "of another realm" }), "of another realm");
	t.is(textOf("a text"), "a text");
	t.is(textOf({ toString: () => "the object's text" }), "the object's text");
	t.is(textOf({}), "unknown error");
	t.true(isTLSError(new TLSError("expired")));
});
