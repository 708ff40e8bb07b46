/**
 * Runs a part of the test files in one ava, each file in a process of its own: what crashes takes nothing else with it. With the rest
 * of them ESLint. What fails is told as soon as it has; the last line counts all.
 */
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, sep } from "node:path";
import { Progress } from "../tools/progress.mjs";
import { projectRoot } from "../service/project.js";
import { readArguments } from "./arguments.mjs";
import { runNode } from "./runner/command.js";
import { isFailed, isPassed, type Outcome, outcomeOfCheck, outcomeOfTests, sharedCases } from "./runner/outcome.js";
import { environmentOf, namesOf } from "../tools/test-parts.js";
import { secrecyOf } from "./runner/secrets.js";

const root = projectRoot();
const ava = "node_modules/ava/entrypoints/cli.mjs";

/** Milliseconds between two lines of progress where there is no terminal. */
const lineInterval = 5000;

/** The test files that were compiled from sources which are still there, as paths in build/, divided by "/". */
function testFiles(): string[] {
	return ["host-tests", "kit", "tools"]
		.flatMap((folder) => readdirSync(join(root, "build", folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
		.map((name) => name.replaceAll(sep, "/"))
		.filter((name) => name.endsWith(".test.js") && existsSync(join(root, name.replace(/\.js$/, ".ts"))))
		.sort();
}

/** Whether a file is meant by a part of its name, or by its path as source or compiled. */
function isMeant(name: string, part: string): boolean {
	return name.includes(part.replaceAll(sep, "/").replace(/^(\.\/)?(build\/)?/, "").replace(/\.[jt]s$/, ""));
}

/** Text for a number of passed, failed and skipped; the skipped only where there are some. */
function counts({ passed, failed, skipped }: Omit<Outcome, "text">): string {
	return `${passed} passed, ${failed} failed` + (skipped > 0 ? `, ${skipped} skipped` : "");
}

/** What is told of a run: lines while it is under way, and what became of its parts. */
class Report {
	passed = 0;
	failed = 0;
	skipped = 0;
	/** What ava has told of so far. */
	readonly #running = { passed: 0, failed: 0, skipped: 0 };
	readonly #begun = Date.now();
	readonly #progress = new Progress("testing", process.stderr, lineInterval);

	/** @param line of ava's, whole @param isShown although it is no failure */
	follow(line: string, isShown: boolean): void {
		this.#running.passed += isPassed(line) ? 1 : 0;
		this.#running.failed += isFailed(line) ? 1 : 0;
		this.#progress.update(counts(this.#running));
		if (isShown || isFailed(line))
			this.#progress.print(`${line}\n`);
	}

	/** Tells what became of a part. */
	tell(name: string, outcome: Outcome): void {
		this.passed += outcome.passed;
		this.failed += outcome.failed;
		this.skipped += outcome.skipped;
		const mark = outcome.failed > 0 ? "FAILED" : "ok    ";
		const details = outcome.text === "" ? "" : `${outcome.text.trimEnd().replace(/^(?=.)/gm, "    ")}\n\n`;
		this.#progress.print(`${mark}  ${name}  ${counts(outcome)}  (after ${this.#seconds()} s)\n${details}`);
	}

	end(): void {
		this.#progress.end(true);
		console.log(`\n${this.#seconds()} seconds\n${counts(this)}`);
	}

	#seconds(): string {
		return ((Date.now() - this.#begun) / 1000).toFixed(0);
	}
}

/** Types have been checked by the build, which a type error ends. */
async function lint(report: Report): Promise<void> {
	// By content: a checkout changes the times of all files. A clone without build/ has everything linted.
	// Its garbage is mostly young, as the compiler's is.
	const eslint = ["--max-semi-space-size=64", "node_modules/eslint/bin/eslint.js", "--cache", "--cache-location", "build/eslint/", "--cache-strategy", "content", "."];
	report.tell("eslint", outcomeOfCheck(await runNode(eslint, root)));
}

/** @param names of test files in build/ */
async function tests(names: readonly string[], { forAva, isNamed, part, serial, verbose }: ReturnType<typeof readArguments>, report: Report): Promise<void> {
	// Three more than there are cores: files that wait leave them idle. Processes: threads would end together.
	const atOnce = serial ? 1 : Math.min(7, availableParallelism() + 3);
	const parameters = [ava, "--no-worker-threads", "--concurrency", String(atOnce), ...forAva, ...names.map((name) => join("build", name))];
	const ending = await runNode(parameters, root, { environment: environmentOf(part), onLine: (line) => report.follow(line, verbose) });
	const outcome = outcomeOfTests(ending);
	const files = names.length === 1 ? names[0].replace(/\.js$/, ".ts") : `${names.length} test files`;
	report.tell(files, isNamed ? outcome : { ...outcome, text: `${sharedCases(ending)}\n${outcome.text}` });
	report.tell("no password or token in what the tests printed", secrecyOf(ending));
}

async function main(): Promise<void> {
	const given = readArguments(process.argv.slice(2));
	const all = testFiles().filter((name) => name.startsWith(given.within));
	const chosen = namesOf(given.part, all).filter((name) => given.positionals.length === 0 || given.positionals.some((part) => isMeant(name, part)));
	const unknown = given.positionals.filter((part) => !all.some((name) => isMeant(name, part)));
	if (unknown.length > 0)
		throw new Error(`no test file is named ${unknown.join(" or ")}`);

	const report = new Report();
	const isLinted = given.part !== "fast" && !given.isNamed && given.match.length === 0;
	const linted = isLinted ? lint(report) : Promise.resolve();
	if (given.serial)
		await linted;
	await Promise.all([linted, tests(chosen, given, report)]);
	report.end();
	process.exitCode = report.failed === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
