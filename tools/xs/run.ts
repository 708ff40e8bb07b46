import { spawn } from "node:child_process";

/** Whether a command is a script that only a shell starts: npm on Windows. */
function isScript(command: string): boolean {
	return process.platform === "win32" && command === "npm";
}

/**
 * Runs a command to its end.
 * @throws Error with its output unless it ends with 0
 */
export function run(command: string, parameters: readonly string[], folder: string, environment: NodeJS.ProcessEnv = process.env): Promise<void> {
	return new Promise((resolve, reject) => {
		let output = "";
		const child = spawn(command, parameters, { cwd: folder, env: environment, stdio: ["ignore", "pipe", "pipe"], shell: isScript(command) });
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding("utf8").on("data", (text: string) => void (output += text));
		child.once("error", (error) => reject(new Error(`${command} can't be run: ${error.message}`)));
		child.once("close", (code, signal) => {
			if (code === 0)
				resolve();
			else
				reject(new Error(`${command} ${parameters[0]} ended with ${signal ?? code}:\n${output}`));
		});
	});
}

const shownLines = 12;

/** The first line of a program's output and the last ones. */
export function shortened(output: string): string {
	const lines = output.trimEnd().split("\n");
	return lines.length <= shownLines ? lines.join("\n") : [lines[0], "…", ...lines.slice(-shownLines)].join("\n");
}
