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
import { RequestSize } from "./request-size.js";
import type { Stamper } from "./stamper.js";
import type { OutboxPlatform } from "./storage.js";

/** Nothing is under way. */
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
 * In each state but the first one request is under way, and its answer leads to the next. `delivered`, `send`, `refused` and
 * `reject` are ways that several states have in common, and methods of these names.
 *
 * | state | answer | next |
 * |---|---|---|
 * | `RESTING` | none: `start` is called, and readings lack their time | `ASKING_TIME` |
 * | | none: `start` is called, and they have it | `send` |
 * | `ASKING_TIME` | any of the service | `send` |
 * | `SENDING_BATCH` | taken | `delivered`; `CORRECTING_BATCH` where the time in it was wrong |
 * | | one has failed; too large; no batches | `send`, fewer |
 * | `CORRECTING_BATCH` | as of `SENDING_BATCH` | as there, without another correction |
 * | `SENDING_ONE` | taken | `delivered`; `CORRECTING_ONE` where the time in it was wrong |
 * | | its id is taken | `FETCHING_READING` |
 * | | refused | `refused` |
 * | `CORRECTING_ONE` | any of the service | `delivered` |
 * | `FETCHING_READING` | it is the reading | `delivered` |
 * | | it is another, or too long | `refused` |
 * | | it is withheld | `FETCHING_WITNESS`; `refused` without a witness |
 * | `FETCHING_WITNESS` | the witness, so that a record which is withheld is another's | `refused` |
 * | | it is withheld, too | `delivered` |
 * | `PROVING` | the witness, for this reading the first time | `send`, the same |
 * | | the witness, once more | `refused` |
 * | each | any other, none in time, the client is closed | `RESTING` |
 *
 * | way | what it does | next |
 * |---|---|---|
 * | `delivered` | the readings leave the log, or stay until the suspects before them do | `send` |
 * | `send` | several readings are next; one; none | `SENDING_BATCH`; `SENDING_ONE`; `RESTING` |
 * | `refused` | the probe says: others first; enough for now; the reading's fault | `send`; `RESTING`; `reject` or `PROVING` |
 * | `reject` | the reading leaves the log, and `onRejected` is called | `send` |
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
	private readonly size: RequestSize;
	/** Whether nothing was left but what the storage can't read. */
	private isHeld = false;
	/** Made for each run, and let go at its end: an outbox at rest holds little. Answers to an earlier run are ignored. */
	private writer: BatchWriter | undefined;
	private onEnd: ((fault: string) => void) | undefined;
	/** Gives up a request that is not answered. */
	private lookout: TimerHandle | undefined;
	/** What the last refusal had against the readings. */
	private fault = "";
	/** Number of the reading for which the witness was fetched in this delivery, so that its next refusal is its own. */
	private proven: number | undefined;
	/** Id of a reading that the service has taken: whether it can be fetched says whether any can. */
	private witness: string | undefined;

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
		this.size = new RequestSize(limits);
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
		this.size.reset();
		this.isHeld = false;
		this.proven = undefined;
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
				// One that gives none, or refuses, gets the readings without it.
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

	/** Writes the next request's readings, suspects last. Returns undefined when none is to be sent in this run. */
	private fill(writer: BatchWriter, isCorrection: boolean): Uint8Array | undefined {
		const { log, probe } = this;
		if (log.numbers.ready === 0)
			return undefined;
		if (!probe.isRetrying) {
			const body = writer.fill(probe.keeps && !probe.hasTaken ? 1 : this.size.most, probe.next);
			if (body !== undefined)
				return body;
		}
		// With the right time, the suspect that was sent last.
		const number = isCorrection ? writer.last : probe.due();
		return number === 0 ? undefined : this.fillSuspect(writer, number);
	}

	private fillSuspect(writer: BatchWriter, number: number): Uint8Array | undefined {
		const body = writer.fill(1, number);
		if (body !== undefined && writer.last === number)
			return body;
		// It had to make room.
		this.probe.forget(number);
		this.release(writer);
		return this.fill(writer, false);
	}

	private batchAnswered(writer: BatchWriter, response: ClientResponse, mayCorrect: boolean): void {
		const { size } = this;
		const count = writer.count;
		const verdict = classifyBatchResponse(response, writer.id, count);
		switch (verdict.is) {
			case DELIVERED:
				return this.taken(writer, mayCorrect);
			case RETRY_LATER:
				if (verdict.isTooMuch)
					size.tooMuch(count);
				return this.pause(response);
			case BATCH_FAILED:
				size.failedAt(verdict.at);
				break;
			case BATCH_UNSUPPORTED:
				size.unsupported();
				break;
			case BATCH_TOO_LARGE:
				size.tooMuch(count);
				break;
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
			if (!canBeSame(sent, response.body))
				return this.refused(writer, FOREIGN_ID, refusal);
			this.witness = writer.id;
			return this.delivered(writer);
		}
		// A portal's page, or a record to which the service has added much.
		if (response.kind === "too-large")
			return this.refused(writer, NO_REASON, refusal);
		if (!isWithheld(response))
			return this.pause(response);
		if (this.witness === undefined)
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
		return ok && this.witness !== undefined && body.includes(this.witness);
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
		this.size.delivered(count);
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
		this.size.reset();
		// A number like 1e400 is JSON for the device, and for no service.
		const isUnreadable = reason === NO_REASON && memberFault("", parseJSON(writer.reading, Infinity)) !== "";
		const counted = isUnreadable ? NEVER_TAKEN : reason;
		const action = probe.refused(writer.last, counted, platform.timers.now(), limits.retryBase);
		if (action === GO_ON)
			return this.send(writer);
		const mayBeGuest = counted === NO_REASON && probe.hurries;
		if (action === PAUSE || mayBeGuest && this.witness === undefined)
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
