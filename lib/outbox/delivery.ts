import type { TimerHandle } from "../platform.js";
import type { ClientResponse } from "../response.js";
import { BatchWriter } from "./batch-writer.js";
import { BATCH_FAILED_AT, BATCH_TOO_LARGE, BATCH_UNSUPPORTED, classifyResponse, DELIVERED, REJECTED, RETRY_LATER } from "./classify-response.js";
import type { OutboxLimits } from "./limits.js";
import type { Log } from "./log.js";
import type { OutboxCounts, OutboxOptions } from "./options.js";
import { GO_ON, PoisonProbe, REJECT } from "./poison-probe.js";
import type { Stamper } from "./stamper.js";
import type { OutboxPlatform } from "./storage.js";

/** In place of a response where there is none. */
const NO_RESPONSE = Object.freeze({}) as ClientResponse;

/**
 * Delivers the readings of a log, one request at a time, the oldest first: in batches, one by one where the service takes
 * none. A reading leaves the log when the service has it, or will never take it.
 */
export class Delivery {
	readonly probe = new PoisonProbe();
	/** Whether the client is closed. */
	isOver = false;

	private readonly platform: OutboxPlatform;
	private readonly options: OutboxOptions;
	private readonly limits: OutboxLimits;
	private readonly counts: OutboxCounts;
	private readonly log: Log;
	private readonly stamper: Stamper | undefined;
	/**
	 * Readings in the next batch: halved when it was too much, one more when it was not. While the service takes none it is
	 * 0, less one for each reading delivered since: a count, because a device that sleeps has no time that goes on.
	 */
	private size: number;
	/** Made for each run, and let go at its end: an outbox at rest holds little. What an earlier run has asked for is not listened to. */
	private writer: BatchWriter | undefined;
	private onEnd: ((fault: string) => void) | undefined;
	/** Looks whether a response is missing while the delivery runs. */
	private lookout: TimerHandle | undefined;
	/** Readings that had been dropped when the request was sent. */
	private dropped = 0;
	/** What the last answer had against the readings. */
	private refusal = "";
	/** Whether the readings have been sent with a wrong time, and are sent again. */
	private corrects = false;

	/** @param stamper undefined where readings are not stamped */
	constructor(platform: OutboxPlatform, options: OutboxOptions, limits: OutboxLimits, log: Log, counts: OutboxCounts, stamper: Stamper | undefined) {
		this.platform = platform;
		this.options = options;
		this.limits = limits;
		this.counts = counts;
		this.log = log;
		this.size = limits.batch;
		this.stamper = stamper;
	}

	get isRunning(): boolean {
		return this.writer !== undefined;
	}

	/**
	 * Begins.
	 * @param onEnd called once: with "" when the log is empty, else with why it is not; not after `stop`
	 */
	start(onEnd: (fault: string) => void): void {
		const writer = new BatchWriter(this.log, this.platform.text, this.options.collection, this.limits.batchBytes);
		this.writer = writer;
		this.onEnd = onEnd;
		this.probe.begin();
		this.corrects = false;
		this.watch();
		this.proceed(writer);
	}

	/** Ends without a word. */
	stop(): void {
		this.platform.timers.clear(this.lookout);
		this.lookout = this.writer = this.onEnd = undefined;
	}

	private watch(): void {
		const requests = this.counts.requests;
		this.lookout = this.platform.timers.set(() => {
			if (requests === this.counts.requests)
				this.finish("the client has not answered within limits.response");
			else
				this.watch();
		}, this.limits.response);
	}

	private proceed(writer: BatchWriter, response?: ClientResponse): void {
		try {
			const lacksTime = this.stamper?.anchor() === true;
			if (response === undefined || this.answered(writer, response))
				this.send(writer, lacksTime && response === undefined);
		}
		catch (error) {
			if (writer === this.writer)
				this.finish(faultOf(error));
		}
	}

	/** @param asks whether to ask what time it is, and for nothing else */
	private send(writer: BatchWriter, asks: boolean): void {
		const probe = this.probe;
		if (!asks)
			this.stamper?.assume();
		if (this.size <= -this.limits.batchRetry)
			this.size = this.limits.batch;
		const body = asks ? undefined : writer.fill(probe.from > 0 || this.size <= 0 ? 1 : this.size, probe.from, probe.suspect);
		if (body === undefined && !asks) {
			const isTried = probe.from > 0;
			if (probe.exhausted())
				this.send(writer, false);
			else
				this.finish(isTried ? this.refusal : "");
			return;
		}
		this.counts.requests++;
		this.dropped = this.counts.dropped;
		const sent = asks ? this.options.client.sendEx("GET", "/api/health")
			: writer.count > 1 ? this.options.client.sendEx("POST", "/api/batch", body)
				: this.corrects ? this.options.client.sendEx("PATCH", writer.path.replace("?", "/" + writer.id + "?"), body)
					: this.options.client.sendEx("POST", writer.path, body);
		// What an app hands in for a client may be settled more than once.
		void Promise.resolve(sent).then(
			(response?: ClientResponse) => writer === this.writer && this.proceed(writer, response ?? NO_RESPONSE),
			(error: unknown) => writer === this.writer && this.finish(faultOf(error)));
	}

	/** Returns whether to go on. */
	private answered(writer: BatchWriter, response: ClientResponse): boolean {
		const probe = this.probe;
		const count = writer.count;
		const last = writer.last;
		// It was asked what time it is. A service that does not tell gets the readings without, also one that refuses.
		if (count === 0 && (response.ok || response.kind === "http"))
			return true;
		const corrects = this.corrects;
		this.corrects = false;
		// The record is there: with a time that is wrong, if the service lets nobody change it.
		const verdict = corrects && count === 1 && response.kind === "http" ? DELIVERED : classifyResponse(response, writer.id, count);
		this.refusal = response.error || "the answer is not the service's";
		this.isOver = response.kind === "closed";
		switch (verdict) {
			case DELIVERED:
				this.corrects = !corrects && this.stamper?.isRefuted() === true;
				if (this.corrects)
					return true;
				this.size += this.size <= 0 ? -1 : this.size < this.limits.batch ? 1 : 0;
				if (probe.taken(last))
					this.remove(writer, "delivered");
				return true;
			case BATCH_UNSUPPORTED:
				this.size = 0;
				return true;
			case BATCH_TOO_LARGE:
				this.size = count >> 1;
				return true;
			case RETRY_LATER:
				// It may have been too much for the service's time, or for its limit on creates.
				if (count > 1 && (response.kind === "timeout" || response.statusCode >= 500 || response.statusCode === 400))
					this.size = count >> 1;
				this.finish(this.refusal);
				return false;
		}
		if (verdict >= BATCH_FAILED_AT) {
			writer.fill(verdict - BATCH_FAILED_AT + 1, 0, 0);
			probe.endedBatch(writer.last);
			return true;
		}
		const action = probe.refused(last, verdict === REJECTED);
		if (action === REJECT) {
			const reading = writer.reading;
			this.remove(writer, "rejected");
			this.options.onRejected?.(reading, response);
			return writer === this.writer;
		}
		if (action !== GO_ON)
			this.finish(this.refusal);
		return action === GO_ON;
	}

	/** The readings of the request, but for those that have made room meanwhile, have left. */
	private remove(writer: BatchWriter, as: "delivered" | "rejected"): void {
		const left = writer.count - (this.counts.dropped - this.dropped);
		if (left > 0)
			this.log.remove(writer.last, writer.next, left, as);
	}

	private finish(fault: string): void {
		const onEnd = this.onEnd;
		this.stop();
		onEnd?.(fault);
	}
}

/** Text, never "", of what storage, client and whoever is told of a rejected reading throw, which may be anything. */
export function faultOf(error: unknown): string {
	return error instanceof Error && error.message || typeof error === "string" && error || "something was thrown that tells nothing";
}
