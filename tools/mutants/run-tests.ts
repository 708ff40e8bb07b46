import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { URL, fileURLToPath } from "node:url";
import { run } from "../moddable/command.js";

const ava = fileURLToPath(new URL("cli.mjs", import.meta.resolve("ava")));

/** How test files ended: "" when all tests passed, else the first failure. */
export interface Run {
	readonly fault: string;
	readonly isHang: boolean;
	/** Milliseconds. */
	readonly time: number;
}

/**
 * Runs test files in one ava, up to the first failure. All processes that they have started end with it.
 * @param tests as paths in build/host-tests
 * @param limit milliseconds
 * @param environment added to this process's
 */
export async function runTests(root: string, tests: readonly string[], limit: number, environment: Readonly<Record<string, string>> = {}): Promise<Run> {
	const temporary = join(root, "tmp");
	mkdirSync(temporary, { recursive: true });
	const begun = Date.now();
	const failure = new AbortController();
	let fault = "";
	const { code, how } = await run(process.execPath, [ava, "--tap", "--concurrency", "2", ...tests.map((test) => `build/host-tests/${test}`)], {
		folder: root,
		environment: { ...process.env, TMPDIR: temporary, FORCE_COLOR: "0", ...environment },
		deadline: limit,
		signal: failure.signal,
		onLine(line) {
			const [, failed] = /^not ok (?:\d+ - )?(.*)/.exec(line) ?? [];
			if (failed === undefined || fault !== "")
				return;
			fault = failed;
			failure.abort();
		}
	});
	rmSync(temporary, { recursive: true, force: true });
	const isHang = fault === "" && how === "the deadline";
	return { fault: fault || (code === 0 ? "" : isHang ? `no end within ${limit / 1000} seconds` : how), isHang, time: Date.now() - begun };
}
