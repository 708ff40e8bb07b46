import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import test from "ava";
import { text } from "../../../host/text.js";
import { makeConfiguration } from "../../../lib/scheduler/configuration.js";
import type { Limits } from "../../../lib/client-limits.js";
import type { Transport } from "../../../lib/platform.js";
import { ClientResponse } from "../../../lib/response.js";
import type { Connection, ConnectionOwner } from "../../../lib/request/connection-interface.js";
import { DIRECT, Exchange, NOTHING, WITH_TOKEN } from "../../../lib/request/exchange.js";
import { RequestScheduler } from "../../../lib/scheduler/request-scheduler.js";
import { through } from "../../../lib/streams/streamed-body.js";
import { MemoryResolver, MemorySocket } from "../../../tools/connection/memory-machine.js";
import { SetTimers } from "../../../tools/set-timers.js";

/** A connection that answers when it is told to. */
class ToldConnection implements Connection {
	isOpen = false;
	isReused = false;
	/** Exchanges in the order in which they were sent, and what each was then. */
	readonly exchanges: Exchange[] = [];
	readonly sent: string[] = [];
	closes = 0;
	/** What keeps the next request from being sent. */
	refusal: ClientResponse | undefined;

	prepare(): boolean {
		return this.isOpen;
	}

	send({ body, method, path }: Exchange): ClientResponse | undefined {
		this.sent.push(`${method} ${path} ${body === undefined || typeof body === "string" ? String(body) : "bytes"}`);
		return this.refusal;
	}

	resume(): void {
		// Nothing is streamed.
	}

	timedOut(): void {
		this.close();
	}

	close(): void {
		this.closes++;
		this.isOpen = false;
	}
}

/** A scheduler over a connection that a test has in its hand. */
function make(limits: Partial<Limits> = {}) {
	const timers = new SetTimers();
	const connection = new ToldConnection();
	let owner!: ConnectionOwner;
	const io = function (_configuration: unknown, given: ConnectionOwner): ToldConnection {
		owner = given;
		return connection;
	};
	const network = { http: { io, dns: { io: MemoryResolver }, socket: { io: MemorySocket } } };
	const platform = { network, preferences: { get: () => undefined, set: () => {}, delete: () => {} }, text, timers, secured: (transport: Transport) => ({ ...transport, isVerified: true }), warn: () => {} };
	const configuration = makeConfiguration(platform, { baseUrl: "http://127.0.0.1", limits, preferences: null });
	const scheduler = new RequestScheduler(configuration);
	const { send } = connection;
	connection.send = function (exchange) {
		this.exchanges.push(exchange);
		return send.call(this, exchange);
	};
	return {
		timers, connection, scheduler, monitor: configuration.stats,
		answer: (body = "{}") => owner.onResponse(new ClientResponse("", 200, "", body), "", ""),
		fail: (isUnsent = false) => owner.onFailure("connect", "reset", isUnsent)
	};
}

test("over an open connection a request goes out inside the call, unless another waits", async (t) => {
	const { answer, connection, scheduler, timers } = make();
	connection.isOpen = true;
	const first = scheduler.send("GET", "/a");
	t.deepEqual(connection.sent, ["GET /a undefined"]);
	void scheduler.send("GET", "/b");
	t.is(connection.sent.length, 1);
	answer();
	await first;
	void scheduler.send("GET", "/c");
	t.is(connection.sent.length, 1, "not before the one that waits");
	timers.pass(0);
	answer();
	timers.pass(0);
	t.deepEqual(connection.sent.slice(1), ["GET /b undefined", "GET /c undefined"]);
});

test("requests one after the other take the same exchange, which keeps nothing of the one before", async (t) => {
	const { answer, connection, fail, scheduler, timers } = make({ retries: 1, retryBase: 1, retryMaximum: 1 });
	const fresh = new Exchange();
	for (let count = 0; count < 5; count++) {
		const promise = scheduler.send(count % 2 === 0 ? "POST" : "GET", "/api/collections/a/records", '{"id":"abcdefghijklmno","secret":"x"}', count === 3 ? DIRECT : WITH_TOKEN);
		timers.pass(0);
		const exchange = connection.exchanges[0];
		const { resolve } = exchange;
		t.is(exchange.purpose, count === 3 ? DIRECT : WITH_TOKEN);
		if (count > 0) {
			fail();
			timers.pass(1);
			t.deepEqual([exchange.failures, exchange.maybeApplied], [1, true]);
		}
		answer('{"token":"one"}');
		await promise;
		const { body, failures, held, maybeApplied, next, prepared, sent, taken } = exchange;
		t.deepEqual({ body, failures, held, maybeApplied, next, prepared, sent, taken }, {
			body: undefined, failures: 0, held: undefined, maybeApplied: false, next: undefined, prepared: NOTHING, sent: false, taken: undefined
		});
		t.not(exchange.resolve, resolve);
		t.is(exchange.resolve, fresh.resolve);
	}
	t.is(new Set(connection.exchanges).size, 1);
});

test("an answer that its caller has let go of is held by nobody", async (t) => {
	setFlagsFromString("--expose-gc");
	const collect = runInNewContext("gc") as () => void;
	const { connection, scheduler, timers, answer } = make();
	connection.isOpen = true;
	const receive = async (): Promise<WeakRef<ClientResponse>> => {
		const promise = scheduler.send("GET", "/a");
		answer();
		return new WeakRef(await promise);
	};
	const reference = await receive();
	await turn();
	collect();
	t.is(reference.deref(), undefined);
	t.is(timers.waiting, 1);
});

test("a streamed call on a closed client, or one that its end settles, is held by nobody", async (t) => {
	setFlagsFromString("--expose-gc");
	const collect = runInNewContext("gc") as () => void;
	const { scheduler } = make();
	const call = async (isClosed: boolean): Promise<WeakRef<object>> => {
		const sink = { begin: () => false as const, source: () => undefined };
		const promise = through(sink).send(scheduler, "GET", "/a");
		if (isClosed)
			scheduler.close();
		t.is((await promise).kind, "closed");
		return new WeakRef(sink);
	};
	const references = [await call(true), await call(false)];
	await turn();
	collect();
	t.deepEqual(references.map((reference) => reference.deref()), [undefined, undefined]);
	t.true(scheduler.free === undefined);
});
