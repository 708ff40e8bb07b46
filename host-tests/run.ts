/**
 * Runs the checks and every test file, each in a process of its own: what crashes takes nothing else with it, and each job
 * is told as soon as it is complete. The last line counts them all.
 */
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { Progress } from "../tools/progress.mjs";
import { projectRoot } from "../service/project.js";
import { readArguments } from "./arguments.mjs";
import { runNode } from "./runner/command.js";
import { faultCounts, linesOf, type Outcome, outcomeOfCheck, outcomeOfFile } from "./runner/outcome.js";
import { Printed } from "./runner/secrets.js";

/** Something that is run, and told as one line. */
interface Job {
	readonly name: string;
	run(): Promise<Outcome>;
}

const root = projectRoot();

/** Milliseconds between two lines of progress where there is no terminal. */
const lineInterval = 5000;

const secrecy = "no password or token in what the tests printed";

/** Types have been checked by the build, which a type error ends. */
const checks: readonly (readonly [string, ...string[]])[] = [
	// By content: a checkout changes the times of all files. A clone without build/ has everything linted.
	// Its garbage is mostly young, as the compiler's is.
	["eslint", "--max-semi-space-size=64", "node_modules/eslint/bin/eslint.js", "--cache", "--cache-location", "build/eslint/", "--cache-strategy", "content", "."]
];

/** The test files that were compiled from sources which are still there, as paths in build/, divided by "/". */
function testFiles(): string[] {
	return ["host-tests", "tools"]
		.flatMap((folder) => readdirSync(join(root, "build", folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
		.map((name) => name.replaceAll(sep, "/"))
		.filter((name) => name.endsWith(".test.js") && existsSync(join(root, sourceOf(name))))
		.sort();
}

function sourceOf(name: string): string {
	return name.replace(/\.js$/, ".ts");
}

/** Whether a file is meant by a part of its name, or by its path as source or compiled. */
function isMeant(name: string, part: string): boolean {
	return name.includes(part.replaceAll(sep, "/").replace(/^(\.\/)?(build\/)?/, "").replace(/\.[jt]s$/, ""));
}

function checkJobs(): Job[] {
	return checks.map(([name, ...command]) => ({
		name,
		run: async () => outcomeOfCheck(await runNode(command, root))
	}));
}

/** What one ava runs, by what it is called: a file, or all of a folder of `unit/`, for they are small, and an ava takes longer to start than most of them to run. */
function groupsOf(names: readonly string[]): Map<string, string[]> {
	const groups = new Map<string, string[]>();
	for (const name of names) {
		const place = /^host-tests\/unit\/[^/]+(?=\/)/.exec(name)?.[0] ?? sourceOf(name);
		groups.set(place, [...groups.get(place) ?? [], name]);
	}
	return groups;
}

/** @param printed gets all that the files print */
function fileJobs(names: readonly string[], forAva: readonly string[], verbose: boolean, printed: Printed): Job[] {
	// The largest first: a long one that is begun late would end alone.
	return [...groupsOf(names)].sort(([, one], [, other]) => other.length - one.length).map(([place, group]) => {
		const name = group.length === 1 ? sourceOf(group[0]) : `${place} (${group.length} files)`;
		// One after the other, each in a process: threads would end together.
		const together = group.length === 1 ? [] : ["--no-worker-threads", "--concurrency", "1"];
		return {
			name,
			async run() {
				const ending = await runNode(["node_modules/ava/entrypoints/cli.mjs", ...together, ...forAva, ...group.map((file) => join("build", file))], root);
				printed.take(name, ending);
				const outcome = outcomeOfFile(ending);
				return verbose && outcome.text === "" ? { ...outcome, text: ending.output + ending.errors } : outcome;
			}
		};
	});
}

/** The shared cases again, on the bundles that no rewrite has touched (`host-tests/runner/plain.ts`): what a case says may not come from one. */
function plainJobs(): Job[] {
	const files = ["dns", "http-clients", "lists", "spec", "wire"].map((name) => `build/host-tests/contract/${name}.test.js`);
	const plain = pathToFileURL(join(root, "build", "host-tests", "runner", "plain.js")).href;
	return [{
		name: "shared cases without rewrites",
		run: async () => outcomeOfFile(await runNode(["node_modules/ava/entrypoints/cli.mjs", ...files], root, { NODE_OPTIONS: `--import ${plain}` }))
	}];
}

/** Text for a number of passed, failed and skipped; the skipped only where there are some. */
function counts({ passed, failed, skipped }: Omit<Outcome, "text">): string {
	return `${passed} passed, ${failed} failed` + (skipped > 0 ? `, ${skipped} skipped` : "");
}

function sum(outcomes: Iterable<Omit<Outcome, "text">>): Omit<Outcome, "text"> {
	const total = { passed: 0, failed: 0, skipped: 0 };
	for (const { passed, failed, skipped } of outcomes) {
		total.passed += passed;
		total.failed += failed;
		total.skipped += skipped;
	}
	return total;
}

/** What became of the shared cases on one engine, which are in the test files of these names. */
function engineCounts(outcomes: ReadonlyMap<string, Outcome>, names: string): string {
	const pattern = new RegExp(`^host-tests.contract.${names}\\.test\\.ts$`);
	return counts(sum([...outcomes].filter(([name]) => pattern.test(name)).map(([, outcome]) => outcome)));
}

/** What became of a job, as whole lines. */
function told(name: string, outcome: Outcome, seconds: number): string {
	const mark = outcome.failed > 0 ? "FAILED" : "ok    ";
	const details = outcome.text === "" ? "" : `\n${outcome.text.trimEnd().replace(/^(?=.)/gm, "    ")}\n\n`;
	return `${mark}  ${name}  ${counts(outcome)}  (${seconds.toFixed(1)} s)\n${details}`;
}

/** Runs the jobs, `width` at a time, and tells each when it is complete. Four more than there are cores: files that wait leave them idle. */
async function runJobs(jobs: readonly Job[], width: number): Promise<Map<string, Outcome>> {
	const outcomes = new Map<string, Outcome>();
	const waiting = [...jobs];
	const progress = new Progress("testing", process.stderr, lineInterval);
	const work = async (): Promise<void> => {
		for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
			const start = Date.now();
			const outcome = await job.run();
			outcomes.set(job.name, outcome);
			progress.print(told(job.name, outcome, (Date.now() - start) / 1000));
			progress.count(outcomes.size, jobs.length);
		}
	};
	await Promise.all(Array.from({ length: width }, work));
	progress.end(true);
	return outcomes;
}

async function main(): Promise<void> {
	const given = readArguments(process.argv.slice(2));
	const all = testFiles();
	const chosen = all.filter((name) => given.positionals.length === 0 || given.positionals.some((part) => isMeant(name, part)));
	const unknown = given.positionals.filter((part) => !all.some((name) => isMeant(name, part)));
	if (unknown.length > 0)
		throw new Error(`no test file is named ${unknown.join(" or ")}`);

	const start = Date.now();
	const printed = new Printed();
	const some = given.positionals.length > 0 || given.match.length > 0;
	const others = some ? [] : [...checkJobs(), ...plainJobs()];
	const jobs = [...others, ...fileJobs(chosen, given.forAva, given.verbose, printed)];
	const outcomes = await runJobs(jobs, given.serial ? 1 : Math.min(8, availableParallelism() + 4));
	outcomes.set(secrecy, printed.outcome());
	process.stdout.write(told(secrecy, printed.outcome(), 0));

	const total = sum(outcomes.values());
	const failures = [...outcomes].filter(([, { failed }]) => failed > 0);
	console.log(`\n${others.length + 1} checks and ${chosen.length} test files in ${((Date.now() - start) / 1000).toFixed(0)} seconds`);
	for (const [name, outcome] of failures)
		console.log(`failed: ${name} (${counts(outcome)})`);
	if (!some)
		console.log(`shared cases on Node: ${engineCounts(outcomes, "(spec|times|lists|health|wire|wire-deadlines|auth|faults|tls-faults)")}; on XS: ${engineCounts(outcomes, "xs-(spec|times|lists|health|wire|auth|faults)")}`);
	const texts = [...outcomes.values()].map(({ text }) => text);
	const faults = faultCounts(texts);
	if (faults !== "")
		console.log(`faults injected: ${faults}`);
	for (const line of [...linesOf(texts, "attacks on TLS"), ...linesOf(texts, "not run")])
		console.log(line);
	console.log(String(printed));
	if (total.passed + total.failed === 0)
		console.log("no test ran");
	console.log(counts(total));
	process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
