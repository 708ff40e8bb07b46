import { type Exchange, ignore } from "../request/exchange.js";
import { STAGE_CONNECT, STAGE_NONE } from "../request/request-timeouts.js";
import type { Scheduler } from "../request/scheduler-interface.js";
import { ABORTED, ABORTED_LATE, type ClientResponse, failure } from "../response.js";
import type { Signal } from "../shared/signal.js";

/** As `Abortable` says. */
export function abortable(signal: Signal, scheduler: Scheduler, call: () => Promise<ClientResponse>): Promise<ClientResponse> | undefined {
	if (typeof signal.addEventListener !== "function" || typeof signal.removeEventListener !== "function")
		return undefined;
	if (signal.aborted)
		return Promise.resolve(failure("closed", ABORTED));
	const exchange = scheduler.free ??= scheduler.another();
	const promise = call();
	if (exchange === undefined || exchange.resolve === ignore)
		return promise;
	const { resolve } = exchange;
	const settle = (response: ClientResponse): void => {
		signal.removeEventListener("abort", onAbort);
		resolve(response);
	};
	// On a turn of its own: it may come in the middle of anything, and too late.
	const onAbort = (): unknown => scheduler.configuration.platform.timers.set(() => {
		if (exchange.resolve === settle)
			abort(scheduler, exchange);
	});
	exchange.resolve = settle;
	signal.addEventListener("abort", onAbort);
	// By the app that was asked for a part of the request.
	if (signal.aborted)
		onAbort();
	return promise;
}

/** Ends a call. */
function abort(scheduler: Scheduler, exchange: Exchange): void {
	const { auth, connection, queue, timeouts: { stage } } = scheduler;
	if (!scheduler.isCurrent(exchange)) {
		const others: Exchange[] = [];
		for (let each = queue.shift(); each !== undefined; each = queue.shift())
			others.push(each);
		for (const each of others) {
			if (each !== exchange)
				queue.push(each);
		}
		return scheduler.settle(exchange, failure("closed", ABORTED));
	}
	const isUnderway = stage !== STAGE_NONE && stage !== STAGE_CONNECT && auth.request === undefined;
	const mayBeDone = exchange.method !== "GET" && (exchange.maybeApplied || isUnderway);
	if (stage !== STAGE_NONE)
		connection.close();
	scheduler.finish(failure("closed", mayBeDone ? ABORTED_LATE : ABORTED));
}
