import { numberFault } from "../shared/arguments.js";
import type { TimerHandle } from "../platform.js";
import type { Method } from "../options.js";
import type { ClientResponse } from "../response.js";
import { parseJSON } from "../shared/safe-json.js";
import { canBeSame } from "../request/same-record.js";
import { BatchWriter } from "./batch-writer.js";
import { BATCH_FAILED_AT, BATCH_TOO_LARGE, BATCH_UNSUPPORTED, classifyResponse, DELIVERED, ID_TAKEN, idFault, RETRY_LATER } from "./classify-response.js";
import type { IdFormat } from "./id-format.js";
import type { AllOutboxLimits } from "./limits.js";
import type { Log } from "./log.js";
import type { OutboxCounts, OutboxOptions } from "./options.js";
import { FINAL, FOREIGN, NO_REASON, PAUSE, PoisonProbe, REJECT, VALIDATION } from "./poison-probe.js";
import type { Stamper } from "./stamper.js";
import type { OutboxPlatform } from "./storage.js";

/** Milliseconds that the times of two answers may differ by and still agree, as the client has it. */
const AGREES = 10_000;

/**
 * Delivers the readings of a log, one request at a time, the oldest first: in batches, one by one where the service takes
 * none. A reading leaves the log when the service has it, or will never take it. It is one object with what finds the
 * readings that are refused: each object and each reference is a slot of heap.
 */
export class Delivery extends PoisonProbe {
	/** Whether the client is closed. */
	isOver = false;
	/** Whether nothing was left but what the storage can't read. */
	isHeld = false;

	private readonly platform: OutboxPlatform;
	private readonly options: OutboxOptions;
	private readonly limits: AllOutboxLimits;
	private readonly counts: OutboxCounts;
	private readonly log: Log;
	private readonly ids: IdFormat;
	private readonly stamper: Stamper | undefined;
	/**
	 * Readings in the next batch: halved when it was too much, one more when it was not. While the service takes none it is
	 * 0, less one for each reading delivered since: a count, because a device that sleeps has no time that goes on.
	 */
	private size: number;
	/** Readings to be sent before one that has ended a batch and goes alone; negative without such. */
	private ahead!: number;
	/** Made for each run, and let go at its end: an outbox at rest holds little. Answers to an earlier run are ignored. */
	private writer: BatchWriter | undefined;
	private onEnd: ((fault: string) => void) | undefined;
	/** Gives up a request that is not answered. */
	private lookout: TimerHandle | undefined;
	/** What the last refusal had against the readings. */
	private refusal = "";
	/** Whether the readings have been sent with a wrong time, and are sent again. */
	private corrects!: boolean;
	/** Id of a record that is fetched to judge a refusal of the last reading, and that refusal; "" at other times. */
	private asked!: string;
	private answer!: ClientResponse;
	/** Number of the reading for which the witness was fetched in this delivery, negative while it is to be fetched. */
	private proven!: number;
	/** Id of a reading that the service has taken: whether it can be fetched says whether any can. */
	private witness = "";

	/** @param stamper undefined where readings are not stamped */
	constructor(platform: OutboxPlatform, options: OutboxOptions, limits: AllOutboxLimits, log: Log, counts: OutboxCounts, stamper: Stamper | undefined, ids: IdFormat) {
		super();
		this.ids = ids;
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
		const writer = new BatchWriter(this.log, this.platform.text, this.options.collection, this.limits.batchBytes, this.ids);
		this.writer = writer;
		this.onEnd = onEnd;
		this.begin();
		this.isHeld = false;
		this.ahead = -1;
		this.proven = 0;
		this.asked = "";
		this.corrects = false;
		this.proceed(writer);
	}

	/** Ends without a word. */
	stop(): void {
		this.platform.timers.clear(this.lookout);
		this.lookout = this.writer = this.onEnd = undefined;
	}

	private proceed(writer: BatchWriter, response?: ClientResponse): void {
		try {
			const lacksTime = this.stamper?.anchor();
			if (response)
				this.answered(writer, response);
			// The run may have ended.
			if (writer === this.writer)
				this.send(writer, lacksTime && !response);
		}
		catch (error) {
			this.fail(writer, error);
		}
	}

	/** @param asks whether to ask what time it is, and for nothing else */
	private send(writer: BatchWriter, asks: boolean | undefined): void {
		const timers = this.platform.timers;
		const asked = this.asked;
		let method: Method = "GET";
		let path = writer.path;
		let body: Uint8Array | undefined;
		if (asked)
			path += "/" + asked;
		else if (asks)
			path = "/api/health";
		else {
			body = this.fill(writer);
			if (!body && this.log.recover()) {
				this.isRetrying = false;
				body = this.fill(writer);
			}
			if (!body) {
				const reason = this.from ? this.refusal : this.log.heldFault;
				this.isHeld = !this.from && reason !== "";
				return this.finish(reason);
			}
			method = "POST";
			if (writer.count > 1)
				path = "/api/batch?fields=body.id";
			else {
				// What was sent may have become unreadable.
				this.corrects &&= writer.id === this.witness;
				if (this.corrects) {
					method = "PATCH";
					path += "/" + this.witness;
				}
				path += "?fields=id";
			}
			writer.base = this.log.base ?? NaN;
			writer.dropped = this.counts.dropped;
		}
		this.counts.requests++;
		timers.clear(this.lookout);
		this.lookout = timers.set(() => this.finish("the client has not answered"), this.limits.response);
		// What an app hands in for a client may be settled more than once.
		void Promise.resolve(this.options.client.sendEx(method, path, body)).then(
			(response?: ClientResponse) => writer === this.writer && this.proceed(writer, response ?? {} as never),
			(error: unknown) => this.fail(writer, error));
	}

	/** Writes the next request's readings. Returns undefined when none is to be sent in this run. */
	private fill(writer: BatchWriter): Uint8Array | undefined {
		const limits = this.limits;
		if (!this.log.ready)
			return undefined;
		if (this.size <= -limits.batchRetry)
			this.size = limits.batch;
		if (!this.isRetrying) {
			const body = writer.fill(this.from && !this.hasTaken ? 1 : Math.max(1, this.ahead < 0 ? this.size : this.ahead), this.next);
			if (body)
				return body;
		}
		// With the right time, the suspect that was sent last.
		const number = this.corrects ? writer.last : this.due();
		if (!number)
			return undefined;
		const body = writer.fill(1, number);
		if (body && writer.last === number)
			return body;
		// It had to make room.
		this.corrects = false;
		this.forget(number);
		this.release(writer);
		return this.fill(writer);
	}

	private answered(writer: BatchWriter, response: ClientResponse): void {
		const { asked, corrects } = this;
		const { count, last } = writer;
		const isAnswer = response.kind === "http";
		// The request asked for the time. A service that gives none, or refuses, gets the readings without it.
		if (!count && (response.ok || isAnswer))
			return;
		const id = writer.id;
		this.asked = "";
		this.corrects = false;
		// What can't be corrected is there, too.
		const verdict = asked ? this.judge(writer, asked, response)
			: corrects && count === 1 && isAnswer ? DELIVERED : classifyResponse(response, id, count);
		if (verdict === ID_TAKEN) {
			if (!asked) {
				this.asked = id;
				this.answer = response;
			}
			return;
		}
		// The device may have been a guest until then: what is refused between two fetches of the witness is meant for the reading.
		if (verdict === VALIDATION && this.proven === -last) {
			this.proven = last;
			return;
		}
		if (asked && verdict !== RETRY_LATER)
			response = this.answer;
		this.isOver = response.kind === "closed";
		if (verdict === DELIVERED) {
			if (!asked) {
				this.witness = id;
				this.corrects = !corrects && Math.abs((this.log.base ?? 0) - writer.base) > AGREES;
				if (this.corrects)
					return;
			}
			this.ahead -= count;
			this.size += this.size <= 0 ? -1 : this.size < this.limits.batch ? 1 : 0;
			if (this.accepted(last, count))
				this.remove(writer, "delivered");
			else
				this.release(writer);
			return;
		}
		this.refusal = (isAnswer ? idFault(response) : "") || response.error || "not the service's answer";
		this.ahead = verdict - BATCH_FAILED_AT;
		if (this.ahead >= 0)
			return;
		if (verdict > ID_TAKEN) {
			if (verdict === BATCH_UNSUPPORTED)
				this.size = 0;
			// It may have been too much for the service's time, or for its limit on creates.
			else if (verdict === BATCH_TOO_LARGE || count > 1 && (response.kind === "timeout" || response.statusCode >= 500 || response.statusCode === 400))
				this.size = count >> 1;
			if (verdict === RETRY_LATER) {
				this.isRetrying = false;
				this.finish(this.refusal);
			}
			return;
		}
		// A number like 1e400 is JSON for the device, and for no service.
		const weight = verdict === NO_REASON && numberFault("", parseJSON(writer.reading, Infinity)) ? FINAL : verdict;
		let action = this.refused(last, weight, this.platform.timers.now(), this.limits.retryBase);
		if (action === REJECT && weight === NO_REASON && this.hurries) {
			// The device may have become a guest.
			this.asked = this.witness;
			this.answer = response;
			if (this.proven !== last)
				this.proven = -last;
			if (this.asked)
				return;
			action = PAUSE;
		}
		if (action === REJECT) {
			const reading = writer.reading;
			this.forget(last);
			this.remove(writer, "rejected");
			this.release(writer);
			this.options.onRejected?.(reading, response);
		}
		else if (action === PAUSE)
			this.finish(this.refusal);
	}

	/**
	 * Judges a refusal by the record that was fetched: by the one that has the reading's id, or, where that can't be fetched,
	 * by the witness. A record that can't be fetched where the witness can is another's.
	 * @returns `ID_TAKEN` when the witness is to be fetched
	 */
	private judge(writer: BatchWriter, asked: string, response: ClientResponse): number {
		const id = writer.id;
		const isOwn = asked === id;
		if (response.ok && response.body.includes(asked)) {
			// Its time, the last member, may have been another when it was sent before, by a build with another `stamp` too.
			const sent = writer.reading.replace(/,"\w+":(null|"[^"]{23}Z") *}$/, "}");
			return isOwn && canBeSame(sent, response.body) ? DELIVERED : isOwn || classifyResponse(this.answer, id, 1) === ID_TAKEN ? FOREIGN : VALIDATION;
		}
		// A portal's page, or a record to which the service has added much.
		if (isOwn && response.kind === "too-large")
			return NO_REASON;
		if (response.statusCode !== 403 && response.statusCode !== 404)
			return RETRY_LATER;
		if (!isOwn)
			return classifyResponse(this.answer, id, 1) === ID_TAKEN ? DELIVERED : RETRY_LATER;
		this.asked = this.witness;
		return this.asked ? ID_TAKEN : NO_REASON;
	}

	/** The readings of the request have left, except those that were dropped meanwhile. */
	private remove(writer: BatchWriter, as: "delivered" | "rejected"): void {
		const left = writer.count - (this.counts.dropped - writer.dropped);
		if (left > 0) {
			this.log.remove(writer.last, writer.next, left, as);
			this.left(left);
		}
	}

	/** What the service has taken before the first suspect leaves. */
	private release(writer: BatchWriter): void {
		writer.pass(this.first);
		writer.dropped = this.counts.dropped;
		this.remove(writer, "delivered");
		this.released();
	}

	private fail(writer: BatchWriter, error: unknown): void {
		if (writer === this.writer)
			this.finish(faultOf(error));
	}

	private finish(fault: string): void {
		const onEnd = this.onEnd;
		this.stop();
		onEnd?.(fault);
	}
}

/** Text, never "", of anything that storage, client or `onRejected` throws. */
export function faultOf(error: unknown): string {
	return error instanceof Error && error.message || typeof error === "string" && error || "unknown error";
}
