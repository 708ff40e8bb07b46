/** Lets so many in at a time; the others wait in the order they came. */
export class Seats {
	#free: number;
	readonly #waiting: (() => void)[] = [];

	constructor(count: number) {
		this.#free = count;
	}

	async use<T>(action: () => Promise<T>): Promise<T> {
		if (this.#free === 0)
			await new Promise<void>((resolve) => this.#waiting.push(resolve));
		else
			this.#free--;
		try {
			return await action();
		}
		finally {
			const next = this.#waiting.shift();
			if (next === undefined)
				this.#free++;
			else
				next();
		}
	}
}
