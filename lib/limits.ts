import { completed } from "./shared/complete-limits.js";

/**
 * Every size and time of the library. Each can be given to the constructor of `RecordsClient` as `limits`. Times are milliseconds.
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 *
 * const records = new RecordsClient({ baseUrl: "http://192.168.1.10:8090", limits: { timeout: 20_000, body: 4096 } });
 * ```
 */
export interface Limits {
	/** Requests that may wait behind the one in flight; one more is answered `kind "busy"`. A waiting one costs about 200 bytes. Default 8. */
	readonly queue: number;
	/** Time for one request, from its turn in the queue to the end of its answer, with all that is repeated and waited for. Default 30,000. */
	readonly timeout: number;
	/** Time for a connection: look-up, TCP and TLS. Default 15,000. */
	readonly connect: number;
	/** Time from a request's last byte to its answer's first. Default 15,000. */
	readonly firstByte: number;
	/** Time between two pieces of a request or of an answer. Default 10,000. */
	readonly idle: number;
	/** How often a request may be sent again, where that can't have an effect twice; 0 turns repeats and pauses off. Default 2. */
	readonly retries: number;
	/** The longest pause before the first repeat; it doubles with each. Pauses are random, from 0 to that. Default 500. */
	readonly retryBase: number;
	/** What that doubling stops at. Default 10,000. */
	readonly retryMaximum: number;
	/** Pause after a 429 or 503 that names none; the jitter on top is, at first, from 0 to as long. Default 5,000. */
	readonly retryPause: number;
	/** The longest pause that an answer can ask for by Retry-After; the jitter on top is from 0 to as long. Default 3,600,000. */
	readonly retryAfterMaximum: number;
	/** Bytes received after which a connection is closed and opened anew; 0 for never. Over TLS, Go's servers send records of up to 16 KB after a while. Default 0. */
	readonly recycleBytes: number;
	/**
	 * Milliseconds in which the service is asked at most once whether it still accepts a token after an answer that a guest
	 * would get, too; besides it is asked before the first request with a token that the app has set. 0 never asks. Default
	 * 3,600,000.
	 */
	readonly confirmEvery: number;
	/** Share of a token's life, in percent, after which it is exchanged for a new one. Default 80. */
	readonly renewAt: number;
	/**
	 * Bytes of a response body; a longer one is `kind "too-large"`, but for the record of a create or update: that is stored,
	 * and its body `{}`. The buffer is as large as an answer needs, at least 1,024; eight small ones in a row give it back.
	 * Default 24,576, on Node 8,388,608.
	 */
	readonly body: number;
	/** Bytes of a request's path and query, percent-encoded. Default 12,288: PocketBase takes filters of 3,500 bytes, which are 10,500 with each of them encoded. */
	readonly url: number;
	/**
	 * Bytes of the send buffer: a head and body that fit leave in one write. It is as large as they have needed. A head may be
	 * longer, up to `url` and 512 bytes more; its buffer is given back with the next head. Default 1,536.
	 */
	readonly send: number;
	/** Bytes of the receive buffer: longer header lines are skipped. Default 1,024. */
	readonly receive: number;
}

/** The limits that hold where none are given; on Node `body` is 8,388,608. Frozen. */
export const DEFAULT_LIMITS: Limits = Object.freeze({
	queue: 8,
	timeout: 30_000,
	connect: 15_000,
	firstByte: 15_000,
	idle: 10_000,
	retries: 2,
	retryBase: 500,
	retryMaximum: 10_000,
	retryPause: 5000,
	retryAfterMaximum: 3_600_000,
	recycleBytes: 0,
	confirmEvery: 3_600_000,
	renewAt: 80,
	body: 24_576,
	url: 12_288,
	send: 1536,
	receive: 1024
});

/** Bytes of a request head without its path: method, host and a token's header. */
export const HEAD_BESIDE_URL = 512;

/** The least that works where nothing doesn't: a millisecond, for buffers what the shortest head of a real exchange needs. */
const LEAST: Partial<Limits> = Object.freeze({
	timeout: 1, connect: 1, firstByte: 1, idle: 1, retryBase: 1, retryMaximum: 1, renewAt: 1, body: 1, url: 64, send: 128, receive: 64
});

/**
 * Fills in the defaults.
 * @param given limits that differ; not changed
 * @param defaults frozen; in flash on devices
 * @returns all limits
 * @throws TypeError that names an unknown limit; RangeError that names one that is no whole number or too small
 */
export function completeLimits(given?: Partial<Limits>, defaults = DEFAULT_LIMITS): Limits {
	return given === undefined ? defaults : completed(given, defaults, LEAST);
}
