import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Progress } from "../progress.mjs";
import { runTests } from "./run-tests.js";
import { stateOf } from "./test-files.js";
import type { Module, Tree } from "./tree.js";

/** Milliseconds within which any test file ends. */
const longest = 600_000;

/** What a test file does without a mutant. */
export interface Ordinary {
	readonly state: string;
	readonly fault: string;
	readonly time: number;
	/** By source: the ranges of its module that run, as V8 counts: offset of the beginning, of the end, whether it runs; an inner range after the outer. */
	readonly ran: Readonly<Record<string, readonly (readonly [from: number, to: number, runs: boolean])[]>>;
}

interface Coverage {
	readonly result: readonly { readonly url: string; readonly functions: readonly { readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[] }[] }[];
}

/** Runs each test file alone, without a mutant; what is known of one that has not changed is kept in `kept`. */
export async function ordinary(tree: Tree, tests: readonly string[], kept: string, progress: Progress): Promise<Map<string, Ordinary>> {
	const known = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")) as Record<string, Ordinary> : {};
	const found = new Map<string, Ordinary>();
	for (const [done, test] of tests.entries()) {
		const state = stateOf(tree.root, test);
		let ordinaryRun = known[test];
		if (ordinaryRun?.state !== state) {
			progress.update(`${test}, ${done} of ${tests.length}`);
			ordinaryRun = await measure(tree, test, state);
			known[test] = ordinaryRun;
			writeFileSync(kept, JSON.stringify(known));
		}
		found.set(test, ordinaryRun);
	}
	return found;
}

async function measure(tree: Tree, test: string, state: string): Promise<Ordinary> {
	const folder = join(tree.root, "coverage");
	mkdirSync(folder, { recursive: true });
	const { fault, time } = await runTests(tree.root, [test], longest, { NODE_V8_COVERAGE: folder });
	const ran: Record<string, [number, number, boolean][]> = {};
	const sources = new Map(tree.modules.map(({ source }) => [pathToFileURL(tree.pathOf(source)).href, source]));
	const files = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Coverage);
	for (const { functions, url } of files.flatMap(({ result }) => result)) {
		const source = sources.get(url);
		if (source !== undefined) {
			for (const { count, endOffset, startOffset } of functions.flatMap(({ ranges }) => ranges))
				(ran[source] ??= []).push([startOffset, endOffset, count > 0]);
		}
	}
	rmSync(folder, { recursive: true });
	return { state, fault, time, ran };
}

/** Whether a test file runs what is at an offset of a module. */
export function runs({ ran }: Ordinary, { source }: Module, offset: number): boolean {
	let least = Infinity, isRun = false;
	for (const [from, to, runsThere] of ran[source] ?? []) {
		// Several processes report the same range: one that runs it is enough.
		if (from <= offset && offset < to && (to - from < least || to - from === least && runsThere)) {
			least = to - from;
			isRun = runsThere;
		}
	}
	return isRun;
}
