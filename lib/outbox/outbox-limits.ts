import { PAUSES } from "../shared/pauses.js";
/**
 * Sizes and times of an outbox that an app may have a reason to change. Each can be given to the constructor of `Outbox` as
 * `limits`. Times are milliseconds.
 */
export interface OutboxLimits {
	/** Bytes of the longest reading, as JSON text in UTF-8. Default 512. */
	readonly reading: number;
	/**
	 * Readings in one request; 1 sends them one by one. A service that takes fewer gets fewer: PocketBase's own limit is 50.
	 * Default 50.
	 */
	readonly batch: number;
	/**
	 * Bytes of the longest request with several readings; its buffer is there while readings are delivered. Set it by the free
	 * heap. Default 4,096.
	 */
	readonly batchBytes: number;
	/** So many pending readings are delivered without waiting for `age`: fewer requests with more. Default 20. */
	readonly count: number;
	/** The longest that a reading waits for others while all goes well; each wait is random, from half of it on. Default 60,000. */
	readonly age: number;
	/**
	 * The longest that what is found in storage waits after a start; the wait is random, so that a fleet which starts in one
	 * moment does not send in one. 0 for a single device. Default 30,000.
	 */
	readonly bootJitter: number;
	/**
	 * @internal The longest pause after the first failure; it doubles with each. Pauses are random, from 0 to that. Also the
	 * least time between two refusals of a reading that count.
	 */
	readonly retryBase?: number;
	/** @internal What that doubling stops at: a service that is back is noticed within five minutes. */
	readonly retryMaximum?: number;
	/**
	 * @internal Readings delivered one by one after which a service that takes no batches is asked again: one vain request in a
	 * hundred.
	 */
	readonly batchRetry?: number;
	/**
	 * @internal The client's time for a response, with what waits in its queue before: after that, it is given up. Longer than
	 * a full queue of requests that all time out.
	 */
	readonly response?: number;
}

/** All limits. Those that apps can't set are here for the tests. */
export type AllOutboxLimits = Required<OutboxLimits>;

/** The limits that hold where none are given. Frozen. */
export const DEFAULT_OUTBOX_LIMITS: OutboxLimits = Object.freeze({
	reading: 512,
	batch: 50,
	batchBytes: 4096,
	count: 20,
	age: 60_000,
	bootJitter: 30_000
});

/** With the constants, for which `OutboxLimits` has the reasons. Frozen. */
export const ALL_OUTBOX_LIMITS: AllOutboxLimits = Object.freeze({
	...DEFAULT_OUTBOX_LIMITS,
	retryBase: PAUSES.delivery.base,
	retryMaximum: PAUSES.delivery.most,
	batchRetry: 100,
	response: 600_000
});
