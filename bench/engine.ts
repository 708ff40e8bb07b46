/** XS from npm under measurement: the engine of the tests, and what it counts itself. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../service/project.js";
import { startEngine } from "../tools/xs/engine.js";
import { canCountInstructions, prepareXS } from "../tools/xs/install.js";
import type { Line } from "./figures.js";
import { type Host, linesOf } from "./runner.js";

export type Prepared = { readonly host: Host } | { readonly host: undefined; readonly why: string };

/** Imports a script and never ends: an app does not. */
const start = 'import "script"; export const main = () => new Promise(() => {});';
/** Bytes of the chunks that are live when only the code of a module is more. */
const compileScript = `
const bytes = new Int32Array(2);
const live = () => {
	device.meter.collect();
	device.meter.sample(bytes.buffer);
	return bytes[1];
};
const before = live();
const code = device.meter.compile(source);
trace(live() - before);
code;
`;

/**
 * @param isCounting whether scripts count the processor's instructions, too, where valgrind is installed: they take 50 times as long
 * @returns the host, or in plain words why there is none
 */
export async function prepareHost(isCounting = false): Promise<Prepared> {
	const readiness = await prepareXS();
	if (!readiness.ready)
		return { host: undefined, why: readiness.why };
	return { host: isCounting && canCountInstructions() ? { pointer: 8, isCounting, run: runCounting, bytecode } : { pointer: 8, run, bytecode } };
}

const runCounting: Host["run"] = async (script, globals, memory, patience) => {
	const dumps = await mkdtemp(join(tmpdir(), "records-instructions-"));
	try {
		return await run(script, globals, memory, patience, dumps);
	}
	finally {
		await rm(dumps, { recursive: true });
	}
};

/** @param dumps folder for what callgrind writes, where it is to count */
async function run(script: string, { settings = "{}" }: Readonly<Record<string, string>>, _memory?: unknown, patience = 1_800_000, dumps?: string): Promise<Line[]> {
	let output = "";
	let exit: (status: number) => void = () => undefined;
	const ended = new Promise<number>((resolve) => {
		exit = resolve;
	});
	const engine = await startEngine({
		dumps,
		onTrace(text) {
			const [line] = /^\{"(?:exit|state)":/.test(text) ? linesOf(text) : [];
			if (line?.exit !== undefined)
				exit(line.exit);
			else
				output += line === undefined ? `${text}\n` : `${JSON.stringify({ state: line.state, open: engine.open })}\n`;
		}
	});
	const timer = setTimeout(() => void engine.kill(), patience);
	try {
		engine.load("bench/host", await readFile(join(projectRoot(), "bench", "sdk", "app", "xs-host.js")));
		engine.load("script", await readFile(join(projectRoot(), "build", "bench", "sdk", "app", `${script}.js`)));
		engine.load("start", start);
		await engine.evaluate(`globalThis.given = ${JSON.stringify(settings)}`);
		const status = await Promise.race([ended, engine.call("start", "main")]);
		if (status !== 0)
			throw new Error(`${script} ended with status ${String(status)}:\n${output}`);
		return linesOf(output);
	}
	finally {
		clearTimeout(timer);
		await engine.kill();
	}
}

async function bytecode(bundle: string): Promise<number> {
	let output = "";
	const engine = await startEngine({ onTrace: (text) => void (output += text) });
	try {
		const source = await readFile(join(projectRoot(), "dist", `${bundle}.js`), "utf8");
		await engine.evaluate(`const source = ${JSON.stringify(source)};${compileScript}`);
		return Number(output);
	}
	finally {
		await engine.close();
	}
}
