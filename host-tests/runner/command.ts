import { spawn } from "node:child_process";
import type { Ending } from "./outcome.js";

const limit = 7_200_000; // milliseconds; ava ends a file in which nothing happens long before
const patience = 10_000; // milliseconds for output after the end, which a stray child of the child can hold open

/**
 * Runs a Node program to its end. Never rejects.
 * @param environment added to this process's
 * @param onLine is called with each whole line of output, without its end
 */
export function runNode(parameters: readonly string[], folder: string, environment: Readonly<Record<string, string>> = {}, onLine: (line: string) => void = () => undefined): Promise<Ending> {
	return new Promise((resolve) => {
		// Neither colours nor other figures than those that the outcome is read from.
		const env = { ...process.env, ...environment, FORCE_COLOR: "0", TERM: "dumb" };
		const child = spawn(process.execPath, parameters, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
		let output = "", errors = "", how = "", line = "";
		let code: number | undefined;
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			output += text;
			const lines = (line + text).split("\n");
			line = lines.pop() ?? "";
			lines.forEach(onLine);
		});
		child.stderr.setEncoding("utf8").on("data", (text: string) => void (errors += text));
		const timer = setTimeout(() => {
			how = `SIGKILL after ${limit / 1000} seconds`;
			child.kill("SIGKILL");
		}, limit);
		const end = (): void => {
			clearTimeout(timer);
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
