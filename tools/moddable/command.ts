import { spawn } from "node:child_process";

/** How a command ended. */
export interface Ended {
	/** Exit code; -1 when a signal or the deadline ended it, or it could not be started. */
	readonly code: number;
	/** "code 1", "signal SIGSEGV", "the deadline". */
	readonly how: string;
	/** What it wrote, both streams as they came. */
	readonly output: string;
}

export interface CommandOptions {
	readonly folder?: string;
	readonly environment?: NodeJS.ProcessEnv;
	/** Whether its standard input stays open, without data, until it ends; otherwise it is empty. */
	readonly holdsInput?: boolean;
	/** Milliseconds; then its process group is killed. */
	readonly deadline: number;
	/** Milliseconds without output, after which it is killed too; none without it. */
	readonly patience?: number;
	/** Gets each line as it comes. */
	readonly onLine?: (line: string) => void;
	/** Kills it on the spot, as a power failure would. */
	readonly signal?: AbortSignal;
}

/** Children that still run, by process id. */
const running = new Set<number>();

/** Kills what is still running: the process groups of this program's own children. */
function killCommands(): void {
	for (const id of running)
		killGroup(id);
}

process.once("exit", killCommands);

/** Has a signal from the terminal, or from whoever runs this, end the program by `process.exit`: all that it started ends, too. */
export function exitOnSignals(code: number): void {
	for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"] as const)
		process.once(signal, () => process.exit(code));
}

/** Runs a command in a process group of its own, without a shell. */
export function run(command: string, parameters: readonly string[], options: CommandOptions): Promise<Ended> {
	return new Promise((resolve) => {
		const child = spawn(command, parameters, {
			cwd: options.folder,
			env: options.environment ?? process.env,
			stdio: [options.holdsInput ? "pipe" : "ignore", "pipe", "pipe"],
			detached: true
		});
		const { pid } = child;
		let output = "";
		let rest = "";
		let late = 0;
		if (pid !== undefined) {
			running.add(pid);
			options.signal?.addEventListener("abort", () => running.has(pid) && killGroup(pid));
		}
		const killAfter = (milliseconds: number): NodeJS.Timeout => setTimeout(() => {
			late = milliseconds;
			if (pid !== undefined)
				killGroup(pid);
		}, milliseconds);
		const timer = killAfter(options.deadline);
		const silence = options.patience === undefined ? undefined : killAfter(options.patience);
		const take = (text: string): void => {
			silence?.refresh();
			output += text;
			const lines = (rest + text).split("\n");
			rest = lines.pop() ?? "";
			for (const line of lines)
				options.onLine?.(line);
		};
		child.stdout?.setEncoding("utf8").on("data", take);
		child.stderr?.setEncoding("utf8").on("data", take);
		child.stdin?.on("error", () => undefined);
		const end = (code: number, how: string, more = ""): void => {
			clearTimeout(timer);
			clearTimeout(silence);
			if (pid !== undefined)
				running.delete(pid);
			if (rest !== "")
				options.onLine?.(rest);
			resolve({ code, how, output: output + more });
		};
		child.on("error", (error) => end(-1, error.message, `${command}: ${error.message}\n`));
		child.on("close", (code, signal) => {
			if (late > 0)
				end(-1, "the deadline", `${command}: no end after ${late} milliseconds\n`);
			else
				end(code ?? -1, signal === null ? `code ${code ?? -1}` : `signal ${signal}`);
		});
	});
}

function killGroup(id: number): void {
	try {
		process.kill(-id, "SIGKILL");
	}
	catch {
		// it has ended meanwhile
	}
}
