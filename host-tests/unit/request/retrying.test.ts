import test from "ava";
import { ALL_LIMITS, type Limits } from "../../../lib/client-limits.js";
import { ClientResponse, failure } from "../../../lib/response.js";
import { Exchange } from "../../../lib/request/exchange.js";
import { RequestTimeouts, STAGE_FIRST_BYTE } from "../../../lib/request/request-timeouts.js";
import { mayRetry, retryDelay, type RetryOwner } from "../../../lib/request/retrying.js";
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
	return { configuration, connection: { isReused }, timeouts };
}

function exchangeOf(method: string, body?: string): Exchange {
	return Object.assign(new Exchange(), { method, body, path: "/api/collections/readings/records" });
}

const reset = failure("connect", "reset");
const busy = new ClientResponse("http", 429, "busy", "");

/** Milliseconds until a request is sent again, -1 when it is not. */
function judge(owner: RetryOwner, exchange: Exchange, response: ClientResponse, isUnsent: boolean, retryAfter = -1): number {
	const delay = retryDelay(owner, exchange, response.statusCode, retryAfter);
	return mayRetry(owner, exchange, response, isUnsent, delay) ? delay : -1;
}

test("TLS that ended with a kept connection is a connection that ended; a peer that is not trusted is not asked again", (t) => {
	const untrusted = failure("tls", "certificate has expired");
	t.is(judge(make({ isReused: true }), exchangeOf("GET"), untrusted, true), 0);
	t.is(judge(make(), exchangeOf("GET"), untrusted, true), -1);
});

test("no more than limits.retries, none with 0, and none that would come after the deadline", (t) => {
	const owner = make({ retries: 2, isReused: true });
	const get = exchangeOf("GET");
	t.deepEqual([0, 1, 2].map((failures) => judge(owner, Object.assign(get, { failures }), reset, false)), [0, 0, -1]);
	t.is(judge(make({ retries: 0 }), exchangeOf("GET"), busy, false, 5000), -1);
	t.is(judge(make({ timeout: 30_000, passed: 25_000 }), exchangeOf("GET"), busy, false, 5000), -1);
});

test("a request whose sink repeats it goes again only where a kept connection has ended", (t) => {
	const sunk = Object.assign(exchangeOf("GET"), { sink: { isRepeated: true } });
	t.is(judge(make({ isReused: true }), sunk, reset, false), 0);
	t.is(judge(make(), sunk, reset, false), -1);
	t.is(judge(make({ isReused: true }), sunk, busy, false, 5000), -1);
});
