/** docs/decisions: each page is named by the code that it binds and by the index, and code names no page that is not there. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { projectRoot } from "../../service/project.js";

const root = projectRoot();
const sources = ["lib", "host", "service", "kit", "rollup", "tools/release", "bench", "host-tests/contract", "device-tests/cases"].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).filter((path) => /\.(?:c|m?js|ts)$/.test(path)).map((path) => join(folder, path)));
const code = [...sources, "eslint.config.mjs"].map((path) => readFileSync(join(root, path), "utf8")).join("\n");
const named = namedIn(code);
const pages = readdirSync(join(root, "docs/decisions")).filter((name) => name !== "README.md").sort();

/** Names of the decisions' pages that a text names by their path. */
function namedIn(text: string): ReadonlySet<string> {
	return new Set([...text.matchAll(/docs\/decisions\/([\w.-]*\w)/g)].map(([, name]) => name));
}

test("code names each decision that binds it, by its path", (t) => {
	t.deepEqual(namedIn("// docs/decisions/0001-a.md\n(docs/decisions/0002-b.md)."), new Set(["0001-a.md", "0002-b.md"]));
	t.deepEqual(pages.filter((name) => !named.has(name)), []);
	t.deepEqual([...named].filter((name) => !pages.includes(name)), []);
});

test("the index has each decision once", (t) => {
	const index = readFileSync(join(root, "docs/decisions/README.md"), "utf8");
	t.deepEqual([...index.matchAll(/\]\((\d[^)]+)\)/g)].map(([, name]) => name).sort(), pages);
});
