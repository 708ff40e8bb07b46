/** What the page of errors says, where the program for CAs needs it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { adviceFor } from "../../../../host/ca/advice.js";
import * as errors from "../../../../lib/tls/tls-error.js";
import { projectRoot } from "../../../../service/project.js";

const page = readFileSync(join(projectRoot(), "docs/troubleshooting.md"), "utf8");
const texts = Object.values<unknown>({ ...errors }).filter((value): value is string => typeof value === "string");

test("each error of TLS, and each of a connection that does not come about, has a cause and what to do", (t) => {
	t.deepEqual(texts.filter((text) => !page.includes(`\`${text}\``)), [], "one may begin as another");
	const others = [
		errors.certificateForOther("one", []), errors.certificateForOther("one", ["two"]), "connect ECONNREFUSED 127.0.0.1:443", "connect ENETUNREACH ::1:443",
		"getaddrinfo ENOTFOUND records.test", "read ECONNRESET", "no connection within limits.connect (15000 ms)"
	];
	for (const text of [...texts, ...others]) {
		const { cause = "", remedy = "" } = adviceFor(text, page) ?? {};
		t.true(cause.length > 5 && remedy.length > 5, text);
		t.notRegex(cause + remedy, /[`[\]|]/, text);
	}
});

test("the text that says most counts, and an unknown one has no advice", (t) => {
	t.is(adviceFor(errors.NAME_NOT_PERMITTED, page)?.cause, "the CA's name constraints");
	t.regex(adviceFor(errors.certificateForOther("one", ["two"]), page)?.remedy ?? "", /^correct baseUrl/);
	const rows = ["| `one two` and so on | first | a |", "| `one`, `three ` | second | b |"];
	for (const text of [rows.join("\n"), [...rows].reverse().join("\n")])
		t.deepEqual(adviceFor("one two three", text), { cause: "first", remedy: "a" });
	t.is(adviceFor("something else", page), undefined);
});
