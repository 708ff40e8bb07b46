/** The fuzzer's own thread: checks inputs in their order, and tells at the first that fails, or at the end. */
import fc from "fast-check";
import { parentPort, workerData } from "node:worker_threads";
import { checkResponse } from "./check-response.js";
import type { FuzzTask, FuzzTold } from "./fuzz.js";
import { fuzzInput } from "./inputs.js";

async function work({ count, path, progress, seed }: FuzzTask): Promise<FuzzTold> {
	const sorts = new Map<string, number>();
	const property = fc.asyncProperty(fuzzInput, async (input) => {
		progress[0]++;
		const sort = await checkResponse(input);
		sorts.set(sort, (sorts.get(sort) ?? 0) + 1);
	});
	const details = await fc.check(property, { seed, numRuns: count, path, includeErrorInReport: true });
	return { sorts, failure: fc.defaultReportMessage(details) ?? "" };
}

parentPort?.postMessage(await work(workerData as FuzzTask));
