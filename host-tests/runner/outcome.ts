/** What became of a check, or of the tests that one ava has run. */
export interface Outcome {
	readonly passed: number;
	readonly failed: number;
	/** Skipped, to be written, or not reached because something else failed. */
	readonly skipped: number;
	/** What a reader needs to see of it; "" when all is well. */
	readonly text: string;
}

/** How a child process ended. */
export interface Ending {
	/** undefined when a signal ended it. */
	readonly code: number | undefined;
	/** "exit code 1", "SIGKILL" and the like. */
	readonly how: string;
	readonly output: string;
	readonly errors: string;
}

/** A check passes when its command exits with 0. */
export function outcomeOfCheck(ending: Ending): Outcome {
	if (ending.code === 0)
		return { passed: 1, failed: 0, skipped: 0, text: "" };
	return { passed: 0, failed: 1, skipped: 0, text: joined(ending.output, ending.errors, `(${ending.how})`) };
}

const RULE = /^ *─$/m;

/** Whether a line of ava's says that a test has passed. */
export function isPassed(line: string): boolean {
	return line.startsWith("  ✔ ");
}

/** Whether a line of ava's says that a test or a hook has failed, or a file. */
export function isFailed(line: string): boolean {
	return line.startsWith("  ✘ ");
}

/**
 * Counts what ava says of its files, in the words of its default reporter. The TAP reporter would be easier to
 * read, but it leaves out where an assertion stands, and ends in an exception of its own when a file times out.
 */
export function outcomeOfTests(ending: Ending): Outcome {
	const { code, how, output, errors } = ending;
	const parts = output.split(RULE);
	const lines = parts[0].split("\n");
	const summary = parts[parts.length - 1];
	const told = (pattern: RegExp): number => Number(pattern.exec(summary)?.[1] ?? 0);

	const passed = lines.filter(isPassed).length;
	const failures = lines.filter((line) => /^ {2}✘ \[(fail|unexpected pass)\]:/.test(line)).length;
	const broken = lines.filter((line) => /^ {2}✘ (No tests found in |.* exited due to )/.test(line)).length;
	const remaining = lines.reduce((sum, line) => sum + Number(/^ {2}✘ (\d+) tests? remaining in /.exec(line)?.[1] ?? 0), 0);
	const skipped = lines.filter((line) => /^ {2}- \[(skip|todo)\] /.test(line)).length + remaining;
	let failed = failures + broken + told(/^ *(\d+) uncaught exceptions?$/m) + told(/^ *(\d+) unhandled rejections?$/m)
		+ told(/^ *(\d+) tests? remained pending after a timeout$/m);

	const faults: string[] = [];
	if (parts.length < 2)
		faults.push("ava ended before its summary");
	else if (failures !== told(/^ *(\d+) tests? failed$/m) + told(/^ *(\d+) hooks? failed$/m))
		faults.push("ava's summary counts other failures than its list");
	if (code !== 0 && failed === 0)
		faults.push(`ava ended with ${how}`);
	if (code === 0 && failed > 0)
		faults.push("ava ended with exit code 0");
	if (code === 0 && passed + skipped === 0)
		faults.push("no test ran");
	failed += faults.length > 0 ? 1 : 0;
	if (failed === 0)
		return { passed, failed, skipped, text: remarks(errors) };

	const shown = output.split("\n").filter((line) => !isPassed(line)).join("\n");
	return { passed, failed, skipped, text: joined(shown, errors, ...faults.map((fault) => `(${fault})`)) };
}

/**
 * What tests say to be told of though all is well, in lines of their own, which ava prints as errors: what this machine can't run, what was attacked, and
 * the number of faults injected on an engine, which are added up.
 */
function remarks(errors: string): string {
	const injected = new Map<string, number>();
	for (const [, count, engine] of errors.matchAll(/^faults injected: ([0-9]+) on (.+)$/gm))
		injected.set(engine, (injected.get(engine) ?? 0) + Number(count));
	const lines = errors.split("\n").filter((line) => /^(not run|attacks on TLS)/.test(line));
	return joined(...lines, ...[...injected].map(([engine, count]) => `faults injected: ${count} on ${engine}`));
}

/** What became of the shared cases on each engine, as one line, when all test files were run. */
export function sharedCases({ output }: Ending): string {
	const on = (files: string): string => {
		// ava leaves out the folder that all files have in common.
		const lines = output.split(RULE)[0].split("\n").filter((line) => new RegExp(`^\\s*(?:✔|✘ \\[fail\\]:) (?:host-tests › )?contract › ${files} › `).test(line));
		return `${lines.filter(isPassed).length} passed, ${lines.filter(isFailed).length} failed`;
	};
	return `shared cases on Node: ${on("(spec|times|lists|health|wire|wire-deadlines|auth|faults|tls-faults)")}; on XS: ${on("xs-(spec|times|lists|health|wire|auth|faults)")}; without rewrites: ${on("plain › [a-z-]+")}`;
}

function joined(...texts: string[]): string {
	return texts.map((text) => text.replace(/^\n+/, "").trimEnd()).filter((text) => text !== "").join("\n");
}
