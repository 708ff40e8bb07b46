/** Milliseconds: less than the 24 days after which a difference of ticks can't be told. */
export const TICKS_KEEP = 0x40000000;

/**
 * The service's time of day, for a device that has none: learned from the Date field of its answers (RFC 9110, section
 * 6.6.1) and carried on by the ticks of the machine. A Date is cut to whole seconds and then travels, so that the clock is
 * never ahead of the service when it has learned, and behind by less than a second and the answer's way. Between it is as
 * good as the ticks.
 *
 * Ticks are milliseconds of a clock that is never set, as a signed integer of 32 bits that wraps. The clock is right for
 * as long as not more than 24 days pass from one call of these methods to the next.
 */
export class ServiceClock {
	/** The service's time in seconds since 1970 when `ticks` was, -1 while unknown. */
	private time = -1;
	private ticks = 0;

	/**
	 * Takes what an answer says.
	 * @param seconds its Date in seconds since 1970; -1, when it has none that can be read, teaches nothing
	 * @param ticks when it came
	 */
	learn(seconds: number, ticks: number): void {
		if (seconds < 0)
			return;
		this.time = seconds;
		this.ticks = ticks;
	}

	/**
	 * The service's time.
	 * @param ticks now
	 * @returns whole seconds since 1970, rounded down; -1 while unknown
	 */
	seconds(ticks: number): number {
		if (this.time < 0)
			return -1;
		// What is kept moves on by whole seconds: the rest is not lost, and the difference stays small.
		const passed = Math.floor(((ticks - this.ticks) | 0) / 1000);
		this.ticks += passed * 1000;
		this.time += passed;
		return this.time;
	}

	/**
	 * The service's time, as exact as the ticks carry it on.
	 * @param ticks now
	 * @returns milliseconds since 1970; -1 while unknown
	 */
	milliseconds(ticks: number): number {
		const seconds = this.seconds(ticks);
		return seconds < 0 ? -1 : seconds * 1000 + (ticks - this.ticks | 0);
	}
}
