import type { SeededRandom } from "../../../tools/seeded-random.js";
import type { LifeSettings } from "./life.js";

/** A life under way. */
export interface Life {
	/** Fulfilled when it is over and all that it told has been heard, however it ended. Rejected when it ended by a fault of its own. */
	readonly over: Promise<void>;
	/** Not another instruction is run. May be called more than once. */
	kill(): void;
}

/** What a device is made of: lives one after the other, with storage that outlives them. */
export interface Machine {
	readonly engine: string;
	/** How often it has died by itself, by the dice, and what that was. */
	readonly deaths: number;
	readonly death: string;
	/**
	 * Starts a life.
	 * @param random decides whether and when it dies by itself
	 * @param hear gets each line that it tells
	 */
	start(settings: LifeSettings, random: SeededRandom, hear: (line: string) => void): Life;
}
