import { BATCH, HEALTH } from "../pocketbase/paths.js";
import { memberFault } from "../shared/arguments.js";
import type { TimerHandle } from "../platform.js";
import type { Method } from "../call-options.js";
import type { ClientResponse } from "../response.js";
import { parseJSON } from "../shared/safe-json.js";
import { textOf } from "../shared/thrown.js";
import { canBeSame } from "../pocketbase/same-record.js";
import { FORBIDDEN, NOT_FOUND } from "../http-statuses.js";
import { BatchWriter } from "./batch-writer.js";
import {
	BATCH_FAILED, BATCH_TOO_LARGE, BATCH_UNSUPPORTED, classifyBatchResponse, classifyResponse, DELIVERED, ID_TAKEN, idFault,
	REFUSED, RETRY_LATER
} from "./classify-response.js";
import type { IdFormat } from "./id-format.js";
import type { AllOutboxLimits } from "./outbox-limits.js";
import type { Log } from "./log.js";
import type { OutboxCounts, OutboxOptions } from "./outbox-options.js";
import { FOREIGN_ID, GO_ON, NEVER_TAKEN, NO_REASON, PAUSE, PoisonProbe, type Reason, VALIDATION } from "./poison-probe.js";
import type { Recovery } from "./recovery.js";
import type { Stamper } from "./stamper.js";
import type { OutboxPlatform } from "./storage.js";

/** Nothing is under way until the outbox starts it: after its pause, or with new readings. */
const RESTING = 0;
/** The service is asked for its time, which the readings lack. */
const ASKING_TIME = 1;
/** Several readings are sent. */
const SENDING_BATCH = 2;
/** One reading is sent. */
const SENDING_ONE = 3;
/** What was delivered with a wrong time is sent again with the right one, which is known since the answer. */
const CORRECTING_BATCH = 4;
const CORRECTING_ONE = 5;
/** The service has a record with the reading's id: that is fetched, to see whether it is the reading. */
const FETCHING_READING = 6;
/** It can't be fetched: the witness is, to see whether any record can be. */
const FETCHING_WITNESS = 7;
/** A refusal would reject the reading: the witness is fetched, to see that the device has not become a guest. */
const PROVING = 8;

interface Plain {
	readonly is: typeof RESTING | typeof ASKING_TIME | typeof SENDING_BATCH | typeof SENDING_ONE
		| typeof CORRECTING_BATCH | typeof CORRECTING_ONE;
}

interface Fetching {
	readonly is: typeof FETCHING_READING | typeof FETCHING_WITNESS | typeof PROVING;
	/** What is judged by the record that is fetched. */
	readonly refusal: ClientResponse;
}

type State = Plain | Fetching;
const REST: Plain = Object.freeze({ is: RESTING });

/** Milliseconds that the times of two answers may differ by and still agree, as the client has it. */
const AGREES = 10_000;

const NOT_THE_SERVICE = "not the service's answer";

/**
 * Delivers the readings of a log, one request at a time, the oldest first: in batches, one by one where the service takes
 * none. A reading leaves the log when the service has it, or will never take it.
 *
 * | state | what its answer leads to |
 * |---|---|
 * | `RESTING` | `start`: `ASKING_TIME` where readings lack it, else sending |
 * | `ASKING_TIME` | any answer: sending; without one: resting |
 * | `SENDING_BATCH` | taken: sending, or `CORRECTING_BATCH`; one has failed, too large, no batches: sending of fewer; else resting |
 * | `SENDING_ONE` | taken: sending, or `CORRECTING_ONE`; its id is taken: `FETCHING_READING`; refused: as the probe says; else resting |
 * | `CORRECTING_BATCH`, `CORRECTING_ONE` | as those, without another correction |
 * | `FETCHING_READING` | it is the reading: taken; it is another: refused; it can't be fetched: `FETCHING_WITNESS`; else resting |
 * | `FETCHING_WITNESS` | fetched: the reading's id is another record's, refused; it can't be: taken; else resting |
 * | `PROVING` | fetched for the first time: the reading is sent again; for the second: refused; else resting |
 *
 * Where nothing is left to send, it rests. Of what is refused, the probe says whether sending goes on, the reading is
 * rejected, perhaps after `PROVING`, or the delivery rests.
 */
export class Delivery {
	/** Finds the readings that the service will never take. */
	readonly probe = new PoisonProbe();
	/** Whether the client is closed. */
	isOver = false;

	private readonly platform: OutboxPlatform;
	private readonly options: OutboxOptions;
	private readonly limits: AllOutboxLimits;
	private readonly counts: OutboxCounts;
	private readonly log: Log;
	private readonly recovery: Recovery;
	private readonly ids: IdFormat;
	private readonly stamper: Stamper | undefined;

	private state: State = REST;
	/** Readings in the next batch: halved when it was too much, one more when it was not. */
	private batchSize: number;
	/**
	 * Readings that are delivered one by one before a batch is tried again, because the service takes none; 0 while it takes
	 * them. A count, because a device that sleeps has no time that goes on.
	 */
	private singles = 0;
	/** Readings to be sent before the one that has ended a batch, which goes alone; undefined without such. */
	private ahead: number | undefined;
	/** Whether nothing was left but what the storage can't read. */
	private isHeld = false;
	/** Made for each run, and let go at its end: an outbox at rest holds little. Answers to an earlier run are ignored. */
	private writer: BatchWriter | undefined;
	private onEnd: ((fault: string) => void) | undefined;
	/** Gives up a request that is not answered. */
	private lookout: TimerHandle | undefined;
	/** What the last refusal had against the readings. */
	private fault = "";
	/** Number of the reading for which the witness was fetched in this delivery, so that its next refusal is its own; 0 for none. */
	private proven = 0;
	/** Id of a reading that the service has taken: whether it can be fetched says whether any can. "" for none. */
	private witness = "";

	/** @param stamper undefined where readings are not stamped */
	constructor(
		platform: OutboxPlatform, options: OutboxOptions, limits: AllOutboxLimits, log: Log, recovery: Recovery, counts: OutboxCounts,
		stamper: Stamper | undefined, ids: IdFormat
	) {
		this.ids = ids;
		this.platform = platform;
		this.options = options;
		this.limits = limits;
		this.counts = counts;
		this.log = log;
		this.recovery = recovery;
		this.batchSize = limits.batch;
		this.stamper = stamper;
	}

	get isRunning(): boolean {
		return this.state.is !== RESTING;
	}

	/** Whether the last run has ended with nothing but what the service refuses or the storage can't read, which hold no others up. */
	get isPatient(): boolean {
		return this.probe.isRetrying || this.isHeld;
	}

	/**
	 * Begins.
	 * @param onEnd called once: with "" when the log is empty, else with why it is not; not after `stop`
	 */
	start(onEnd: (fault: string) => void): void {
		const writer = new BatchWriter(this.log, this.platform.text, this.options.collection, this.limits.batchBytes, this.ids);
		this.writer = writer;
		this.onEnd = onEnd;
		this.probe.begin();
		this.isHeld = false;
		this.ahead = undefined;
		this.proven = 0;
		try {
			if (this.stamper?.anchor() === true)
				this.request(writer, { is: ASKING_TIME }, "GET", HEALTH);
			else
				this.send(writer);
		}
		catch (error) {
			this.fail(writer, error);
		}
	}

	/** Ends without a word. */
	stop(): void {
		this.platform.timers.clear(this.lookout);
		this.state = REST;
		this.lookout = this.writer = this.onEnd = undefined;
	}

	private request(writer: BatchWriter, state: State, method: Method, path: string, body?: Uint8Array): void {
		const timers = this.platform.timers;
		this.state = state;
		this.counts.requests++;
		timers.clear(this.lookout);
		this.lookout = timers.set(() => this.finish("the client has not answered"), this.limits.response);
		// What an app hands in for a client may be settled more than once.
		void Promise.resolve(this.options.client.sendEx(method, path, body)).then(
			(response?: ClientResponse) => this.settled(writer, response ?? {} as never),
			(error: unknown) => this.fail(writer, error));
	}

	private settled(writer: BatchWriter, response: ClientResponse): void {
		if (writer !== this.writer)
			return;
		try {
			this.stamper?.anchor();
			this.isOver = response.kind === "closed";
			this.answered(writer, response);
		}
		catch (error) {
			this.fail(writer, error);
		}
	}

	private answered(writer: BatchWriter, response: ClientResponse): void {
		const state = this.state;
		switch (state.is) {
			case ASKING_TIME:
				// A service that gives none, or refuses, gets the readings without it.
				return response.ok || response.kind === "http" ? this.send(writer) : this.pause(response);
			case SENDING_BATCH:
				return this.batchAnswered(writer, response, true);
			case CORRECTING_BATCH:
				return this.batchAnswered(writer, response, false);
			case SENDING_ONE:
				return this.oneAnswered(writer, response, true);
			case CORRECTING_ONE:
				// What can't be corrected is there, too.
				return response.kind === "http" ? this.delivered(writer) : this.oneAnswered(writer, response, false);
			case FETCHING_READING:
				return this.readingFetched(writer, response, state.refusal);
			case FETCHING_WITNESS:
				return this.witnessFetched(writer, response, state.refusal);
			case PROVING:
				return this.proved(writer, response, state.refusal);
			default:
		}
	}

	/**
	 * Sends the next readings; where none is to be sent in this run, it ends.
	 * @param isCorrection whether they are those that were sent last, with the right time
	 */
	private send(writer: BatchWriter, isCorrection = false): void {
		const { counts, log, probe } = this;
		let body = this.fill(writer, isCorrection);
		if (body === undefined && this.recovery.run()) {
			probe.isRetrying = false;
			body = this.fill(writer, isCorrection);
		}
		if (body === undefined) {
			const reason = probe.keeps ? this.fault : log.heldFault;
			this.isHeld = !probe.keeps && reason !== "";
			return this.finish(reason);
		}
		writer.base = log.times.base ?? NaN;
		writer.dropped = counts.dropped;
		if (writer.count > 1)
			return this.request(writer, { is: isCorrection ? CORRECTING_BATCH : SENDING_BATCH }, "POST", BATCH + "?fields=body.id", body);
		// What was sent may have become unreadable.
		if (isCorrection && writer.id === this.witness)
			return this.request(writer, { is: CORRECTING_ONE }, "PATCH", writer.path + "/" + this.witness + "?fields=id", body);
		this.request(writer, { is: SENDING_ONE }, "POST", writer.path + "?fields=id", body);
	}

	/** Writes the next request's readings. Returns undefined when none is to be sent in this run. */
	private fill(writer: BatchWriter, isCorrection: boolean): Uint8Array | undefined {
		const { log, probe } = this;
		if (log.numbers.ready === 0)
			return undefined;
		if (!probe.isRetrying) {
			const body = writer.fill(this.most, probe.next);
			if (body !== undefined)
				return body;
		}
		// With the right time, the suspect that was sent last.
		const number = isCorrection ? writer.last : probe.due();
		if (number === 0)
			return undefined;
		const body = writer.fill(1, number);
		if (body !== undefined && writer.last === number)
			return body;
		// It had to make room.
		probe.forget(number);
		this.release(writer);
		return this.fill(writer, false);
	}

	/** Readings in the next request, at most. */
	private get most(): number {
		const { ahead, batchSize, probe, singles } = this;
		if (singles > 0 || probe.keeps && !probe.hasTaken)
			return 1;
		return Math.max(1, ahead ?? batchSize);
	}

	private batchAnswered(writer: BatchWriter, response: ClientResponse, mayCorrect: boolean): void {
		const count = writer.count;
		const verdict = classifyBatchResponse(response, writer.id, count);
		if (verdict.is === DELIVERED)
			return this.taken(writer, mayCorrect);
		this.ahead = undefined;
		switch (verdict.is) {
			case BATCH_FAILED:
				this.ahead = verdict.at;
				break;
			case BATCH_UNSUPPORTED:
				this.batchSize = this.limits.batch;
				this.singles = this.limits.batchRetry;
				break;
			case BATCH_TOO_LARGE:
				this.batchSize = count >> 1;
				break;
			case RETRY_LATER:
				if (verdict.isTooMuch)
					this.batchSize = count >> 1;
				return this.pause(response);
		}
		this.fault = faultOf(response);
		this.send(writer);
	}

	private oneAnswered(writer: BatchWriter, response: ClientResponse, mayCorrect: boolean): void {
		const { id, path } = writer;
		const verdict = classifyResponse(response, id);
		switch (verdict.is) {
			case DELIVERED:
				return this.taken(writer, mayCorrect);
			case ID_TAKEN:
				return this.request(writer, { is: FETCHING_READING, refusal: response }, "GET", path + "/" + id);
			case REFUSED:
				return this.refused(writer, verdict.reason, response);
			default:
				return this.pause(response);
		}
	}

	private readingFetched(writer: BatchWriter, response: ClientResponse, refusal: ClientResponse): void {
		if (response.ok && response.body.includes(writer.id)) {
			// Its time, the last member, may have been another when it was sent before, by a build with another `stamp` too.
			const sent = writer.reading.replace(/,"\w+":(null|"[^"]{23}Z") *}$/, "}");
			return canBeSame(sent, response.body) ? this.delivered(writer) : this.refused(writer, FOREIGN_ID, refusal);
		}
		// A portal's page, or a record to which the service has added much.
		if (response.kind === "too-large")
			return this.refused(writer, NO_REASON, refusal);
		if (!isWithheld(response))
			return this.pause(response);
		if (this.witness === "")
			return this.refused(writer, NO_REASON, refusal);
		this.fetchWitness(writer, { is: FETCHING_WITNESS, refusal });
	}

	private fetchWitness(writer: BatchWriter, state: Fetching): void {
		this.request(writer, state, "GET", writer.path + "/" + this.witness);
	}

	private witnessFetched(writer: BatchWriter, response: ClientResponse, refusal: ClientResponse): void {
		// A record that can't be fetched where the witness can is another's.
		if (this.isWitness(response))
			return this.refused(writer, FOREIGN_ID, refusal);
		return isWithheld(response) ? this.delivered(writer) : this.pause(response);
	}

	private proved(writer: BatchWriter, response: ClientResponse, refusal: ClientResponse): void {
		const { last } = writer;
		if (!this.isWitness(response))
			return this.pause(response);
		if (this.proven === last)
			return this.refused(writer, VALIDATION, refusal);
		// The device may have been a guest until then: what is refused between two fetches of the witness is meant for the reading.
		this.proven = last;
		this.send(writer);
	}

	private isWitness({ body, ok }: ClientResponse): boolean {
		return ok && body.includes(this.witness);
	}

	/** The service has just taken the readings of the request. */
	private taken(writer: BatchWriter, mayCorrect: boolean): void {
		this.witness = writer.id;
		if (mayCorrect && Math.abs((this.log.times.base ?? 0) - writer.base) > AGREES)
			return this.send(writer, true);
		this.delivered(writer);
	}

	/** The service has the readings of the request. */
	private delivered(writer: BatchWriter): void {
		const { count, last } = writer;
		if (this.ahead !== undefined)
			this.ahead = this.ahead < count ? undefined : this.ahead - count;
		if (this.singles > 0)
			this.singles--;
		else if (this.batchSize < this.limits.batch)
			this.batchSize++;
		if (this.probe.accepted(last, count))
			this.remove(writer, "delivered");
		else
			this.release(writer);
		this.send(writer);
	}

	/** The service has refused the reading that was sent alone. */
	private refused(writer: BatchWriter, reason: Reason, refusal: ClientResponse): void {
		const { limits, platform, probe } = this;
		this.fault = faultOf(refusal);
		this.ahead = undefined;
		// A number like 1e400 is JSON for the device, and for no service.
		const isUnreadable = reason === NO_REASON && memberFault("", parseJSON(writer.reading, Infinity)) !== "";
		const counted = isUnreadable ? NEVER_TAKEN : reason;
		const action = probe.refused(writer.last, counted, platform.timers.now(), limits.retryBase);
		if (action === GO_ON)
			return this.send(writer);
		const mayBeGuest = counted === NO_REASON && probe.hurries;
		if (action === PAUSE || mayBeGuest && this.witness === "")
			return this.finish(this.fault);
		if (mayBeGuest)
			return this.fetchWitness(writer, { is: PROVING, refusal });
		this.reject(writer, refusal);
	}

	private reject(writer: BatchWriter, refusal: ClientResponse): void {
		const reading = writer.reading;
		this.probe.forget(writer.last);
		this.remove(writer, "rejected");
		this.release(writer);
		this.options.onRejected?.(reading, refusal);
		// The app may have ended the run.
		if (writer === this.writer)
			this.send(writer);
	}

	/** The readings may be taken later. */
	private pause(response: ClientResponse): void {
		this.probe.isRetrying = false;
		this.fault = faultOf(response);
		this.finish(this.fault);
	}

	/** The readings of the request have left, except those that were dropped meanwhile. */
	private remove(writer: BatchWriter, as: "delivered" | "rejected"): void {
		const left = writer.count - (this.counts.dropped - writer.dropped);
		if (left > 0) {
			this.log.remove(writer.last, writer.next, left, as);
			this.probe.left(left);
		}
	}

	/** What the service has taken before the first suspect leaves. */
	private release(writer: BatchWriter): void {
		writer.pass(this.probe.first);
		writer.dropped = this.counts.dropped;
		this.remove(writer, "delivered");
		this.probe.released();
	}

	private fail(writer: BatchWriter, error: unknown): void {
		if (writer === this.writer)
			this.finish(textOf(error));
	}

	private finish(fault: string): void {
		const onEnd = this.onEnd;
		this.stop();
		onEnd?.(fault);
	}
}

/** Whether a record is not there, or not for the device. */
function isWithheld({ statusCode }: ClientResponse): boolean {
	return statusCode === FORBIDDEN || statusCode === NOT_FOUND;
}

function faultOf(response: ClientResponse): string {
	return idFault(response) || response.error || NOT_THE_SERVICE;
}
