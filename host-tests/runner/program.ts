import { type ChildProcessByStdio, spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import type { Readable } from "node:stream";
import type { ExecutionContext } from "ava";

/** How a program has ended, and all that it has written. */
export interface Ended {
	readonly code: number | NodeJS.Signals;
	readonly output: string;
	readonly errors: string;
}

/** A program in a process of its own. */
export class Program {
	output = "";
	errors = "";
	readonly ended: Promise<Ended>;
	readonly child: ChildProcessByStdio<null, Readable, Readable>;
	readonly #heard = new EventEmitter();

	/**
	 * @param environment added to this process's
	 * @param t has it end with the test at the latest
	 * @param file Node where it is not named
	 */
	constructor(parameters: readonly string[], environment: Readonly<Record<string, string>> = {}, t?: ExecutionContext, folder = process.cwd(), file = process.execPath) {
		this.child = spawn(file, parameters, { cwd: folder, env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "pipe"] });
		this.child.stdout.setEncoding("utf8").on("data", (text: string) => this.#hear("output", text));
		this.child.stderr.setEncoding("utf8").on("data", (text: string) => this.#hear("errors", text));
		this.ended = once(this.child, "close").then(([code, signal]) => ({ code: (code ?? signal) as number | NodeJS.Signals, output: this.output, errors: this.errors }));
		t?.teardown(() => this.child.kill("SIGKILL"));
	}

	/** Fulfilled when its output has this. @throws Error with what it has written, when it ends before */
	printed(text: RegExp): Promise<void> {
		return this.until((output) => text.test(output));
	}

	/** Fulfilled when this is true of its output, asked at each piece of it or of its errors. @throws Error with what it has written, when it ends before */
	async until(isTrue: (output: string) => boolean): Promise<void> {
		const failed = this.ended.then(({ code }) => {
			throw new Error(`ended with ${code}: ${this.output}${this.errors}`);
		});
		failed.catch(() => undefined);
		while (!isTrue(this.output))
			await Promise.race([once(this.#heard, "data"), failed]);
	}

	#hear(where: "output" | "errors", text: string): void {
		this[where] += text;
		this.#heard.emit("data");
	}
}
