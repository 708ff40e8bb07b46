import fc from "fast-check";
import { Worker } from "node:worker_threads";
import { fuzzInput } from "./inputs.js";

/** Milliseconds in which an input is through, on the slowest machine. */
const PATIENCE = 300_000;

/** What the thread is told. */
export interface FuzzTask {
	readonly seed: number;
	/** How many inputs. */
	readonly count: number;
	/** Which input of the seed alone, as fast-check names it; "" for all. */
	readonly path: string;
	/** How many inputs have begun, shared. */
	readonly progress: Int32Array;
}

/** What the thread tells. */
export interface FuzzTold {
	/** How many inputs there were of each sort. */
	readonly sorts: ReadonlyMap<string, number>;
	/** "" when nothing was found, else fast-check's report with the smallest input that fails. */
	readonly failure: string;
}

/**
 * Checks the inputs of a seed in a thread, which is ended when it hangs.
 * @param onProgress called now and then with the number of inputs
 */
export async function fuzz(seed: number, count: number, path = "", onProgress: (done: number) => void = () => {}): Promise<FuzzTold> {
	const progress = new Int32Array(new SharedArrayBuffer(4));
	const task: FuzzTask = { seed, count, path, progress };
	const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: task });
	const told = new Promise<FuzzTold>((resolve, reject) => {
		worker.on("message", resolve);
		worker.on("error", reject);
		worker.on("exit", () => reject(new Error(`the fuzzer's thread ended at input ${progress[0]}`)));
	});
	const hung = new Promise<FuzzTold>((resolve) => {
		let last = -1;
		const timer = setInterval(() => {
			const done = progress[0];
			if (done !== last) {
				last = done;
				onProgress(done);
				return;
			}
			const input = fc.sample(fuzzInput, { seed, numRuns: done }).at(-1);
			resolve({ sorts: new Map(), failure: `seed ${seed} hangs at input ${done}, or at what it is made smaller to: ${fc.stringify(input)}` });
		}, PATIENCE);
		worker.on("exit", () => clearInterval(timer));
	});
	try {
		return await Promise.race([told, hung]);
	}
	finally {
		await worker.terminate();
	}
}
