import type { TokenNews } from "./token-watch.js";

/** From when on all records are asked for: the beginning of 1970, before each that the service has dated. */
export const ALL = 0;
/** The service's time while it is not known, see `RecordsClient.now`. */
const NO_TIME = -1;

/**
 * Milliseconds that a poll looks back. The service dates a record before it becomes visible: 785 milliseconds were seen. The
 * service's time is known to ten seconds.
 */
const OVERLAP = 20_000;
const CLOCK_OFF = 10_000;

/**
 * From when on whole polls ask, so that no change is missed: the service shows a change later than it dates it, its clock may be set,
 * and what was read with a token that turns out not to be accepted may have been a guest's.
 */
export class PollWindow {
	/** From when on the next whole poll asks, in milliseconds since 1970; ALL for all records. */
	bound = ALL;

	/** From when on it asks if the token turns out not to be accepted: not later than `bound`. */
	private proven = ALL;
	/** The service's time at the last whole poll, and the ticks then. */
	private time = NO_TIME;
	private ticks = 0;
	/** Ticks at the last whole poll that was good, and at the last one that asked for all records. */
	private good = 0;
	private goodOfAll = 0;
	private readonly readAll: number;

	/** @param readAll milliseconds after which all records are asked for */
	constructor(readAll: number) {
		this.readAll = readAll;
	}

	/** Whether a whole poll is due: what has changed since a shorter time may still come too late for the next one. */
	isDue(ticks: number): boolean {
		return this.bound === ALL || (ticks - this.good | 0) >= OVERLAP;
	}

	/**
	 * A whole poll begins: looks at the service's clock.
	 * @param now the service's time in milliseconds since 1970, NO_TIME while it is not known
	 * @returns from when on the poll after it asks, ALL while the time is not known
	 */
	begin(now: number, ticks: number): number {
		// What is dated back is in no poll for changes.
		if (this.bound !== ALL && (ticks - this.goodOfAll | 0) >= this.readAll)
			this.move(ALL);
		if (now === NO_TIME)
			return ALL;
		const off = this.time === NO_TIME ? 0 : now - this.time - (ticks - this.ticks | 0);
		this.time = now;
		this.ticks = ticks;
		// It was set back: nobody knows which changes are dated before the last poll.
		if (off < -CLOCK_OFF || this.bound > now)
			this.move(ALL);
		// It was set forward, or has caught up: a change may become visible that is dated before.
		return off > CLOCK_OFF ? this.bound : now - OVERLAP;
	}

	/**
	 * A whole poll was good.
	 * @param ticks when it began
	 * @param next from when on the next one asks, as `begin` has said
	 * @param newest the newest date of a record that was read, NaN for none
	 * @param hasFound whether there was any record
	 */
	end(ticks: number, next: number, newest: number, hasFound: boolean): void {
		const wasOfAll = this.bound === ALL;
		this.good = ticks;
		if (wasOfAll)
			this.goodOfAll = ticks;
		// Where nothing was found, the same question again costs less, and has the same answer.
		if (hasFound || wasOfAll)
			// Of a service whose `updated` is no date, all is asked for again.
			this.move(next !== ALL ? next : newest >= OVERLAP ? newest - OVERLAP : ALL);
	}

	/** The service has confirmed the token. */
	prove(): void {
		this.proven = this.bound;
	}

	/** What was learned since the token was confirmed can be a guest's. What another user sees was never learned. */
	unlearn(news: TokenNews): void {
		if (news === "other user")
			this.proven = ALL;
		this.bound = this.proven;
	}

	private move(bound: number): void {
		this.bound = bound;
		if (bound < this.proven)
			this.proven = bound;
	}
}
