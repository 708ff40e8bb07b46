/** Number of remaining addresses that share the time evenly; later ones get what these leave. */
const SHARING = 3;

/**
 * The addresses of a host, to be tried one after the other (RFC 8305, section 4, has the order; the resolver keeps it).
 * Each has a share of the time, so that one that never answers leaves some for the next: half of it where two are left,
 * at least a third where more are. One that takes connections and never answers is not noticed before a request has failed:
 * the next connection begins with the address after it.
 */
export class Addresses {
	private readonly all: readonly string[];
	private readonly first: number;
	private readonly end: number;
	private count = 0;

	/**
	 * @param all in the order in which they are tried, round and round; kept
	 * @param first index of the one to begin with; as many as there are means the first
	 * @param end ticks at which the time for all of them is over
	 */
	constructor(all: readonly string[], first: number, end: number) {
		this.all = all;
		this.first = first;
		this.end = end;
	}

	/** Whether there is one that `next` has not returned. */
	get more(): boolean {
		return this.count < this.all.length;
	}

	/** Returns the next; there must be one. */
	next(): string {
		return this.all[(this.first + this.count++) % this.all.length];
	}

	/** Milliseconds for the one that `next` has returned, 1 or more. @param ticks now */
	share(ticks: number): number {
		const sharing = this.all.length - this.count + 1;
		const share = (this.end - ticks | 0) / (sharing < SHARING ? sharing : SHARING) | 0;
		return share > 1 ? share : 1;
	}
}
