/**
 * `npm run mutants`: changes lib/ in one small place after the other, in a copy, and runs the tests that reach that place.
 * A change that no test notices is printed: a test is missing, or the change means nothing, or the code does.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Progress } from "../progress.mjs";
import { projectRoot } from "../../service/project.js";
import { SeededRandom } from "../seeded-random.js";
import { environmentOf, namesOf, type Part } from "../test-parts.js";
import { readArguments } from "./arguments.mjs";
import { type Ordinary, ordinary, runs } from "./baseline.js";
import { type Mutant, mutantsOf, mutated } from "./mutators.js";
import { runTests } from "./run-tests.js";
import { testFiles } from "./test-files.js";
import { type Bundle, type Module, Tree } from "./tree.js";

/** Beginnings that a sample may have. */
const precision = 0x1_0000;

interface Candidate {
	readonly module: Module;
	readonly mutant: Mutant;
}

/** What became of a mutant. */
interface Verdict {
	readonly state: "killed" | "hang" | "survived" | "not run";
	/** The test that noticed it. */
	readonly by: string;
	/** Whether that is of the rest, and `npm test` notices nothing. */
	readonly isRest?: boolean;
}

/** Milliseconds that test files may take with a mutant in addition to some times what they take without. */
const patience = 10_000;
const slowness = 3;

const project = projectRoot();
const folder = join(project, "build", "mutants");

/** Whether a test file is a module's own: unit/http/lines.test.js for lib/http/lines.ts. */
function isOwn(test: string, { source }: Module): boolean {
	const own = source.replace(/^lib\//, "unit/").replace(/\.ts$/, "");
	return test === `${own}.test.js` || test.startsWith(`${own}-`);
}

/** Test files that run together. */
interface Group {
	readonly tests: readonly string[];
	readonly part: Part;
}

/** The groups of `npm test`, then those that are left to the rest; a sampled file is in both. */
function groupsOf(tests: readonly string[], module: Module, known: ReadonlyMap<string, Ordinary>): Group[] {
	return (["fast", "rest"] as const).flatMap((part) => orderOf(namesOf(part, tests), module, known).map((group) => ({ tests: group, part })));
}

/** The module's own tests, other unit tests, then each file that is left, the quickest first. */
function orderOf(tests: readonly string[], module: Module, known: ReadonlyMap<string, Ordinary>): string[][] {
	const own = tests.filter((test) => isOwn(test, module));
	const units = tests.filter((test) => test.startsWith("unit/") && !own.includes(test));
	const others = tests.filter((test) => !test.startsWith("unit/")).sort((a, b) => timeOf([a], known) - timeOf([b], known));
	return [own, units, ...others.map((test) => [test])].filter(({ length }) => length > 0);
}

function timeOf(tests: readonly string[], known: ReadonlyMap<string, Ordinary>): number {
	return tests.reduce((sum, test) => sum + (known.get(test)?.time ?? 0), 0);
}

async function judge(tree: Tree, { module, mutant }: Candidate, known: ReadonlyMap<string, Ordinary>): Promise<Verdict> {
	const tests = [...known].filter(([, run]) => run.fault === "" && runs(run, module, mutant.start)).map(([test]) => test);
	if (tests.length === 0)
		return { state: "not run", by: "" };
	tree.write(module, mutated(module.code, mutant));
	try {
		for (const group of groupsOf(tests, module, known)) {
			const { part, tests: files } = group;
			const { fault, isHang } = await runTests(tree.root, files, slowness * timeOf(files, known) + patience, environmentOf(part));
			if (fault !== "")
				return { state: isHang ? "hang" : "killed", by: `${files.length === 1 ? files[0] : `${files.length} files of unit/`}: ${fault}`, isRest: part === "rest" };
		}
		return { state: "survived", by: "" };
	}
	finally {
		tree.write(module, module.code);
	}
}

function textOf({ module, mutant }: Candidate): string {
	return `${module.source}:${module.placeOf(mutant.start)}  ${mutant.mutator}: ${oneLine(mutant.old)}  →  ${oneLine(mutant.new)}`;
}

function oneLine(text: string): string {
	const line = text.replace(/\s+/g, " ");
	return line.length > 100 ? `${line.slice(0, 97)}...` : line;
}

/**
 * Every n-th of a list from a random beginning: of items that are sorted by file, each file has its share.
 * @param seed the same items for the same seed
 */
function sampleOf<Item>(items: readonly Item[], count: number, seed: number): Item[] {
	const step = Math.max(1, items.length / count);
	const first = new SeededRandom(seed).below(precision) / precision * step;
	return Array.from({ length: Math.min(count, items.length) }, (_, index) => items[Math.floor(first + index * step)]);
}

async function main(): Promise<void> {
	const given = readArguments(process.argv.slice(2));
	const progress = new Progress("mutants", process.stderr, 5000);
	mkdirSync(folder, { recursive: true });
	const { targets } = await import(pathToFileURL(join(project, "rollup.config.mjs")).href) as { targets: { library: readonly Bundle[] } };
	const tree = new Tree(project, join(folder, "tree"), targets.library);
	const known = await ordinary(tree, testFiles(project, given.all), join(folder, "ordinary.json"), progress);
	const reachable = tree.modules.filter(({ source }) => [...known.values()].some(({ ran }) => source in ran));
	const all = tree.modules.map((module) => ({ module, mutants: mutantsOf(module.code) })).filter(({ mutants }) => mutants.length > 0);
	const elsewhere = all.filter(({ module }) => !reachable.includes(module));
	const candidates: Candidate[] = all.filter(({ module }) => reachable.includes(module) && (given.paths.length === 0 || given.paths.some((path) => module.source.includes(path))))
		.flatMap(({ module, mutants }) => mutants.map((mutant) => ({ module, mutant })));
	const sample = sampleOf(candidates, given.count, given.seed);
	for (const [test, { fault }] of known) {
		if (fault !== "")
			progress.print(`left out, because it fails without a mutant: ${test} (${fault})\n`);
	}
	const counts: Record<Verdict["state"], number> = { killed: 0, hang: 0, survived: 0, "not run": 0 };
	const results: unknown[] = [];
	let onlyByRest = 0;
	for (const [index, candidate] of sample.entries()) {
		if (given.only.length > 0 && !given.only.includes(index + 1))
			continue;
		if (given.list) {
			progress.print(`${index + 1}  ${textOf(candidate)}\n`);
			continue;
		}
		const begun = Date.now();
		const { by, isRest = false, state } = await judge(tree, candidate, known);
		counts[state]++;
		onlyByRest += isRest ? 1 : 0;
		results.push({ number: index + 1, text: textOf(candidate), state, by, isRest, seconds: (Date.now() - begun) / 1000 });
		writeFileSync(join(folder, "results.json"), JSON.stringify(results, undefined, "\t"));
		progress.print(`${index + 1}  ${state}  ${textOf(candidate)}${by === "" ? "" : `  (${by})`}  ${((Date.now() - begun) / 1000).toFixed(0)} s\n`);
		progress.count(index + 1, sample.length);
	}
	progress.end();
	console.log(`${sample.length} of ${candidates.length} mutants, seed ${given.seed}: ${counts.killed} killed by an assertion or an exception, ${counts.hang} by the time limit, ${counts.survived} survived, ${counts["not run"]} in code that no test runs on Node`);
	const noticed = counts.killed + counts.hang;
	if (given.all && noticed > 0)
		console.log(`npm test notices ${noticed - onlyByRest} of the ${noticed} that all tests notice: ${((noticed - onlyByRest) / noticed * 100).toFixed(1)} of 100`);
	console.log(`not reachable on Node: ${elsewhere.reduce((sum, { mutants }) => sum + mutants.length, 0)} mutants in ${elsewhere.length} files (${elsewhere.map(({ module }) => module.source).join(", ")})`);
	process.exitCode = counts.survived + counts["not run"] === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 2;
});
