import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { NetstringReader, netstring } from "./netstring.js";

/** Most computrons of one turn: an endless loop ends the worker after some seconds. */
const turnLimit = 1_000_000_000;
/** Milliseconds that a worker has to end by itself. */
const patience = 2_000;
/** Most characters kept of what the worker prints. */
const outputLimit = 4_000;

const DOT = 46, EXCLAMATION = 33, QUESTION = 63, SEPARATOR = 1;

const exits: Readonly<Record<string, string>> = {
	11: "memory is full",
	12: "stack overflow",
	16: "no more keys",
	17: `a turn took more than ${turnLimit} computrons`
};

interface Turn {
	resolve(result: Uint8Array): void;
	reject(error: Error): void;
}

/**
 * The process that XS runs in. One turn at a time: a script or a command goes in, promise jobs run until none is left,
 * and meanwhile XS may call.
 */
export class WorkerProcess {
	readonly #child: ChildProcess;
	readonly #toWorker: Writable;
	readonly #onCall: (frame: Uint8Array) => Uint8Array;
	#turn: Turn | undefined;
	#gone: Error | undefined;
	#output = "";

	/**
	 * @param onCall answers XS, which waits for it
	 * @param snapshot file that `writeSnapshot` has written; XS begins as it was then
	 * @param dumps folder for what callgrind writes, which then counts instructions (meter.c); each turn takes 50 times as long
	 */
	constructor(path: string, onCall: (frame: Uint8Array) => Uint8Array, snapshot?: string, dumps?: string) {
		this.#onCall = onCall;
		// Numbers 5 and 6 are the debugger's and the profiler's.
		const parameters = ["records-client", "-l", String(turnLimit), ...snapshot === undefined ? [] : ["-r", snapshot]];
		const file = join(dumps ?? "", "instructions");
		const [program, ...counting] = dumps === undefined ? [path] : ["valgrind", "--quiet", "--tool=callgrind", "--collect-atstart=no", `--callgrind-out-file=${file}`, path];
		const child = spawn(program, [...counting, ...parameters], {
			env: { ...process.env, CALLGRIND_DUMPS: file },
			stdio: ["ignore", "pipe", "pipe", "pipe", "pipe", "ignore", "ignore"]
		});
		this.#child = child;
		this.#toWorker = child.stdio[3] as Writable;
		const reader = new NetstringReader((message) => this.#receive(message));
		(child.stdio[4] as Readable).on("data", (bytes: Buffer) => this.#guard(() => reader.push(bytes)));
		for (const stream of [child.stdout, child.stderr])
			stream?.setEncoding("utf8").on("data", (text: string) => void (this.#output = (this.#output + text).slice(-outputLimit)));
		this.#toWorker.on("error", () => undefined); // the worker has ended, and "close" tells how
		child.once("error", (error) => this.#end(error));
		child.once("close", (code, signal) => this.#end(new Error(`XS ended: ${exits[String(code)] ?? signal ?? `exit code ${code}`}\n${this.#output}`.trim())));
	}

	/** Runs a script in the worker's own realm. */
	async evaluate(script: string): Promise<void> {
		await this.#run("e", Buffer.from(script));
	}

	/** Writes the state of XS between two turns into a file. */
	async writeSnapshot(path: string): Promise<void> {
		await this.#run("w", Buffer.from(path));
	}

	/** Hands a frame to `handleCommand`. Returns what the turn came to. */
	command(frame: Uint8Array): Promise<Uint8Array> {
		return this.#run("?", frame);
	}

	/** SIGKILL; a turn under way is rejected, and what XS has called with meanwhile is not heard. Fulfilled when the process is gone. */
	async kill(): Promise<void> {
		this.#end(new Error("XS was killed"));
		if (this.#isGone())
			return;
		const closed = once(this.#child, "close");
		this.#child.kill("SIGKILL");
		await closed;
	}

	/** Ends the process, whatever it does; a turn under way is rejected. Fulfilled when it is gone. */
	async close(): Promise<void> {
		if (this.#isGone())
			return;
		const closed = once(this.#child, "close");
		if (this.#turn === undefined)
			this.#toWorker.end(netstring("q", new Uint8Array()));
		else
			this.#child.kill("SIGKILL");
		const timer = setTimeout(() => this.#child.kill("SIGKILL"), patience);
		await closed;
		clearTimeout(timer);
	}

	#isGone(): boolean {
		return this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined;
	}

	#run(kind: string, bytes: Uint8Array): Promise<Uint8Array> {
		return new Promise((resolve, reject) => {
			if (this.#gone !== undefined)
				return reject(this.#gone);
			this.#turn = { resolve, reject };
			this.#toWorker.write(netstring(kind, bytes));
		});
	}

	#receive(message: Uint8Array): void {
		if (this.#gone !== undefined)
			return;
		const kind = message[0];
		if (kind === QUESTION) {
			this.#toWorker.write(netstring("/", this.#onCall(message.subarray(1))));
			return;
		}
		const turn = this.#turn;
		this.#turn = undefined;
		if (kind === DOT)
			turn?.resolve(message.subarray(message.indexOf(SEPARATOR) + 1));
		else {
			const text = Buffer.from(message).toString("utf8", 1);
			turn?.reject(new Error(kind === EXCLAMATION ? text : `unknown message from XS: ${text}`));
		}
	}

	#guard(action: () => void): void {
		try {
			action();
		}
		catch (error) {
			this.#end(error as Error);
			this.#child.kill("SIGKILL");
		}
	}

	#end(error: Error): void {
		this.#gone ??= error;
		this.#turn?.reject(this.#gone);
		this.#turn = undefined;
	}
}
