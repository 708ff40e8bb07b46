import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { DEFAULT_LIMITS, type Limits } from "../lib/limits.js";
import type { Kind } from "../lib/response.js";
import { projectRoot } from "../service/project.js";
import { cases } from "./cases/index.js";

interface Row {
	readonly failure: string;
	readonly kinds: readonly string[];
	readonly cases: readonly string[];
}

const leastRows = 40;
const kinds: Record<Exclude<Kind, "">, true> = {
	argument: true, busy: true, closed: true, dns: true, connect: true, tls: true, timeout: true, protocol: true, "too-large": true, auth: true, http: true
};

const page = await readFile(join(projectRoot(), "FAILURES.md"), "utf8");
const [before, behind] = page.split("## Failures");
const [table] = behind.split("\n## ");
const rows = table.split("\n").filter((line) => line.startsWith("| ")).slice(1).map((line): Row => {
	const [, failure, kind, , shown] = line.split("|").map((cell) => cell.trim());
	return { failure, kinds: codes(kind), cases: codes(shown) };
});
const names: readonly string[] = Object.values(cases).flatMap((group) => group.map(({ name }) => name));

/** What stands between backticks. */
function codes(cell: string): string[] {
	return [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
}

test("the table of failures is whole", (t) => {
	t.true(rows.length >= leastRows, `${rows.length} rows of at least ${leastRows}`);
	t.is(new Set(rows.map(({ failure }) => failure)).size, rows.length, "a failure is told once");
});

test("every failure has a case, and every case that is named exists", (t) => {
	t.deepEqual(rows.filter((row) => row.cases.length === 0).map(({ failure }) => failure), []);
	t.deepEqual(rows.flatMap((row) => row.cases).filter((name) => !names.includes(name)), []);
});

test("every kind is told, and no other", (t) => {
	t.deepEqual([...new Set(rows.flatMap((row) => row.kinds))].sort(), Object.keys(kinds).sort());
});

test("the limits are those of the library, with their defaults", (t) => {
	const limits = [...before.matchAll(/`limits\.(\w+)` \| ([0-9,]+) ms/g), ...before.matchAll(/`limits\.(\w+)` \(([0-9,]+) ms\)/g)];
	t.deepEqual(new Set(limits.map(([, name]) => name)), new Set(["connect", "idle", "firstByte", "timeout", "retryBase", "retryMaximum", "retryPause", "confirmEvery"]));
	for (const [, name, value] of limits)
		t.is(Number(value.replaceAll(",", "")), DEFAULT_LIMITS[name as keyof Limits], name);
	for (const [, name] of page.matchAll(/limits\.(\w+)/g))
		t.true(Object.hasOwn(DEFAULT_LIMITS, name), name);
});
