import type { TimerHandle } from "../platform.js";
import type { ClientResponse } from "../response.js";
import { numberFault } from "../shared/arguments.js";
import { parseJSON } from "../shared/safe-json.js";
import { canBeSame } from "../request/same-record.js";
import { BatchWriter } from "./batch-writer.js";
import {
	BATCH_FAILED_AT, BATCH_TOO_LARGE, BATCH_UNSUPPORTED, classifyResponse, DELIVERED, ID_TAKEN, INVALID, REFUSED, RETRY_LATER, TOO_LONG
} from "./classify-response.js";
import type { AllOutboxLimits } from "./limits.js";
import type { Log } from "./log.js";
import type { OutboxCounts, OutboxOptions } from "./options.js";
import { FINAL, GO_ON, NO_REASON, PAUSE, PoisonProbe, REJECT, VALIDATION } from "./poison-probe.js";
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
	/** Whether the last run has left nothing but readings that the service has refused, which hold no others up. */
	isPatient = false;

	private readonly platform: OutboxPlatform;
	private readonly options: OutboxOptions;
	private readonly limits: AllOutboxLimits;
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
	/** What the last refusal had against the readings. */
	private refusal = "";
	/** Whether the readings have been sent with a wrong time, and are sent again. */
	private corrects = false;
	/** Id that a record is being fetched by, because the service says that the last reading's is taken; "" at other times. */
	private asked = "";
	/** What the service said to that. */
	private taken = NO_RESPONSE;
	/** Id of a reading that the service has taken: whether it can be fetched says whether any can. */
	private witness = "";
	/** Whether that one is fetched to see that the device has not become a guest. */
	private isVerifying = false;

	/** @param stamper undefined where readings are not stamped */
	constructor(platform: OutboxPlatform, options: OutboxOptions, limits: AllOutboxLimits, log: Log, counts: OutboxCounts, stamper: Stamper | undefined) {
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
		this.corrects = this.isPatient = false;
		this.watch();
		this.proceed(writer);
	}

	/** Ends without a word. */
	stop(): void {
		this.platform.timers.clear(this.lookout);
		this.lookout = this.writer = this.onEnd = undefined;
		this.asked = "";
		this.isVerifying = false;
	}

	private watch(): void {
		const requests = this.counts.requests;
		this.lookout = this.platform.timers.set(() => {
			if (requests === this.counts.requests)
				this.finish("the client has not answered");
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
		const asked = this.asked;
		let path = "/api/health";
		let body: Uint8Array | undefined;
		if (asked !== "")
			path = writer.pathOf(asked);
		else if (!asks) {
			this.stamper?.assume();
			body = this.fill(writer);
			if (body === undefined) {
				this.isPatient = this.probe.from > 0;
				return this.finish(this.isPatient ? this.refusal : "");
			}
			path = writer.count > 1 ? "/api/batch" : this.corrects ? writer.path.replace("?", "/" + writer.id + "?") : writer.path;
			this.dropped = this.counts.dropped;
		}
		this.counts.requests++;
		const sent = this.options.client.sendEx(body === undefined ? "GET" : this.corrects && writer.count === 1 ? "PATCH" : "POST", path, body);
		// What an app hands in for a client may be settled more than once.
		void Promise.resolve(sent).then(
			(response?: ClientResponse) => writer === this.writer && this.proceed(writer, response ?? NO_RESPONSE),
			(error: unknown) => writer === this.writer && this.finish(faultOf(error)));
	}

	/** Writes the next request's readings. Returns undefined when none is to be sent in this run. */
	private fill(writer: BatchWriter): Uint8Array | undefined {
		const { limits, probe } = this;
		// The suspect that was sent last, with the right time.
		if (this.corrects && writer.last < probe.from)
			return writer.fill(1, writer.last, writer.last);
		if (this.size <= -limits.batchRetry)
			this.size = limits.batch;
		if (!probe.isRetrying) {
			const isTry = probe.from > 0 && !probe.hasTaken;
			const body = writer.fill(isTry || this.size <= 0 ? 1 : this.size, probe.next, probe.alone);
			if (body !== undefined)
				return body;
		}
		const number = probe.due();
		if (number === 0)
			return undefined;
		const body = writer.fill(1, number, number);
		if (body !== undefined && writer.last === number)
			return body;
		// It had to make room.
		probe.forget(number);
		this.release(writer);
		return this.fill(writer);
	}

	/** Returns whether to go on. */
	private answered(writer: BatchWriter, response: ClientResponse): boolean {
		const probe = this.probe;
		const count = writer.count;
		const last = writer.last;
		const isFetched = this.asked !== "";
		// It was asked what time it is. A service that does not tell gets the readings without, also one that refuses.
		if (count === 0 && (response.ok || response.kind === "http"))
			return true;
		const corrects = this.corrects;
		this.corrects = false;
		const id = writer.id;
		// The record is there: with a time that is wrong, if the service lets nobody change it.
		const verdict = isFetched ? this.judge(writer, id, response)
			: corrects && count === 1 && response.kind === "http" ? DELIVERED : classifyResponse(response, id, count);
		if (verdict === ID_TAKEN) {
			if (!isFetched) {
				this.taken = response;
				this.asked = id;
			}
			return true;
		}
		this.asked = "";
		this.isVerifying = false;
		if (isFetched && verdict !== RETRY_LATER)
			response = this.taken;
		this.isOver = response.kind === "closed";
		if (verdict === DELIVERED) {
			this.corrects = !corrects && !isFetched && this.stamper?.isRefuted() === true;
			if (this.corrects)
				return true;
			this.size += this.size <= 0 ? -1 : this.size < this.limits.batch ? 1 : 0;
			if (!isFetched)
				this.witness = id;
			if (probe.accepted(last, count))
				this.remove(writer, "delivered");
			else
				this.release(writer);
			return true;
		}
		this.refusal = response.error || "the answer is not the service's";
		switch (verdict) {
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
			writer.fill(verdict - BATCH_FAILED_AT + 1, probe.next, 0);
			probe.alone = writer.last;
			return true;
		}
		// A number like 1e400 is JSON for the device, and for no service.
		const isFinal = verdict === TOO_LONG || verdict === REFUSED && numberFault("", parseJSON(writer.reading)) !== "";
		const weight = isFinal ? FINAL : verdict === INVALID ? VALIDATION : NO_REASON;
		let action = probe.refused(last, weight, this.platform.timers.now(), this.limits.retryBase);
		if (action === REJECT && weight === NO_REASON && probe.hurries) {
			this.isVerifying = this.witness !== "";
			action = PAUSE;
		}
		if (this.isVerifying) {
			this.taken = response;
			this.asked = this.witness;
			return true;
		}
		if (action === REJECT) {
			const reading = writer.reading;
			probe.forget(last);
			this.remove(writer, "rejected");
			probe.left(1);
			this.release(writer);
			this.options.onRejected?.(reading, response);
			return writer === this.writer;
		}
		if (action !== GO_ON) {
			this.isPatient = probe.isRetrying;
			this.finish(this.refusal);
		}
		return action === GO_ON;
	}

	/**
	 * Judges the answer to a look at the record that has the last reading's id. One that can't be fetched is another's if
	 * another reading's can.
	 * @param id of the last reading
	 * @returns `ID_TAKEN` when one more record is to be fetched, with `asked`
	 */
	private judge(writer: BatchWriter, id: string, response: ClientResponse): number {
		const isOwn = this.asked === id;
		if (response.ok && response.body.includes(this.asked))
			return isOwn && canBeSame(withoutTime(writer.reading), response.body) ? DELIVERED : INVALID;
		// A portal's page, or a record to which the service has added much.
		if (response.kind === "too-large" && isOwn)
			return REFUSED;
		if (response.statusCode !== 403 && response.statusCode !== 404)
			return RETRY_LATER;
		if (!isOwn)
			return this.isVerifying ? RETRY_LATER : DELIVERED;
		this.asked = this.witness;
		return this.witness === "" ? REFUSED : ID_TAKEN;
	}

	/** The readings of the request, but for those that have made room meanwhile, have left. */
	private remove(writer: BatchWriter, as: "delivered" | "rejected"): void {
		const left = writer.count - (this.counts.dropped - this.dropped);
		if (left > 0)
			this.log.remove(writer.last, writer.next, left, as);
	}

	/** What the service has taken before the first suspect leaves. */
	private release(writer: BatchWriter): void {
		const probe = this.probe;
		writer.pass(probe.first);
		if (writer.count > 0)
			this.log.remove(writer.last, writer.next, writer.count, "delivered");
		probe.left(writer.count);
		probe.released();
	}

	private finish(fault: string): void {
		const onEnd = this.onEnd;
		this.stop();
		onEnd?.(fault);
	}
}

/**
 * A reading without its time, its last member, whatever the name: it may have been sent with another time before, by a build
 * with another `stamp` too.
 */
function withoutTime(reading: string): string {
	return reading.replace(/,"(?:[^"\\]|\\.)*":(?:null|"[-\d]{10}T[\d:.]{12}Z") *\}$/, "}");
}

/** Text, never "", of what storage, client and whoever is told of a rejected reading throw, which may be anything. */
export function faultOf(error: unknown): string {
	return error instanceof Error && error.message || typeof error === "string" && error || "something was thrown that tells nothing";
}
