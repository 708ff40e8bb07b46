/** The lowest, mean and highest of values that come one at a time. */
export class Statistics {
	#count = 0;
	#mean = 0;
	#least = Infinity;
	#most = -Infinity;

	add(value) {
		this.#count++;
		// A sum of many values would lose digits.
		this.#mean += (value - this.#mean) / this.#count;
		this.#least = Math.min(this.#least, value);
		this.#most = Math.max(this.#most, value);
	}

	/** As text, with one decimal. */
	toString() {
		return `${this.#least.toFixed(1)} to ${this.#most.toFixed(1)}, mean ${this.#mean.toFixed(1)}, of ${this.#count}`;
	}
}
