/** docs/troubleshooting.md: its section on TLS has an entry for each text of a TLS error, and for no other. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import * as errors from "../../lib/tls/tls-error.js";
import { projectRoot } from "../../service/project.js";

const page = readFileSync(join(projectRoot(), "docs/troubleshooting.md"), "utf8");
const section = /\n## TLS\n([^]*?)\n## /.exec(page)?.[1] ?? "";
/** Texts in the first cell of each row, without that of the head. */
const entries = [...section.matchAll(/^\| (`[^|]*`)[^|]*\|/gm)].flatMap(([, cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text)).slice(1);
const constants = Object.values<unknown>({ ...errors }).filter((value): value is string => typeof value === "string");
/** Texts that go on with names, up to there. */
const begun = [errors.certificateForOther("", []), errors.certificateForOther("", [""]).slice(0, "certificate is for ".length)];

test("each text of a TLS error has an entry", (t) => {
	t.true(constants.length > 15, `${constants.length} texts`);
	t.deepEqual([...constants, ...begun].filter((text) => !entries.includes(text)), []);
});

test("each entry is the text of an error", (t) => {
	const withoutTLS = "this app is built without TLS (manifests/http.json)";
	t.deepEqual(entries.filter((text) => ![...constants, ...begun, withoutTLS].includes(text)), []);
	t.is(new Set(entries).size, entries.length);
});
