/** docs/tls.md: its table of roots, compared with those that Node knows and those of the Moddable SDK. */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import test from "ava";
import { KnownAuthorities } from "../../host/ca/known-authorities.js";
import { SDKStore } from "../../host/ca/sdk-store.js";
import { linesOf } from "../../host/ca/shown.js";
import { certificatesInDER } from "../../host/certificates.js";
import { projectRoot } from "../../service/project.js";

const page = readFileSync(join(projectRoot(), "docs/tls.md"), "utf8");
const section = /\n### Roots of the usual CAs\n([^]*?)\n## /.exec(page)?.[1] ?? "";
const rows = [...section.matchAll(/^\| ([^|]*?) ?\| ([^|]+) \| ([^|]+) \| (\d{4}-\d\d-\d\d) \| (?:`ca(\d+)`|no) \|$/gm)].map(([, name, root, key, until, number]) => ({ name, root, key, until, number }));
const { MODDABLE = "" } = process.env;
if (MODDABLE === "")
	console.log("not run: the roots of docs/tls.md and those of the Moddable SDK: MODDABLE is not set");

function known(name: string): readonly Buffer[] {
	return rootCertificates.map((pem) => new X509Certificate(pem)).filter(({ subject }) => subject.split("\n").some((part) => part === `CN=${name}` || part === `OU=${name}`)).map(({ raw }) => raw);
}

test("each root of the table is one that Node knows, with its key and its end", (t) => {
	t.is(rows.length, section.match(/^\|/gm)!.length - 2);
	t.true(rows.length > 20);
	for (const { key, root, until } of rows) {
		const found = known(root);
		t.is(found.length, 1, root);
		const [, , shownKey, valid] = linesOf(found[0], Date.now());
		t.is(shownKey, `key        ${key}`, root);
		t.true(valid.endsWith(` to ${until}`), `${root}: ${valid}`);
	}
});

test("the CAs of the table are the usual ones", (t) => {
	for (const name of ["Let's Encrypt", "Google Trust Services", "DigiCert", "Sectigo", "Amazon", "Microsoft", "GlobalSign"])
		t.true(rows.some((row) => row.name.startsWith(name)), name);
});

test("devices can read each root that Node knows", (t) => {
	t.is(KnownAuthorities.of(certificatesInDER(rootCertificates).map((one) => new Uint8Array(one))).all.length, rootCertificates.length);
});

(MODDABLE === "" ? test.skip : test)("the SDK has just those roots that the table says", (t) => {
	const store = new SDKStore(MODDABLE);
	for (const { number, root } of rows)
		t.is(store.numberOf(known(root)[0]), number === undefined ? undefined : Number(number), root);
});
