import test from "ava";
import { ALL_LIMITS, type Limits } from "../../../lib/client-limits.js";
import { ClientResponse, failure } from "../../../lib/response.js";
import { Exchange } from "../../../lib/request/exchange.js";
import { RequestTimeouts, STAGE_FIRST_BYTE } from "../../../lib/request/request-timeouts.js";
import { retryDelay, type RetryOwner } from "../../../lib/request/retry-delay.js";
import { RetryAfterGate } from "../../../lib/request/retry-after-gate.js";
import { ConnectionDrive } from "../../../tools/connection/drive.js";
import { SetTimers } from "../../../tools/set-timers.js";

/** Whose request has failed after so many milliseconds. */
function make({ isReused = false, passed = 0, ...given }: Partial<Limits> & { isReused?: boolean; passed?: number } = {}): RetryOwner {
	const limits = { ...ALL_LIMITS, ...given };
	const timers = new SetTimers(1000 + passed);
	const { configuration } = new ConnectionDrive(limits, { timers });
	const timeouts = new RequestTimeouts(timers, limits, { onExpired: () => {} });
	timeouts.begin(1000);
	timeouts.enterStage(STAGE_FIRST_BYTE);
	return { configuration, connection: { isReused }, gate: new RetryAfterGate(), timeouts };
}

function exchangeOf(method: string, body?: string): Exchange {
	return Object.assign(new Exchange(), { method, body, path: "/api/collections/readings/records" });
}

const reset = failure("connect", "reset");
const busy = new ClientResponse("http", 429, "busy", "");

test("a request of which nothing was sent has not been applied, nor has one that was refused", (t) => {
	for (const [response, isUnsent] of [[reset, true], [busy, false]] as const) {
		const exchange = exchangeOf("POST", "{}");
		t.true(retryDelay(make(), exchange, response, isUnsent, -1) >= 0);
		t.false(exchange.maybeApplied);
	}
});

test("TLS that ended with a kept connection is a connection that ended; a peer that is not trusted is not asked again", (t) => {
	const untrusted = failure("tls", "certificate has expired");
	t.is(retryDelay(make({ isReused: true }), exchangeOf("GET"), untrusted, true, -1), 0);
	t.is(retryDelay(make(), exchangeOf("GET"), untrusted, true, -1), -1);
});

test("no more than limits.retries, none with 0, and none that would come after the deadline", (t) => {
	const owner = make({ retries: 2, isReused: true });
	const exchange = exchangeOf("GET");
	t.deepEqual([0, 0, -1].map(() => retryDelay(owner, exchange, reset, false, -1)), [0, 0, -1]);
	t.is(retryDelay(make({ retries: 0 }), exchangeOf("GET"), busy, false, 5000), -1);
	t.is(retryDelay(make({ timeout: 30_000, passed: 25_000 }), exchangeOf("GET"), busy, false, 5000), -1);
});
