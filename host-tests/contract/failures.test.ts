import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { ALL_LIMITS, DEFAULT_LIMITS, type Limits } from "../../lib/client-limits.js";
import { projectRoot } from "../../service/project.js";
import { KINDS } from "../kinds.js";
import { cases } from "./index.js";

interface Row {
	readonly failure: string;
	readonly codes: readonly string[];
}

const leastRows = 40;

const page = await readFile(join(projectRoot(), "docs", "failures.md"), "utf8");
const [before, behind] = page.split("## Failures");
const rows = rowsOf(behind);
const [shown] = (await readFile(join(projectRoot(), "host-tests", "contract", "failures.md"), "utf8")).split("\n## ");
const shownRows = rowsOf(shown);
/** The tables of the kinds. */
const tables: Readonly<Record<string, string>> = {
	"docs/failures.md": page.split("| `kind` | Meaning |")[1].split("\n\n")[0],
	"lib/response.ts": (await readFile(join(projectRoot(), "lib", "response.ts"), "utf8")).split("*/")[0]
};
const names: readonly string[] = Object.values(cases).flatMap((group) => group.map(({ name }) => name));

/** Rows of a table: the failure, and what stands between backticks in the column behind it. */
function rowsOf(text: string): readonly Row[] {
	return text.split("\n").filter((line) => line.startsWith("| ")).slice(1).map((line): Row => {
		const [, failure, codes] = line.split("|").map((cell) => cell.trim());
		return { failure, codes: [...codes.matchAll(/`([^`]+)`/g)].map(([, code]) => code) };
	});
}

test("the table of failures is whole", (t) => {
	t.true(rows.length >= leastRows, `${rows.length} rows of at least ${leastRows}`);
	t.is(new Set(rows.map(({ failure }) => failure)).size, rows.length, "a failure is told once");
});

test("every failure has a case, and every case that is named exists", (t) => {
	t.deepEqual(shownRows.map(({ failure }) => failure), rows.map(({ failure }) => failure));
	t.deepEqual(shownRows.filter((row) => row.codes.length === 0).map(({ failure }) => failure), []);
	t.deepEqual(shownRows.flatMap((row) => row.codes).filter((name) => !names.includes(name)), []);
});

test("every kind is told, and no other", (t) => {
	const all = KINDS.filter((kind) => kind !== "").sort();
	t.deepEqual([...new Set(rows.flatMap((row) => row.codes))].sort(), all);
	for (const [path, text] of Object.entries(tables))
		t.deepEqual([...text.matchAll(/^(?: \*)? ?\| `([\w-]+)` \|/gm)].map(([, kind]) => kind).sort(), all, path);
});

test("the limits are those of the library, with their defaults", (t) => {
	const limits = [...before.matchAll(/`limits\.(\w+)` \| ([0-9,]+) ms/g), ...before.matchAll(/`limits\.(\w+)` \(([0-9,]+) ms\)/g)];
	t.deepEqual(new Set(limits.map(([, name]) => name)), new Set(["connect", "idle", "firstByte", "timeout", "confirmEvery"]));
	for (const [, name, value] of limits)
		t.is(Number(value.replaceAll(",", "")), ALL_LIMITS[name as keyof Limits], name);
	for (const [, name] of page.matchAll(/limits\.(\w+)/g))
		t.true(Object.hasOwn(DEFAULT_LIMITS, name), name);
});
