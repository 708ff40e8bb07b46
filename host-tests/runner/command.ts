import { spawn } from "node:child_process";
import type { Ending } from "./outcome.js";

const longestSilence = 1_800_000; // milliseconds; ava ends tests in which nothing happens before (package.json)
const patience = 10_000; // milliseconds for output after the end, which a stray child of the child can hold open

interface Options {
	/** Added to this process's. */
	readonly environment?: Readonly<Record<string, string>>;
	/** Is called with each whole line of output, without its end. */
	readonly onLine?: (line: string) => void;
	/** Milliseconds without output after which the program is killed. */
	readonly silence?: number;
}

/** Runs a Node program to its end. Never rejects. */
export function runNode(parameters: readonly string[], folder: string, { environment = {}, onLine = () => undefined, silence = longestSilence }: Options = {}): Promise<Ending> {
	return new Promise((resolve) => {
		// Neither colours nor other figures than those that the outcome is read from.
		const env = { ...process.env, ...environment, FORCE_COLOR: "0", TERM: "dumb" };
		const child = spawn(process.execPath, parameters, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
		let output = "", errors = "", how = "", line = "";
		let code: number | undefined;
		const timer = setTimeout(() => {
			how = `SIGKILL after ${silence / 1000} seconds without output`;
			child.kill("SIGKILL");
		}, silence);
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			timer.refresh();
			output += text;
			const lines = (line + text).split("\n");
			line = lines.pop() ?? "";
			lines.forEach(onLine);
		});
		child.stderr.setEncoding("utf8").on("data", (text: string) => {
			timer.refresh();
			errors += text;
		});
		const end = (): void => {
			clearTimeout(timer);
			// A stray child would keep this process alive by them.
			child.stdout.destroy();
			child.stderr.destroy();
			resolve({ code, how, output, errors });
		};
		child.once("error", (error) => {
			how = error.message;
			end();
		});
		child.once("exit", (exitCode, signal) => {
			code = exitCode ?? undefined;
			how ||= signal ?? `exit code ${exitCode}`;
			setTimeout(end, patience).unref();
		});
		child.once("close", end);
	});
}
