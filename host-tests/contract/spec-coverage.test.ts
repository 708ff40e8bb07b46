import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { projectRoot } from "../../service/project.js";
import { specCases } from "./spec/index.js";

interface Rule {
	readonly text: string;
	readonly cases: readonly string[];
}

const leastRules = 80;
const names = specCases.map(({ name }) => name);
const rules = parse(await readFile(join(projectRoot(), "host-tests", "contract", "spec", "coverage.md"), "utf8"));

/** Reads `> rule` lines, each with the `- name` lines that follow it. */
function parse(text: string): Rule[] {
	const found: { text: string; cases: string[] }[] = [];
	for (const line of text.split("\n")) {
		if (line.startsWith("> "))
			found.push({ text: line.slice(2), cases: [] });
		else if (line.startsWith("- "))
			found.at(-1)?.cases.push(line.slice(2));
	}
	return found;
}

function matching(pattern: string): string[] {
	const start = pattern.slice(0, -1);
	return pattern.endsWith("*") ? names.filter((name) => name.startsWith(start)) : names.filter((name) => name === pattern);
}

test("the list of rules is whole", (t) => {
	t.true(rules.length >= leastRules, `${rules.length} rules of at least ${leastRules}`);
	t.is(new Set(rules.map(({ text }) => text)).size, rules.length, "a rule is quoted once");
});

test("every rule has a case", (t) => {
	t.deepEqual(rules.filter(({ cases }) => cases.length === 0).map(({ text }) => text), []);
});

test("every case that a rule names exists", (t) => {
	const missing = rules.flatMap(({ text, cases }) => cases.filter((name) => matching(name).length === 0).map((name) => `${text}: ${name}`));
	t.deepEqual(missing, []);
});

test("every case shows a rule", (t) => {
	const shown = new Set(rules.flatMap(({ cases }) => cases.flatMap(matching)));
	t.deepEqual(names.filter((name) => !shown.has(name)), []);
});

test("no two cases have the same name", (t) => {
	t.deepEqual(names.filter((name, at) => names.indexOf(name) !== at), []);
});
