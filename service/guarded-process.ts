import { spawn, type ChildProcess } from "node:child_process";
import type { Socket } from "node:net";

const keptOutput = 16_384; // characters

const running = new Set<GuardedProcess>();
process.on("exit", () => {
	for (const child of running)
		child.signal("SIGKILL");
});

/** Windows has neither process groups nor signals: a child there is ended by itself, at once and without a word. */
const isWindows = process.platform === "win32";

/**
 * A child process that can't outlive this one. Leading a process group of its own it isn't hit by the terminal's
 * Ctrl-C, so that its parent decides how it ends, and what it starts itself ends with it.
 */
export class GuardedProcess {
	/** Fulfilled, never rejected, once the process is gone and its output is complete; says how it ended. */
	readonly exited: Promise<string>;
	#child: ChildProcess;
	#guardian: ChildProcess | undefined;
	#output = "";
	#ended = false;

	constructor(file: string, parameters: string[], environment: NodeJS.ProcessEnv) {
		this.#child = spawn(file, parameters, { env: environment, stdio: ["ignore", "pipe", "pipe"], detached: !isWindows, windowsHide: true });
		running.add(this);
		for (const stream of [this.#child.stdout, this.#child.stderr]) {
			stream?.setEncoding("utf8").on("data", (text: string) => {
				this.#output = (this.#output + text).slice(-keptOutput);
			});
		}
		this.exited = new Promise((resolve) => {
			// A child of the child that lives on would hold the output open and "close" back.
			this.#child.once("exit", () => this.#signalGroup("SIGKILL"));
			this.#child.once("close", (code, signal) => this.#end(resolve, signal ? `ended by ${signal}` : `ended with exit code ${code}`));
			this.#child.once("error", (error) => this.#end(resolve, `could not be started: ${error.message}`));
		});
		this.#guardian = this.#child.pid === undefined ? undefined : startGuardian(this.#child.pid);
	}

	/** 0 if it could not be started. */
	get id(): number {
		return this.#child.pid ?? 0;
	}

	get ended(): boolean {
		return this.#ended;
	}

	/** The last of what it printed, both streams together. */
	get output(): string {
		return this.#output;
	}

	signal(name: NodeJS.Signals): void {
		if (!this.#ended)
			this.#signalGroup(name);
	}

	/** SIGTERM, and SIGKILL if that doesn't help in `patience` milliseconds. */
	async stop(patience: number): Promise<void> {
		this.signal("SIGTERM");
		const timer = setTimeout(() => this.signal("SIGKILL"), patience);
		await this.exited;
		clearTimeout(timer);
	}

	async kill(): Promise<void> {
		this.signal("SIGKILL");
		await this.exited;
	}

	#end(resolve: (how: string) => void, how: string): void {
		this.#ended = true;
		running.delete(this);
		this.#guardian?.kill("SIGKILL");
		resolve(how);
	}

	#signalGroup(name: NodeJS.Signals): void {
		if (this.#child.pid === undefined)
			return;
		try {
			if (isWindows)
				this.#child.kill(name);
			else
				process.kill(-this.#child.pid, name);
		}
		catch {
			// it is gone already
		}
	}
}

/**
 * The "exit" event is not emitted where this process is killed or its worker thread is terminated. A shell that waits
 * for the end of a pipe nobody writes to notices in every case, and kills the group.
 */
function startGuardian(groupId: number): ChildProcess | undefined {
	if (isWindows)
		return undefined;

	const script = "read -r line; kill -s KILL -- \"-$1\"";
	const guardian = spawn("/bin/sh", ["-c", script, "sh", String(groupId)], { stdio: ["pipe", "ignore", "ignore"], detached: true });
	guardian.on("error", () => {
		// without a shell the "exit" event has to do
	});
	guardian.unref();
	(guardian.stdin as Socket | null)?.unref();
	return guardian;
}
