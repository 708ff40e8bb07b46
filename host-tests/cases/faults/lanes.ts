import type { Context } from "../case.js";

/** Scenarios at a time: so many that stalls don't add up. */
const width = 24;
/** Milliseconds that a scenario may take: two calls, each within its deadline, and as much again. */
const patience = 40_000;
const interval = 250; // milliseconds

/** Runs many scenarios at a time, and finds those that don't end. */
export class Lanes {
	readonly #context: Context;
	/** Scenarios under way, and the turns of the watch that they have seen. */
	readonly #running = new Map<number, number>();

	constructor(context: Context) {
		this.#context = context;
	}

	/** @param describe says which scenario has failed */
	async run(all: readonly number[], scenario: (at: number) => Promise<void>, describe: (at: number) => string): Promise<void> {
		let next = 0;
		let failed = false;
		const lane = async (): Promise<void> => {
			while (next < all.length && !failed) {
				const at = all[next++];
				this.#running.set(at, 0);
				try {
					await scenario(at);
				}
				catch (error) {
					failed = true;
					throw new Error(`${describe(at)}: ${(error as Error).message}`);
				}
				this.#running.delete(at);
			}
		};
		const lanes = Promise.all(Array.from({ length: Math.min(width, all.length) }, lane));
		try {
			await Promise.race([lanes, this.#watch(describe)]);
		}
		finally {
			this.#running.clear();
		}
	}

	/** Ends when nothing is running any more; throws for what runs too long. */
	async #watch(describe: (at: number) => string): Promise<void> {
		while (this.#running.size > 0) {
			await this.#context.sleep(interval);
			for (const [at, turns] of this.#running) {
				if (turns * interval > patience)
					throw new Error(`${describe(at)}: has not settled`);
				this.#running.set(at, turns + 1);
			}
		}
	}
}
