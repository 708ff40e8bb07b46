/** Times of `StayConnected`, in milliseconds. Each can be given to its constructor as `limits`. */
export interface WiFiLimits {
	/** The longest time from `connect` to an address; after it, the device disconnects and tries again. Default 30,000. */
	readonly connecting: number;
	/** Bound of the random part of the first pause; a second is added. It doubles each time that all access points have failed. Default 5,000. */
	readonly retryBase: number;
	/** Maximum of that bound. Default 300,000. */
	readonly retryMaximum: number;
	/** The longest from an address to the flush of the outbox; the time is random. Default 30,000. */
	readonly flushJitter: number;
}

/** The default limits. Frozen. */
export const DEFAULT_WIFI_LIMITS: WiFiLimits = Object.freeze({
	connecting: 30_000,
	retryBase: 5000,
	retryMaximum: 300_000,
	flushJitter: 30_000
});
