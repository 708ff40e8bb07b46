import type { Channel } from "./channel.js";
import type { Exchange } from "./exchange.js";
import { ownId } from "./own-id.js";
import { Pacing } from "./pacing.js";
import type { Kind } from "./response.js";
import { mayRepeat, pause, refuses, TOO_MANY_REQUESTS } from "./retry-policy.js";
import type { Setting } from "./setting.js";
import { STAGE_NONE, type Watch } from "./watch.js";
import { NONE, POST } from "./words.js";

/** Whether and when a request that failed is sent again, and the pause that the service has asked for. */
export class Repeats {
	readonly pacing = new Pacing();

	private readonly setting: Setting;
	private readonly channel: Channel;
	private readonly watch: Watch;

	/**
	 * @param channel what the request went through
	 * @param watch what time it has left
	 */
	constructor(setting: Setting, channel: Channel, watch: Watch) {
		this.setting = setting;
		this.channel = channel;
		this.watch = watch;
	}

	/**
	 * Judges the failure of a request, and counts it when it is to be sent again: it is in no stage until then. A pause
	 * that the service asks for begins in any case.
	 * @param status of a refusal, 0 when no answer began
	 * @param unsent whether not a byte of the request can have been processed
	 * @param retryAfter milliseconds that the service has asked for, -1 for none
	 * @returns milliseconds until it is to be sent again, -1 when it is not
	 */
	next(exchange: Exchange, kind: Kind, status: number, unsent: boolean, retryAfter: number): number {
		const { limits, monitor, platform } = this.setting;
		if (limits.retries === 0)
			return -1;
		const refused = refuses(status);
		// A kept connection that has ended says nothing of the service.
		const wait = !refused && this.channel.reused ? 0 : pause(status, retryAfter, exchange.failures + 1, limits, Math.random());
		if (refused)
			this.pacing.begin(wait, platform.timers.now());
		const repeatable = exchange.method === POST && ownId(exchange.body) !== NONE;
		// The peer of a kept connection was trusted: TLS ended because the connection did.
		const cause = kind === "tls" && this.channel.reused ? "connect" : kind;
		if (exchange.failures >= limits.retries || wait >= this.watch.left || !mayRepeat(exchange.method, unsent, cause, status, repeatable))
			return -1;
		exchange.failures++;
		exchange.doubtful ||= !unsent && status !== TOO_MANY_REQUESTS;
		monitor.retries++;
		monitor.tell("retry", exchange.failures);
		if (wait > 0)
			monitor.tell("backoff", wait);
		this.watch.mark(STAGE_NONE);
		return wait;
	}
}
