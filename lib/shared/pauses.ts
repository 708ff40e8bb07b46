/** How long to wait before something is tried again. Times are milliseconds, whole numbers below 2^31. */
export interface Pause {
	/** Waited in any case. */
	readonly least: number;
	/** The most that chance adds after the first failure; it doubles with each one after. */
	readonly base: number;
	/** What the doubling stops at. */
	readonly most: number;
}

/** In place of a time, or of how long something takes: nobody has said it. */
export const NO_TIME = -1;

/** The pauses of the library. Some are defaults of limits, which the tests may change. */
export const PAUSES = Object.freeze({
	/**
	 * A request goes out again after a failure: `limits.retryBase`, `retryMaximum`. A repeat later than `most` would not come within
	 * `timeout`.
	 */
	repeat: Object.freeze({ least: 0, base: 500, most: 10_000 }),
	/**
	 * It was refused (429, 503) without a time: `limits.retryPause`; the rest as for a repeat. PocketBase's own rules count creates for
	 * 5 seconds.
	 */
	refusal: Object.freeze({ least: 5000 }),
	/** The service has refused a token or a log-in: each try costs it as much as a password's check. */
	login: Object.freeze({ least: 30_000, base: 60_000, most: 3_600_000 }),
	/** A log-in has failed without a refusal: an outage is over soon. The rest is by `limits.retryBase`. */
	outage: Object.freeze({ most: 60_000 }),
	/** The event stream has ended. */
	stream: Object.freeze({ least: 1000, base: 1000, most: 60_000 }),
	/** A poll of live records has failed; at most as long as from one poll to the next. */
	poll: Object.freeze({ least: 1000, base: 1000, most: 3_600_000 }),
	/** A delivery of the outbox has failed: its `retryBase`, `retryMaximum`. A service that is back is noticed within five minutes. */
	delivery: Object.freeze({ least: 0, base: 5000, most: 300_000 }),
	/** No access point took the device: its `retryBase`, `retryMaximum`. An interface reports the end of a connection before it is over. */
	wifi: Object.freeze({ least: 1000, base: 5000, most: 300_000 }),
	/** No time server has answered. */
	clock: Object.freeze({ least: 0, base: 60_000, most: 300_000 }),
	/** The clock was set; it is set again. */
	clockSet: Object.freeze({ least: 43_200_000, base: 43_200_000, most: 43_200_000 }),
	/** The first record of how the device is, so that a fleet does not send in one moment. */
	health: Object.freeze({ least: 0, base: 30_000, most: 30_000 }),
	/** A DNS server has not answered. */
	question: Object.freeze({ least: 1000, base: 0, most: 0 }),
	/**
	 * From a socket's `onWritable` to the write. A reset mostly follows directly what opened the window; the SDK's socket over lwIP ends
	 * the app when one comes during a write (docs/decisions/0092-a-write-waits-a-millisecond.md).
	 */
	write: Object.freeze({ least: 1, base: 0, most: 0 }),
	/** A socket that takes no more has it for what it had received, and to report its error by itself. */
	close: Object.freeze({ least: 100, base: 0, most: 0 })
} satisfies Readonly<Record<string, Partial<Pause>>>);

// docs/decisions/0033-pauses-are-random.md
/**
 * A time that begins with what is waited in any case; what chance adds is between nothing and a bound that doubles with each attempt:
 * "full jitter" of "Exponential Backoff And Jitter" (AWS Architecture Blog, 2015). Devices that lost the service in one moment don't
 * come back in one.
 * @param attempt 1 for the pause after the first attempt
 * @param random from 0 to below 1, as of Math.random
 * @returns whole milliseconds
 */
export function pauseOf({ base, least, most }: Pause, attempt: number, random: number): number {
	const bound = base * 2 ** (attempt - 1);
	return least + Math.floor(random * ((bound < most ? bound : most) + 1));
}
