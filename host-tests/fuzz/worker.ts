/** The fuzzer's own thread: checks inputs in their order, and tells at the first that fails, or at the end. */
import { parentPort, workerData } from "node:worker_threads";
import { reportOf } from "./check.js";
import { checkResponse } from "./check-response.js";
import { inputOf } from "./generator.js";
import type { FuzzTask, FuzzTold } from "./fuzz.js";

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
