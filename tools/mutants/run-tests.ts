import { spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { URL, fileURLToPath } from "node:url";

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
export function runTests(root: string, tests: readonly string[], limit: number, environment: Readonly<Record<string, string>> = {}): Promise<Run> {
	const temporary = join(root, "tmp");
	mkdirSync(temporary, { recursive: true });
	return new Promise((resolve) => {
		const begun = Date.now();
		const child = spawn(process.execPath, [ava, "--tap", "--concurrency", "2", ...tests.map((test) => `build/host-tests/${test}`)], {
			cwd: root,
			detached: true,
			env: { ...process.env, TMPDIR: temporary, FORCE_COLOR: "0", ...environment },
			stdio: ["ignore", "pipe", "ignore"]
		});
		let output = "", fault = "", isHang = false;
		const stop = (why: string): void => {
			fault ||= why;
			if (child.pid !== undefined)
				process.kill(-child.pid, "SIGKILL");
		};
		const timer = setTimeout(() => {
			isHang = true;
			stop(`no end within ${limit / 1000} seconds`);
		}, limit);
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			output += text;
			const failed = /^not ok (?:\d+ - )?(.*)\n/m.exec(output);
			if (failed !== null && fault === "")
				stop(failed[1]);
		});
		child.once("close", (code) => {
			clearTimeout(timer);
			if (code !== 0)
				fault ||= `exit code ${code}`;
			rmSync(temporary, { recursive: true, force: true });
			resolve({ fault, isHang, time: Date.now() - begun });
		});
	});
}
