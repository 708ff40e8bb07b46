/** The fuzzer's own thread: checks inputs in their order, and tells at the first that fails, or at the end. */
import { parentPort, workerData } from "node:worker_threads";
import { checkResponse } from "./check-response.js";
import { inputOf } from "./generator.js";
import type { FuzzTask, FuzzTold } from "./fuzz.js";
import { describe, type FuzzInput } from "./input.js";
import { shrink } from "./shrink.js";

async function faultOf(input: FuzzInput): Promise<string | undefined> {
	try {
		await checkResponse(input);
		return undefined;
	}
	catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** Checks an input. Returns undefined when all is well, else what is wrong with the smallest part of it that fails. */
async function reportOf(input: FuzzInput): Promise<string | undefined> {
	if (await faultOf(input) === undefined)
		return undefined;
	const bytes = await shrink(input.bytes, async (less) => await faultOf({ ...input, bytes: less }) !== undefined);
	const least = { ...input, bytes };
	return `${await faultOf(least)}\n${describe(least)}`;
}

async function work({ seed, from, to, progress }: FuzzTask): Promise<FuzzTold> {
	const sorts = new Map<string, number>();
	for (let index = from; index < to; index++) {
		progress[0] = index;
		const input = inputOf(seed, index);
		try {
			const sort = await checkResponse(input);
			sorts.set(sort, (sorts.get(sort) ?? 0) + 1);
		}
		catch (error) {
			return { sorts, failed: index, report: await reportOf(input) ?? `only once: ${String(error)}` };
		}
	}
	return { sorts, failed: -1, report: "" };
}

parentPort?.postMessage(await work(workerData as FuzzTask));
