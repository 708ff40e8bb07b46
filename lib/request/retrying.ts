import type { AllLimits } from "../client-limits.js";
import type { Text, Timers } from "../platform.js";
import type { ClientResponse } from "../response.js";
import type { ClientStats } from "../stats.js";
import { isRepeatable } from "./repeated-create.js";
import type { Connection } from "./connection-interface.js";
import type { Exchange } from "./exchange.js";
import { type RequestTimeouts, STAGE_FIRST_BYTE, STAGE_SEND } from "./request-timeouts.js";
import { pauseBefore } from "./retry-pause.js";
import { mayRepeat, refuses } from "./may-repeat.js";

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
	readonly timeouts: RequestTimeouts;
}

/**
 * Milliseconds until a request that has failed could be sent again.
 * @param status of the answer, 0 without one
 * @param retryAfter milliseconds that the service has asked for, -1 for none
 */
export function retryDelay({ configuration: { limits }, connection }: RetryOwner, { failures }: Exchange, status: number,
	retryAfter: number): number {
	// A kept connection that has ended says nothing of the service.
	return connection.isReused && !refuses(status) ? 0 : pauseBefore(status, retryAfter, failures + 1, limits, Math.random());
}

/**
 * Whether a request that has failed is to be sent again.
 * @param isUnsent whether not a byte of the request can have been processed
 * @param delay milliseconds until then
 */
export function mayRetry({ configuration, connection, timeouts }: RetryOwner, exchange: Exchange, { kind, statusCode }: ClientResponse,
	isUnsent: boolean, delay: number): boolean {
	const { limits, platform, prefix } = configuration;
	if (exchange.failures >= limits.retries || delay >= timeouts.left)
		return false;
	// Whoever has given the sink repeats the request.
	if (exchange.sink?.isRepeated && (statusCode !== 0 || !connection.isReused))
		return false;
	// The peer of a kept connection was trusted: TLS ended because the connection did. A silent one may have been forgotten on its way.
	const isLost = kind === "tls" || kind === "timeout" && (timeouts.stage === STAGE_FIRST_BYTE || timeouts.stage === STAGE_SEND);
	const cause = isLost && connection.isReused ? "connect" : kind;
	return mayRepeat(exchange.method, isUnsent, cause, statusCode, isRepeatable(exchange, prefix, platform.text));
}
