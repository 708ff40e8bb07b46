/** The table of entries (lib/entries.mjs), and what follows from it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { bundlesFor, entries, standIns } from "../../lib/entries.mjs";
import { readBudgets } from "../../bench/budgets.js";
import { projectRoot } from "../../service/project.js";
import { entryFiles } from "../../tools/entries.mjs";

const root = projectRoot();

test("package.json and the manifests are as the table of entries has them; `npm run entries` writes them", (t) => {
	const stale = Object.entries(entryFiles(root)).filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), "utf8") !== text);
	t.deepEqual(stale.map(([path]) => path), []);
	const written = Object.keys(entryFiles(root)).filter((path) => path.startsWith("manifests/")).map((path) => path.slice("manifests/".length));
	t.deepEqual(readdirSync(join(root, "manifests")).sort(), written.sort());
});

test("no two entries have a name or a bundle, and each source is there", (t) => {
	const names = entries.map(({ name }) => name);
	t.deepEqual(names, [...new Set(names)]);
	const bundles = [...bundlesFor("device"), ...bundlesFor("node"), ...standIns];
	const sources = new Map<string, string>();
	for (const { file, source } of bundles) {
		t.is(sources.get(file) ?? source, source, file);
		sources.set(file, source);
		t.true(existsSync(join(root, source)), source);
	}
});

test("each entry with a manifest of its own has a page that tells how to import it", (t) => {
	const pages = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).map((name) => readFileSync(join(root, "docs", name), "utf8")).join("\n");
	t.deepEqual(entries.filter(({ isUntyped, manifest, name }) => isUntyped !== true && manifest !== undefined && !pages.includes(name)).map(({ name }) => name), []);
});

test("each entry's code on a device has a budget; `npm run bench -- --budgets` writes it", async (t) => {
	const budgets = await readBudgets();
	t.deepEqual(bundlesFor("device").filter(({ name }) => !(`code of ${name}, its names among it` in budgets)).map(({ name }) => name), []);
});
