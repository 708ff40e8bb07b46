/** What became of one test file or check. */
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

/**
 * Counts what ava says of one test file, in the words of its default reporter. The TAP reporter would be easier to
 * read, but it leaves out where an assertion stands, and ends in an exception of its own when a file times out.
 */
export function outcomeOfFile(ending: Ending): Outcome {
	const { code, how, output, errors } = ending;
	if (/^ *\S Couldn.t find any matching tests$/m.test(output))
		return { passed: 0, failed: 0, skipped: 0, text: "" };

	const parts = output.split(RULE);
	const lines = parts[0].split("\n");
	const summary = parts[parts.length - 1];
	const count = (pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;
	const told = (pattern: RegExp): number => Number(pattern.exec(summary)?.[1] ?? 0);

	const passed = count(/^ {2}✔ /);
	const failures = count(/^ {2}✘ \[(fail|unexpected pass)\]:/);
	const remaining = Number(/^ {2}✘ (\d+) tests? remaining in /m.exec(parts[0])?.[1] ?? 0);
	const skipped = count(/^ {2}- \[(skip|todo)\] /) + remaining;
	let failed = failures + told(/^ *(\d+) uncaught exceptions?$/m) + told(/^ *(\d+) unhandled rejections?$/m)
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
	// A file that skips what this machine can't run, or that has injected faults or attacked, says so in such lines; what
	// tests print, ava prints as errors.
	if (failed === 0)
		return { passed, failed, skipped, text: joined(...errors.split("\n").filter((line) => /^(not run|faults injected|attacks on TLS)/.test(line))) };

	const shown = output.split("\n").filter((line) => !/^ {2}✔ /.test(line)).join("\n");
	return { passed, failed, skipped, text: joined(shown, errors, ...faults.map((fault) => `(${fault})`)) };
}

function joined(...texts: string[]): string {
	return texts.map((text) => text.replace(/^\n+/, "").trimEnd()).filter((text) => text !== "").join("\n");
}

/** The numbers of the lines "faults injected: number on engine", by engine; "" for no such line. */
export function faultCounts(texts: Iterable<string>): string {
	const counts = new Map<string, number>();
	for (const text of texts) {
		for (const [, count, engine] of text.matchAll(/^faults injected: ([0-9]+) on (.+)$/gm))
			counts.set(engine, (counts.get(engine) ?? 0) + Number(count));
	}
	return [...counts].map(([engine, count]) => `${count} on ${engine}`).join(", ");
}

/** The lines that begin so. */
export function linesOf(texts: Iterable<string>, beginning: string): string[] {
	return [...texts].flatMap((text) => text.split("\n")).filter((line) => line.startsWith(beginning));
}
