/** Times of `StayConnected`, in milliseconds. Each can be given to its constructor as `limits`. */
export interface WiFiLimits {
	/** The longest from `connect` to an address; then it disconnects and tries anew. Default 30,000. */
	readonly connecting: number;
	/** The longest pause before it tries again, but for a second on top; it doubles each time that all access points have failed. Pauses are random, from 0 on. Default 5,000. */
	readonly retryBase: number;
	/** What that doubling stops at. Default 300,000. */
	readonly retryMaximum: number;
	/** The longest from an address to the flush of the outbox; the time is random. Default 30,000. */
	readonly flushJitter: number;
}

/** The limits that hold where none are given. Frozen. */
export const DEFAULT_WIFI_LIMITS: WiFiLimits = Object.freeze({
	connecting: 30_000,
	retryBase: 5000,
	retryMaximum: 300_000,
	flushJitter: 30_000
});
