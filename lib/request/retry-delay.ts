import type { AllLimits } from "../client-limits.js";
import type { Text, Timers } from "../platform.js";
import type { ClientResponse } from "../response.js";
import type { ClientStats } from "../stats.js";
import { isRepeatable } from "./repeated-create.js";
import type { Connection } from "./connection-interface.js";
import type { Exchange } from "./exchange.js";
import { type RequestTimeouts, STAGE_FIRST_BYTE, STAGE_NONE, STAGE_SEND } from "./request-timeouts.js";
import type { RetryAfterGate } from "./retry-after-gate.js";
import { pauseBefore } from "./retry-pause.js";
import { mayRepeat, refuses } from "./may-repeat.js";
import { TOO_MANY_REQUESTS } from "../http-statuses.js";

/** What the judgement of a failure needs of its client. */
export interface RetryParts {
	readonly limits: AllLimits;
	/** Path of the collections. */
	readonly prefix: string;
	readonly stats: ClientStats;
	readonly platform: { readonly text: Text; readonly timers: Timers };
}

/** Owner of the request that has failed. */
export interface RetryOwner {
	readonly configuration: RetryParts;
	readonly connection: Pick<Connection, "isReused">;
	readonly gate: RetryAfterGate;
	readonly timeouts: RequestTimeouts;
}

/**
 * Judges the failure of a request, and counts it if it is to be sent again. A pause that the service asks for begins in any
 * case.
 * @param isUnsent whether not a byte of the request can have been processed
 * @param retryAfter milliseconds that the service has asked for, -1 for none
 * @returns milliseconds until it is to be sent again, -1 when it is not
 */
export function retryDelay(owner: RetryOwner, exchange: Exchange, response: ClientResponse, isUnsent: boolean, retryAfter: number): number {
	const { connection, timeouts } = owner;
	const { limits, prefix, stats, platform } = owner.configuration;
	const { kind, statusCode } = response;
	if (limits.retries === 0)
		return -1;
	const isRefused = refuses(statusCode);
	// A kept connection that has ended says nothing of the service.
	const isKeptOnes = statusCode === 0 && connection.isReused;
	const delay = !isRefused && connection.isReused ? 0 : pauseBefore(statusCode, retryAfter, exchange.failures + 1, limits, Math.random());
	if (isRefused)
		owner.gate.close(delay, platform.timers.now());
	// The peer of a kept connection was trusted: TLS ended because the connection did. A silent one may have been forgotten on its way.
	const isLost = kind === "tls" || kind === "timeout" && (timeouts.stage === STAGE_FIRST_BYTE || timeouts.stage === STAGE_SEND);
	const cause = isLost && connection.isReused ? "connect" : kind;
	if (exchange.failures >= limits.retries || exchange.sink?.isRepeated && !isKeptOnes || delay >= timeouts.left
		|| !mayRepeat(exchange.method, isUnsent, cause, statusCode, isRepeatable(exchange, prefix, platform.text)))
		return -1;
	exchange.failures++;
	exchange.maybeApplied ||= !isUnsent && statusCode !== TOO_MANY_REQUESTS;
	stats.retries++;
	stats.emit("retry", exchange.failures);
	if (delay > 0)
		stats.emit("backoff", delay);
	timeouts.enterStage(STAGE_NONE);
	return delay;
}
