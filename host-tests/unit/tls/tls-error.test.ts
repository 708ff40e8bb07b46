import test from "ava";
import * as errors from "../../../lib/tls/tls-error.js";

test("each text of a TLS error says something, and something else than the others", (t) => {
	const texts = Object.values<unknown>({ ...errors }).filter((value) => typeof value === "string");
	t.true(texts.length > 15, `${texts.length} texts`);
	t.is(new Set(texts).size, texts.length);
	for (const text of texts)
		t.regex(text, /^[\w.'-]+ [ -~]+$/);
});
