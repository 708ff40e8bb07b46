import { PAUSES } from "../shared/pauses.js";
/** Times of `StayConnected` that an app may have a reason to change, in milliseconds. Each can be given to its constructor as `limits`. */
export interface WiFiLimits {
	/** The longest from `connect` to an address; then it disconnects and tries again. Raise it for a slow DHCP server. Default 30,000. */
	readonly connecting: number;
	/**
	 * The longest from an address to the flush of the outbox; the time is random, so that a fleet does not send in one moment. 0 for a single
	 * device. Default 30,000.
	 */
	readonly flushJitter: number;
	/**
	 * @internal The longest pause before it tries again, plus a second; it doubles each time that all access points have failed. Pauses are
	 * random, from 0 on.
	 */
	readonly retryBase?: number;
	/** @internal What that doubling stops at: a network that is back is noticed within five minutes. */
	readonly retryMaximum?: number;
}

/** The limits that hold where none are given. Frozen. */
export const DEFAULT_WIFI_LIMITS: WiFiLimits = Object.freeze({ connecting: 30_000, flushJitter: 30_000 });

/** With the constants, for which `WiFiLimits` has the reasons. Frozen. */
export const ALL_WIFI_LIMITS: Required<WiFiLimits> = Object.freeze({
	...DEFAULT_WIFI_LIMITS, retryBase: PAUSES.wifi.base, retryMaximum: PAUSES.wifi.most
});
