import type { Random } from "../../../tools/random.js";

/** When operations fail that do not fail for good. */
export const faults = ["once", "2 %", "15 %", "50 %", "in rows of ten", "a minute"] as const;
export type Fault = typeof faults[number];

const ROW = 10;

/** What operations throw, by their names: of its own each would take its stack, which takes half of a model's time. */
const errors = new Map<string, Error>();

function errorOf(operation: string): Error {
	const error = errors.get(operation) ?? new Error(`EIO: ${operation}`);
	errors.set(operation, error);
	return error;
}

/** Lets operations throw, before they do anything. */
export class TransientFault {
	readonly #fault: Fault;
	readonly #operation: string;
	readonly #random: Random;
	#isOver = false;
	#isOut = false;
	/** Operations that fail until one does not. */
	#row = 0;

	/** @param operation that fails, or "any" */
	constructor(fault: Fault, operation: string, random: Random) {
		this.#fault = fault;
		this.#operation = operation;
		this.#random = random;
	}

	get name(): string {
		return `each ${this.#operation} fails ${this.#fault}`;
	}

	/** Time has come to a round of so many. */
	tick(round: number, rounds: number): void {
		if (this.#fault === "once" && round % 20 === 10)
			this.#row = 1;
		this.#isOut = this.#fault === "a minute" && round > rounds / 3 && round < rounds / 2;
	}

	/** Nothing fails any more. */
	end(): void {
		this.#isOver = true;
	}

	/** Something is to be done. @throws Error when it fails */
	before(operation: string): void {
		if (this.#isOver || this.#operation !== "any" && this.#operation !== operation)
			return;
		if (this.#row > 0) {
			this.#row--;
			throw errorOf(operation);
		}
		if (this.#fault === "in rows of ten" && this.#random.below(100) === 0)
			this.#row = ROW;
		if (this.#isOut || this.#row > 0 || this.#random.below(100) < this.#percent)
			throw errorOf(operation);
	}

	get #percent(): number {
		const percents: Readonly<Partial<Record<Fault, number>>> = { "2 %": 2, "15 %": 15, "50 %": 50 };
		return percents[this.#fault] ?? 0;
	}
}
