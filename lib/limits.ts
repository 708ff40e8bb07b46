/** Every size and time of the library. Each can be given to the constructor of `RecordsClient` as `limits`. */
export interface Limits {
	/** Requests that may wait behind the one in flight; one more is answered `kind "busy"`. A waiting one costs about 200 bytes. Default 8. */
	readonly queue: number;
	/** Milliseconds for one request, from its turn in the queue to the end of its answer. Default 30,000. */
	readonly timeout: number;
	/** Bytes of a response body; a longer one is `kind "too-large"`. The buffer starts at 1,024 and stays as large as it had to grow. Default 16,384. */
	readonly body: number;
	/** Bytes of a request's path and query, percent-encoded. The buffer starts at 128 and grows. Default 1,024. */
	readonly url: number;
	/** Bytes of the send buffer: the longest request head; a head and body that fit leave in one write. It starts at 512 and grows. Default 1,536, or `url` and 512 more. */
	readonly send: number;
	/** Bytes of the receive buffer: longer header lines are passed over. Default 1,024. */
	readonly receive: number;
}

export const DEFAULT_LIMITS: Limits = Object.freeze({
	queue: 8,
	timeout: 30_000,
	body: 16_384,
	url: 1024,
	send: 1536,
	receive: 1024
});

/** Bytes of a request head without its path: method, host and a token's header. */
const HEAD_BESIDE_URL = 512;

/** The least that works: no queue, a millisecond, for buffers what the shortest head of a real exchange needs. */
const LEAST: Limits = Object.freeze({ queue: 0, timeout: 1, body: 1, url: 64, send: 128, receive: 64 });

/**
 * Fills in the defaults.
 * @param given limits that differ; not changed
 * @returns all limits, in a new object
 * @throws TypeError that names an unknown limit; RangeError that names one that is no whole number or too small
 */
export function completeLimits(given: Partial<Limits> = {}): Limits {
	const limits: Record<string, number> = { ...DEFAULT_LIMITS };
	for (const [name, value] of Object.entries(given)) {
		if (value === undefined)
			continue;
		if (!Object.hasOwn(LEAST, name))
			throw new TypeError(`limits.${name} is unknown`);
		const least = LEAST[name as keyof Limits];
		if (!Number.isSafeInteger(value) || value < least || value > 0x7fffffff)
			throw new RangeError(`limits.${name} must be a whole number of ${least} or more`);
		limits[name] = value;
	}
	if (given.send === undefined && limits.send < limits.url + HEAD_BESIDE_URL)
		limits.send = limits.url + HEAD_BESIDE_URL;
	return limits as unknown as Limits;
}
