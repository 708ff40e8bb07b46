/** Runs one script on a measuring host and reads what it says. */
import { spawn } from "node:child_process";
import type { Figures, Heap, Line } from "./figures.js";

/** Sizes of the machine's memory in bytes. A part that doesn't grow ends the run when it is full. */
export interface Memory {
	readonly chunks?: readonly [size: number, growth: number];
	readonly slots?: readonly [size: number, growth: number];
	readonly stack?: number;
}

/** What scripts run on: an engine with the machine's counters at hand. */
export interface Host {
	/** Bytes of a pointer; a slot has four. 4 as on a microcontroller, or 8. */
	readonly pointer: 4 | 8;
	/** Whether figures have the processor's instructions. */
	readonly isCounting?: boolean;
	/**
	 * Runs a script.
	 * @param globals texts that the script finds as globals
	 * @param patience milliseconds after which it is ended
	 * @returns the lines that it printed; undefined when the machine's memory did not do
	 * @throws Error with the script's output when it ended in another way
	 */
	run(script: string, globals: Readonly<Record<string, string>>, memory?: Memory, patience?: number): Promise<Line[] | undefined>;
	/** Bytes of bytecode of a bundle of dist/. @param bundle its name without extension */
	bytecode(bundle: string): Promise<number>;
	/** Runs a script as `run` does, and returns the processor's instructions of the whole process; undefined without valgrind, and under an emulator. */
	instructions?(script: string, globals: Readonly<Record<string, string>>): Promise<number | undefined>;
}

/** What a script has told. */
export interface Told {
	readonly lines: readonly Line[];
	readonly figures: readonly Figures[];
	readonly heaps: readonly Heap[];
}

/** Runs a script with its settings. @throws Error when it ended otherwise than by itself, or the memory did not do */
export async function runScript(host: Host, script: string, settings: object, memory?: Memory): Promise<Told> {
	const lines = await host.run(script, { settings: JSON.stringify(settings) }, memory);
	if (lines === undefined)
		throw new Error(`${script} ran out of memory`);
	return { lines, figures: lines.flatMap(({ figures }) => figures ?? []), heaps: lines.flatMap(({ heap }) => heap ?? []) };
}

/** What the loader says of a machine that ran out of memory or stack (xsCommon.h). */
const outOfMemory = /the machine (?:aborted \(status [12]\)|could not be created)/;

/** What the hosts take as sizes. */
export function memoryParameters(pointer: number, { chunks, slots, stack }: Memory): string[] {
	const slotSize = 4 * pointer;
	return [
		...chunks === undefined ? [] : ["--chunks", chunks.join(",")],
		...slots === undefined ? [] : ["--slots", slots.map((bytes) => Math.floor(bytes / slotSize)).join(",")],
		...stack === undefined ? [] : ["--stack", String(Math.floor(stack / slotSize))]
	];
}

/** Runs a host's program under valgrind, as `Host.instructions` says it. @throws Error with its output when the program or valgrind ended in another way */
export async function countInstructions(path: string, parameters: readonly string[], environment: NodeJS.ProcessEnv): Promise<number | undefined> {
	try {
		const { errors, output, status } = await start("valgrind", ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", path, ...parameters], environment, 600_000);
		const [, counted] = /I +refs: +([0-9,]+)/.exec(errors) ?? [];
		if (status !== 0 || counted === undefined)
			throw new Error(`${parameters.join(" ")} ended under valgrind with status ${status}:\n${output}${errors}`);
		return Number(counted.replaceAll(",", ""));
	}
	catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT")
			return undefined;
		throw error;
	}
}

/** Runs a host's program, as `Host.run` says it. */
export async function runProgram(
	path: string, parameters: readonly string[], environment: NodeJS.ProcessEnv = process.env, patience = 1_800_000
): Promise<Line[] | undefined> {
	const { status, output, errors } = await start(path, parameters, environment, patience);
	if (outOfMemory.test(errors))
		return undefined;
	if (status !== 0)
		throw new Error(`${parameters.join(" ")} ended with status ${status}:\n${output}${errors}`);
	return linesOf(output);
}

/** What a script has printed: a line that goes on begins with a comma. What the engine itself has to say is none of the script's. */
export function linesOf(output: string): Line[] {
	return output.trimEnd().replaceAll("\n,", ",").split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Line);
}

function start(path: string, parameters: readonly string[], env: NodeJS.ProcessEnv, timeout: number): Promise<{ status: number; output: string; errors: string }> {
	return new Promise((resolve, reject) => {
		const child = spawn(path, parameters, { stdio: ["ignore", "pipe", "pipe"], timeout, env });
		let output = "";
		let errors = "";
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			output += text;
		});
		child.stderr.setEncoding("utf8").on("data", (text: string) => {
			errors += text;
		});
		child.once("error", reject);
		child.once("close", (code, signal) => resolve({ status: code ?? -1, output, errors: errors + (signal ?? "") }));
	});
}
