import { PowerCut } from "../failing-preferences.js";

/** One for all: it is thrown many thousand times, and each of its own would take its stack. */
const powerCut = new PowerCut("power cut");

/** The power of a stand-in for storage. It fails in an operation that is chosen before. */
export class Power {
	/** Bytes that arrive of the write in which it fails; undefined for as many as chance has it. */
	bytes: number | undefined;
	#left = Number.MAX_SAFE_INTEGER;
	#on = true;

	get isOn(): boolean {
		return this.#on;
	}

	/** Fails in the `operation`-th operation from now, from 0. */
	cutAt(operation: number, bytes?: number): void {
		this.#left = operation;
		this.bytes = bytes;
	}

	/** The power is back, and does not fail. */
	restart(): void {
		this.#on = true;
		this.#left = Number.MAX_SAFE_INTEGER;
	}

	/** @throws PowerCut without power */
	check(): void {
		if (!this.#on)
			throw powerCut;
	}

	/** Counts an operation. Returns whether the power fails in it; it has failed then. */
	fails(): boolean {
		this.#on = this.#left-- > 0;
		return !this.#on;
	}
}
