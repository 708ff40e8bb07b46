import { PAUSES } from "./shared/pauses.js";
import { completed } from "./shared/complete-limits.js";

/**
 * Sizes and times that an app may have a reason to change. Each can be given to the constructor of `RecordsClient` as `limits`.
 * Times are milliseconds.
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 *
 * const records = new RecordsClient({ baseUrl: "http://192.168.1.10:8090", limits: { timeout: 20_000, body: 4096 } });
 * ```
 */
export interface Limits {
	/**
	 * Requests that may wait while one is in flight; one more is answered `kind "busy"`. A waiting one costs about 200 bytes. Raise it for an
	 * app that makes many calls at once. Default 8.
	 */
	readonly queue: number;
	/**
	 * Time for one request, from its turn in the queue to the end of its answer, with all repeats and pauses: as long as the app can wait.
	 * Default 30,000.
	 */
	readonly timeout: number;
	/**
	 * Time for a connection: look-up, TCP and TLS. Raise it for a slow network: a TLS handshake takes seconds on a microcontroller. Default
	 * 15,000.
	 */
	readonly connect: number;
	/** Time from a request's last byte to its answer's first. Raise it for a slow route or hook of the service. Default 15,000. */
	readonly firstByte: number;
	/** Time between two pieces of a request or of an answer. Raise it for a network that stalls. Default 10,000. */
	readonly idle: number;
	/**
	 * Idleness after which a kept connection is not used again. NATs and load balancers forget idle connections without a word;
	 * the shortest time seen of NATs was 4 minutes. A server's `Keep-Alive: timeout=` counts where it is shorter. 0 opens a
	 * connection for each request. Lower it where what is between forgets earlier; raise it for a device that is connected
	 * directly. Default 180,000.
	 */
	readonly keepAlive: number;
	/**
	 * How often a request may be sent again, where that can't have an effect twice; 0 turns repeats and pauses off, for an app that repeats
	 * by itself. Default 2.
	 */
	readonly retries: number;
	/**
	 * Bytes received after which a connection is closed and opened again; 0 for never. Over TLS, Go's servers send records of up to 16 KB
	 * after a while: set it where the heap has no room for them. Default 0.
	 */
	readonly recycleBytes: number;
	/**
	 * The longest pause that an answer can ask for by Retry-After: whoever answers need not be the service. A random part of 0 to
	 * as long is added. Lower it where a proxy asks for longer than the readings can wait. Default 3,600,000.
	 */
	readonly retryAfterMaximum: number;
	/**
	 * Milliseconds in which the service is asked at most once whether it still accepts a token after an answer that a guest
	 * would get, too; besides it is asked before the first request with a token that the app has set. 0 never asks, for a device
	 * that cannot afford the request. Default 3,600,000.
	 */
	readonly confirmEvery: number;
	/**
	 * Bytes of a response body; a longer one is `kind "too-large"`, except the record of a create or update: that is stored,
	 * and its body `{}`. The buffer is as large as an answer needs, and is given back with it.
	 * Set it by the free heap and by the pages that the app asks for. Default 24,576, on Node 8,388,608.
	 */
	readonly body: number;
	/**
	 * Values of an answer's JSON: one for each comma and colon, three for each object and list. An answer with more is `kind
	 * "too-large"`, except the record of a create or an update: that is done, and its body `{}`. `json()` takes up to
	 * 16 bytes of heap for each, and the texts beside. Raise it where the heap has room for more than the error names. Default 2,560, which
	 * the fixed heap of a named board bears, and one more for each 6 bytes of `body` above its default, which ordinary records have; on Node
	 * 2,147,483,647.
	 */
	readonly values: number;
	/**
	 * Bytes of the send buffer: a head and body that fit leave in one write. It is as large as they have needed. A head may be
	 * longer, up to 12,800 bytes; its buffer is given back with the next head. Raise it for a token that is too long for it.
	 * Default 1,536.
	 */
	readonly send: number;
	/** @internal The longest pause before the first repeat; it doubles with each. Random from 0 on, so that it need not fit a fleet's size. */
	readonly retryBase?: number;
	/** @internal What that doubling stops at: a repeat later than this would not come within `timeout`. */
	readonly retryMaximum?: number;
	/**
	 * @internal Pause after a 429 or 503 that names none; the jitter on top is, at first, from 0 to as long. PocketBase's own rules count
	 * creates for 5 seconds.
	 */
	readonly retryPause?: number;
	/**
	 * @internal Share of a token's life, in percent, after which it is exchanged for a new one. The fifth that is left bears an outage of a
	 * day with PocketBase's tokens of five days and more.
	 */
	readonly renewAt?: number;
	/**
	 * @internal Bytes of a request's path and query, percent-encoded: PocketBase takes filters of 3,500 bytes, which are 10,500 with each of
	 * them encoded.
	 */
	readonly url?: number;
	/** @internal Bytes of the receive buffer. Header lines that are longer are skipped, and the service's own are far shorter. */
	readonly receive?: number;
}

/** All limits. Those that apps can't set are here for the tests. */
export type AllLimits = Required<Limits>;

/** The limits that a body is judged by. */
export type SizeLimits = Pick<Limits, "body" | "values">;

/** What a body has of what these limits are about. */
export interface BodySize {
	/** Bytes. */
	readonly length: number;
	readonly values: number;
}

/** The limits that hold where none are given; on Node `body` is 8,388,608 and `values` 2,147,483,647. Frozen. */
export const DEFAULT_LIMITS: Limits = Object.freeze({
	queue: 8,
	timeout: 30_000,
	connect: 15_000,
	firstByte: 15_000,
	idle: 10_000,
	keepAlive: 180_000,
	retries: 2,
	recycleBytes: 0,
	retryAfterMaximum: 3_600_000,
	confirmEvery: 3_600_000,
	body: 24_576,
	values: 2560,
	send: 1536
});

/** With the constants, for which `Limits` has the reasons. Frozen; in flash on devices. */
export const ALL_LIMITS: AllLimits = Object.freeze({
	...DEFAULT_LIMITS,
	retryBase: PAUSES.repeat.base,
	retryMaximum: PAUSES.repeat.most,
	retryPause: PAUSES.refusal.least,
	renewAt: 80,
	url: 12_288,
	receive: 1024
});

/** Bytes of a request head without its path: method, host and a token's header. */
export const HEAD_BESIDE_URL = 512;

/** Bytes of an answer for each value that it may have by default: an ordinary record of 12 fields has 27 in 180 bytes and more. */
const BYTES_OF_VALUE = 6;

/** The least that works where 0 doesn't: a millisecond, for the buffer what the shortest head of a real exchange needs. */
const LEAST: Partial<Limits> = Object.freeze({ timeout: 1, connect: 1, firstByte: 1, idle: 1, body: 1, values: 1024, send: 128 });

/**
 * Fills in the defaults.
 * @param given limits that differ; not changed
 * @param all frozen
 * @returns all limits
 * @throws TypeError that names an unknown limit; RangeError that names one that is no whole number or too small
 */
export function completeLimits(given?: Partial<Limits>, all = ALL_LIMITS): AllLimits {
	if (given === undefined)
		return all;
	const limits: { -readonly [Name in keyof AllLimits]: AllLimits[Name] } = completed(given, DEFAULT_LIMITS, LEAST, all);
	const more = limits.body - DEFAULT_LIMITS.body;
	if (given.values === undefined && more > 0 && all.values === DEFAULT_LIMITS.values)
		limits.values += Math.trunc(more / BYTES_OF_VALUE);
	return limits;
}
