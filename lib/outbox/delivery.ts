import { segmentFault } from "../arguments.js";
import { completed } from "../complete-limits.js";
import type { TimerHandle } from "../platform.js";
import type { ClientResponse } from "../response.js";
import { DELIVERED, FAILED, HELD, judge, REJECTED, SPLIT, UNBATCHED } from "./judge.js";
import { DEFAULT_OUTBOX_LIMITS, type OutboxLimits } from "./limits.js";
import { Log } from "./log.js";
import type { OutboxCounts, OutboxOptions } from "./options.js";
import { Outgoing } from "./outgoing.js";
import type { OutboxPlatform } from "./storage.js";

/** In place of a response where there is none. */
const NO_RESPONSE = Object.freeze({}) as ClientResponse;

/**
 * Delivers the readings of a log, one request at a time, the oldest first: in batches, one by one where the service takes
 * none. A reading leaves the log when the service has it, or will never take it. One that ended a batch goes alone. One
 * that was refused without a reason, as guests are, too, is rejected only when the service has taken another since.
 */
export abstract class Delivery {
	protected readonly platform: OutboxPlatform;
	protected readonly options: OutboxOptions;
	protected readonly limits: OutboxLimits;
	protected readonly counts: OutboxCounts = {
		stored: 0, refused: 0, delivered: 0, rejected: 0, dropped: 0, damaged: 0, requests: 0, writes: 0, erases: 0, storageErrors: 0
	};
	protected readonly log: Log;
	/**
	 * Readings in the next batch: halved when it was too much, one more when it was not. While the service takes none it is
	 * 0, less one for each reading delivered since: a count, because a device that sleeps has no time that goes on.
	 */
	protected size: number;
	protected running = false;
	/** Whether nobody is to be told anything any more, and whether the client is closed. */
	protected closed = false;
	protected over = false;

	private readonly outgoing: Outgoing;
	/** How often the delivery has begun or ended: what was asked before is not listened to any more. */
	private turn = 0;
	/** Made for each delivery, and let go at its end: an outbox at rest holds little. */
	private onResponse: (response: ClientResponse) => void = ignore;
	private onRejection: (error: unknown) => void = ignore;
	/** Looks whether a response is missing while the delivery runs. */
	private lookout: TimerHandle | undefined;
	/** Whether the service has taken a reading since it refused `alone`: when it does so again, that is the reading's own fault. */
	protected accepted = false;
	/** Number before which readings are passed over, to find out whether the service takes any; 0 for none. */
	private from = 0;
	private probes = 0;
	/** Number before which all were refused until one was taken: when that comes again, it is their own fault. */
	private clear = 0;
	/** Number of a reading that ended a batch, or was refused without a reason. */
	private alone = 0;
	/** Readings that had been dropped when the request was sent. */
	private dropped = 0;
	/** What the last answer had against the readings. */
	private refusal = "";

	/** @throws TypeError or RangeError that names the option that is missing or wrong */
	constructor(platform: OutboxPlatform, options: OutboxOptions) {
		if (options?.client?.sendEx === undefined)
			throw new TypeError("client is required");
		const fault = segmentFault("collection", options.collection);
		if (fault !== "")
			throw new TypeError(fault);
		if (options.storage?.eraseBlock === undefined)
			throw new TypeError("storage is required");
		if (options.whenFull !== undefined && options.whenFull !== "drop-oldest" && options.whenFull !== "refuse-newest")
			throw new TypeError("whenFull is unknown");
		this.platform = platform;
		this.options = options;
		// Without a pause at all, a service that is gone, or takes no batches, would be asked for ever.
		this.limits = completed(options.limits ?? {}, DEFAULT_OUTBOX_LIMITS, { retryBase: 1, retryMaximum: 1, batchRetry: 1, response: 1 });
		this.log = new Log(options.storage, this.limits.reading, platform, this.counts);
		this.outgoing = new Outgoing(this.log, platform.text, options.collection, this.limits.batchBytes);
		this.size = this.limits.batch;
	}

	/** Finds what is in storage, once. Throws what the storage throws. */
	protected abstract open(): void;

	/** The delivery has ended: the log is empty, or `fault` says why it is not. */
	protected abstract finished(fault: string): void;

	/** Begins, unless it is under way. `finished` is called at the end. */
	protected run(): void {
		if (this.running)
			return;
		this.running = true;
		this.accepted = false;
		this.probes = 0;
		const turn = ++this.turn;
		this.onResponse = (response) => turn === this.turn && this.proceed(response ?? NO_RESPONSE);
		this.onRejection = (error) => turn === this.turn && this.finish(faultOf(error));
		this.watch();
		this.proceed();
	}

	/** Nobody is to be told anything any more. */
	protected stop(): void {
		this.closed = true;
		this.turn++;
		this.platform.timers.clear(this.lookout);
	}

	private watch(): void {
		const { requests } = this.counts;
		this.lookout = this.platform.timers.set(() => {
			if (requests === this.counts.requests)
				this.finish("the client has not answered within limits.response");
			else
				this.watch();
		}, this.limits.response);
	}

	private proceed(response?: ClientResponse): void {
		try {
			this.open();
			if (response === undefined || this.answered(response))
				this.send();
		}
		catch (error) {
			if (!this.closed)
				this.finish(faultOf(error));
		}
	}

	private send(): void {
		if (this.size <= -this.limits.batchRetry)
			this.size = this.limits.batch;
		const body = this.outgoing.fill(this.from > 0 || this.size <= 0 ? 1 : this.size, this.from, this.alone);
		if (body === undefined) {
			const tried = this.from > 0;
			this.from = 0;
			// With none behind those that were tried in an earlier run it begins anew; when they were tried in this one, none was taken.
			if (tried && this.probes === 0)
				this.send();
			else
				this.finish(tried ? this.refusal : "");
			return;
		}
		this.counts.requests++;
		this.dropped = this.counts.dropped;
		const sent = this.options.client.sendEx("POST", this.outgoing.count === 1 ? this.outgoing.path : "/api/batch", body);
		// What an app hands in for a client may be settled more than once.
		void Promise.resolve(sent).then(this.onResponse, this.onRejection);
	}

	/** Returns whether to go on. */
	private answered(response: ClientResponse): boolean {
		const { count, last } = this.outgoing;
		const verdict = judge(response, this.outgoing.id, count);
		this.refusal = response.error || "the answer is not the service's";
		this.over = response.kind === "closed";
		switch (verdict) {
			case DELIVERED:
				this.accepted = true;
				this.probes = 0;
				this.size += this.size <= 0 ? -1 : this.size < this.limits.batch ? 1 : 0;
				// One that was tried is sent again behind those before it, which is harmless.
				if (this.from === 0)
					this.remove("delivered");
				else
					this.clear = last;
				this.from = 0;
				return true;
			case UNBATCHED:
				this.size = 0;
				return true;
			case SPLIT:
				this.size = count >> 1;
				return true;
			case HELD:
				// It may have been too much for the service's time, or for its limit on creates.
				if (count > 1 && (response.kind === "timeout" || response.statusCode >= 500 || response.statusCode === 400))
					this.size = count >> 1;
				return this.finish(this.refusal);
		}
		if (verdict >= FAILED) {
			this.outgoing.fill(verdict - FAILED + 1, 0, 0);
			this.suspect();
			return true;
		}
		if (this.from === 0 && (verdict === REJECTED || last < this.clear || this.accepted && this.alone === last)) {
			const reading = this.outgoing.reading;
			this.remove("rejected");
			this.options.onRejected?.(reading, response);
			return !this.closed;
		}
		if (this.from === 0)
			this.suspect();
		this.from = last + 1;
		// In one go, three others are tried.
		return this.probes++ < 3 || this.finish(this.refusal);
	}

	private suspect(): void {
		this.alone = this.outgoing.last;
		this.accepted = false;
	}

	/** The readings of the request, but for those that have made room meanwhile, have left. */
	private remove(as: "delivered" | "rejected"): void {
		const left = this.outgoing.count - (this.counts.dropped - this.dropped);
		if (left > 0)
			this.log.remove(this.outgoing.last, left, as);
	}

	private finish(fault: string): false {
		this.running = false;
		this.turn++;
		this.platform.timers.clear(this.lookout);
		this.lookout = undefined;
		this.onResponse = this.onRejection = ignore;
		this.outgoing.release();
		this.finished(fault);
		return false;
	}
}

function ignore(): void {
	// Nothing is under way.
}

/** Text, never "", of what storage, client and whoever is told of a rejected reading throw, which may be anything. */
export function faultOf(error: unknown): string {
	return error instanceof Error && error.message || typeof error === "string" && error || "something was thrown that tells nothing";
}
