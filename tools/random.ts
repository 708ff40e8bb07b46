import { SeededRandom } from "./seeded-random.js";

/** The same on Node, where SEED in the environment has a failure again. */
export class Random extends SeededRandom {
	constructor(seed = Number(process.env.SEED ?? Date.now() % 0x7fffffff)) {
		super(seed);
	}
}
