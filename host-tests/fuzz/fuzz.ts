import { Worker } from "node:worker_threads";
import { describe } from "./input.js";
import { inputOf } from "./generator.js";

/** Milliseconds in which an input is through, and a failing one made small, on the slowest machine. */
const PATIENCE = 300_000;

/** What the thread is told. */
export interface FuzzTask {
	readonly seed: number;
	/** Index of the first input. */
	readonly from: number;
	/** Index behind the last. */
	readonly to: number;
	/** The index that it is at, shared. */
	readonly progress: Int32Array;
}

/** What the thread tells. */
export interface FuzzTold {
	/** How many inputs there were of each sort. */
	readonly sorts: ReadonlyMap<string, number>;
	/** Index of the input that failed, -1 when none did. */
	readonly failed: number;
	readonly report: string;
}

/**
 * Checks the inputs of a seed from one index to before another, in a thread that is ended when it hangs.
 * @param onProgress called now and then with the index that it is at
 */
export async function fuzz(seed: number, from: number, to: number, onProgress: (index: number) => void = () => {}): Promise<FuzzTold> {
	const progress = new Int32Array(new SharedArrayBuffer(4));
	const task: FuzzTask = { seed, from, to, progress };
	const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: task });
	const told = new Promise<FuzzTold>((resolve, reject) => {
		worker.on("message", resolve);
		worker.on("error", reject);
		worker.on("exit", () => reject(new Error(`the fuzzer's thread ended at input ${progress[0]}`)));
	});
	const hung = new Promise<FuzzTold>((resolve) => {
		let last = -1;
		const timer = setInterval(() => {
			const index = progress[0];
			if (index !== last) {
				last = index;
				onProgress(index);
				return;
			}
			resolve({ sorts: new Map(), failed: index, report: `hangs\n${describe(inputOf(seed, index))}` });
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

/** The failure of an input as a person needs it. */
export function failureText(seed: number, { failed, report }: FuzzTold): string {
	return `seed ${seed}, input ${failed}: ${report}\nalone: npm run fuzz -- --seed ${seed} --only ${failed}`;
}
