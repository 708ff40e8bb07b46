import { BATCH, HEALTH } from "../pocketbase/paths.js";
import { memberFault } from "../shared/arguments.js";
import type { TimerHandle } from "../platform.js";
import type { Method } from "../call-options.js";
import type { ClientResponse } from "../response.js";
import { parseJSON } from "../shared/safe-json.js";
import { ignore } from "../request/exchange.js";
import { isUnawaited, textOf } from "../shared/thrown.js";
import { canBeSame } from "../pocketbase/same-record.js";
import { BAD_REQUEST, FORBIDDEN, NOT_FOUND } from "../http-statuses.js";
import { BatchWriter } from "./batch-writer.js";
import {
	asksForPatience, BATCH_FAILED, BATCH_TOO_LARGE, BATCH_UNSUPPORTED, classifyBatchResponse, classifyResponse, ID_REPLACED,
	IDS_REFUSED, isAsked, isRecord, NOT_ASKED, REFUSED, TAKEN, TRY_AGAIN
} from "./classify-response.js";
import {
	ASKING_TIME, CORRECTING_BATCH, CORRECTING_ONE, type Fetching, FETCHING_ID, FETCHING_READING, FETCHING_WITNESS, PROVING, REST, RESTING,
	SENDING_BATCH, SENDING_ONE, type State
} from "./delivery-states.js";
import { IdFormat } from "./id-format.js";
import type { AllOutboxLimits } from "./outbox-limits.js";
import type { Log } from "./log.js";
import type { OutboxOptions } from "./outbox-options.js";
import { FAILS_AGAIN, FOREIGN_ID, GO_ON, NEVER_TAKEN, NO_REASON, PAUSE, PoisonProbe, type Reason } from "./poison-probe.js";
import { RequestSize } from "./request-size.js";
import type { Stamper } from "./stamper.js";
import type { OutboxPlatform } from "./storage.js";

/** Milliseconds that the times of two answers may differ by and still agree, as the client has it. */
const AGREES = 10_000;
/** Answers that ask for patience, after each so many of which it is looked whose fault that is. */
const TRIES = 3;
/** The same for connections that are lost, as they are in each outage: devices that come back together send no more than they must. */
const LOST_TRIES = 12;

const NOT_THE_SERVICE = "not the service's answer";
const REPLACES_IDS = "the collection gives records ids of its own, not those of the readings: see its hooks";

/**
 * Delivers the readings of a log, one request at a time, the oldest first: in batches, one by one where the service takes
 * none. A reading leaves the log when the service has it, or will never take it. `delivery-states.ts` says which answer leads where.
 */
export class Delivery {
	/** Finds the readings that the service will never take. */
	readonly probe = new PoisonProbe();
	/** Ids that the collection takes. */
	readonly ids: IdFormat;
	/** Whether the client is closed. */
	isOver = false;

	private readonly platform: OutboxPlatform;
	private readonly options: OutboxOptions;
	private readonly limits: AllOutboxLimits;
	private readonly log: Log;
	private readonly stamper: Stamper | undefined;

	private state: State = REST;
	private readonly size: RequestSize;
	/** Whether nothing was left but what the storage can't read. */
	private isUnread = false;
	/** Made for each run, and let go at its end: an outbox at rest holds little. Answers to an earlier run are ignored. */
	private writer!: BatchWriter;
	private onEnd: ((fault: string) => void) | undefined;
	/** Gives up a request that is not answered. */
	private lookout: TimerHandle | undefined;
	/** What the last refusal had against the readings. */
	private fault = "";
	/** Number of the reading for which the witness was fetched in this delivery, so that its next refusal is its own. */
	private proven: number | undefined;
	/** Id of a reading that the service has: whether it can be fetched says whether any can. */
	private witness: string | undefined;
	/** Answers that have asked for patience since the service has taken or refused something. */
	private tries = 0;
	/** Whether the collection has stored a reading by another id: what is sent once more would be stored once more. */
	private replacesIds = false;

	/**
	 * @param stamper undefined where readings are not stamped
	 * @throws RangeError that names the option which is wrong
	 */
	constructor(platform: OutboxPlatform, options: OutboxOptions, limits: AllOutboxLimits, log: Log, stamper: Stamper | undefined) {
		this.ids = new IdFormat(options.idPattern, options.idLength);
		this.platform = platform;
		this.options = options;
		this.limits = limits;
		this.log = log;
		this.size = new RequestSize(limits);
		this.stamper = stamper;
	}

	get isRunning(): boolean {
		return this.state.is !== RESTING;
	}

	/** Whether the last run has ended with nothing but what the service refuses or the storage can't read, which hold no others up. */
	get isPatient(): boolean {
		return this.probe.isRetrying || this.isUnread;
	}

	/**
	 * Begins.
	 * @param onEnd called once: with "" when the log is empty, else with why it is not; not after `stop`
	 */
	start(onEnd: (fault: string) => void): void {
		const { batch, batchBytes } = this.limits;
		const writer = this.writer = new BatchWriter(this.log, this.platform.text, this.options.collection, batch, batchBytes, this.ids);
		this.onEnd = onEnd;
		this.probe.begin();
		this.size.ahead = undefined;
		this.isUnread = false;
		this.proven = undefined;
		if (this.replacesIds)
			return this.finish(REPLACES_IDS);
		try {
			if (this.stamper?.anchor() === true)
				this.request({ is: ASKING_TIME }, "GET", HEALTH);
			else
				this.send();
		}
		catch (error) {
			this.fail(writer, error);
		}
	}

	/** Ends without a word. */
	stop(): void {
		this.platform.timers.clear(this.lookout);
		this.state = REST;
		this.lookout = this.onEnd = (this as unknown as { writer?: BatchWriter }).writer = undefined;
	}

	private request(state: State, method: Method, path: string, body?: Uint8Array): void {
		const { writer, platform: { timers } } = this;
		this.state = state;
		this.log.blocks.counts.requests++;
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
			this.answered(response);
		}
		catch (error) {
			this.fail(writer, error);
		}
	}

	private answered(response: ClientResponse): void {
		const state = this.state;
		switch (state.is) {
			case ASKING_TIME:
				return this.timeAnswered(response);
			case SENDING_BATCH:
				return this.batchAnswered(response, true);
			case CORRECTING_BATCH:
				return this.batchAnswered(response, false);
			case SENDING_ONE:
				return this.oneAnswered(response);
			case CORRECTING_ONE:
				return this.correctionAnswered(response, state.mayCorrect);
			case FETCHING_READING:
				return response.kind === "too-large" ? this.fetch(FETCHING_ID, state.reason, state.refusal, this.writer.id + "?fields=id")
					: this.readingFetched(response, state);
			case FETCHING_ID:
				return this.readingFetched(response, state);
			case FETCHING_WITNESS:
				return this.witnessFetched(response, state);
			case PROVING:
				return this.proved(response, state.refusal);
			default:
		}
	}

	/**
	 * Sends the next readings; where none is to be sent in this run, it ends.
	 * @param isCorrection whether they are those that were sent last, with the right time
	 */
	private send(isCorrection = false): void {
		const body = this.fill(isCorrection);
		if (body === undefined) {
			const reason = this.probe.keeps ? this.fault : this.log.unreadFault;
			this.isUnread = !this.probe.keeps && reason !== "";
			return this.finish(reason);
		}
		const { writer } = this;
		writer.base = this.log.times.base ?? NaN;
		writer.dropped = this.log.blocks.counts.dropped;
		if (writer.count > 1)
			return this.request({ is: isCorrection ? CORRECTING_BATCH : SENDING_BATCH }, "POST", BATCH + "?fields=body.id", body);
		// What was sent may have become unreadable.
		if (isCorrection && writer.id === this.witness)
			return this.correctOne(false);
		this.request({ is: SENDING_ONE }, "POST", writer.path + "?fields=id", body);
	}

	/** Writes the next request's readings, suspects last. Returns undefined when none is to be sent in this run. */
	private fill(isCorrection: boolean): Uint8Array | undefined {
		const { probe } = this;
		if (this.log.numbers.ready === 0)
			return undefined;
		if (!probe.isRetrying) {
			const others = this.writer.fill(probe.keeps && !probe.hasTaken ? 1 : this.size.most, probe.next);
			if (others !== undefined)
				return others;
		}
		// With the right time, the suspect that was sent last.
		const number = isCorrection ? this.writer.last : probe.due();
		if (number === 0)
			return undefined;
		const body = this.writer.fill(1, number);
		if (body !== undefined && this.writer.last === number)
			return body;
		// It had to make room.
		probe.forget(number);
		this.release();
		return this.fill(false);
	}

	/** What gives no time, or refuses to, gets the readings without it: they are corrected when it is known. */
	private timeAnswered(response: ClientResponse): void {
		const isAnswer = response.ok || response.kind === "http" && !asksForPatience(response);
		if (isAnswer || this.tries >= TRIES)
			this.send();
		else
			this.tryAgain(response);
	}

	private batchAnswered(response: ClientResponse, mayCorrect: boolean): void {
		const { size, writer } = this;
		const verdict = classifyBatchResponse(response, writer);
		switch (verdict.is) {
			case TAKEN:
				return this.taken(mayCorrect);
			case TRY_AGAIN:
				if (verdict.isTooMuch)
					size.tooMuch(writer.count);
				return this.wait(response);
			case NOT_ASKED:
				return this.pause(faultOf(response));
			case ID_REPLACED:
				return this.stopSending();
			case BATCH_FAILED:
				size.ahead = verdict.at;
				break;
			case BATCH_UNSUPPORTED:
				size.unsupported();
				break;
			case BATCH_TOO_LARGE:
				size.tooMuch(writer.count);
				break;
		}
		this.fault = faultOf(response);
		this.send();
	}

	private oneAnswered(response: ClientResponse): void {
		const verdict = classifyResponse(response, this.writer.id);
		switch (verdict.is) {
			case TAKEN:
				return this.taken(true);
			case REFUSED:
				return this.fetch(FETCHING_READING, verdict.reason, response);
			case TRY_AGAIN:
				return this.wait(response);
			case ID_REPLACED:
				return this.stopSending();
			case NOT_ASKED:
				return this.pause(faultOf(response));
			case IDS_REFUSED:
				return this.pause(verdict.fault);
		}
	}

	/** For good: until the next start nothing is sent. */
	private stopSending(): void {
		this.replacesIds = true;
		this.finish(REPLACES_IDS);
	}

	/** The service has its time, and one reading or batch that always needs more is not taken for a service that fails. */
	private wait(response: ClientResponse): void {
		const tries = response.kind === "connect" ? LOST_TRIES : TRIES;
		if (this.probe.isRetrying || (this.tries + 1) % tries === 0)
			this.fetch(FETCHING_READING, FAILS_AGAIN, response);
		else
			this.tryAgain(response);
	}

	private correctionAnswered(response: ClientResponse, mayCorrect: boolean): void {
		const isRefused = response.kind === "http" && !asksForPatience(response);
		if (classifyResponse(response, this.writer.id).is === TAKEN)
			this.taken(mayCorrect);
		// What can't be corrected is there, too.
		else if (isRefused || this.tries >= TRIES)
			this.delivered();
		else
			this.tryAgain(response);
	}

	/** @param path of the record in the collection */
	private fetch(is: Fetching["is"], reason: Reason, refusal: ClientResponse, path = this.writer.id): void {
		this.request({ is, reason, refusal }, "GET", this.writer.path + "/" + path);
	}

	private readingFetched(response: ClientResponse, judged: Fetching): void {
		const { refusal } = judged;
		// Whose the record with the reading's id is, nobody but the service says.
		const reason = judged.reason === FOREIGN_ID && !isWithheld(response) ? NO_REASON : judged.reason;
		const isThere = isRecord(response, this.writer.id);
		const isAnswered = isAsked(response) && !asksForPatience(response);
		const isAbsent = isAnswered && response.statusCode >= BAD_REQUEST;
		if (this.writer.count > 1 && (isThere || isAbsent)) {
			// The service answers: it is the batch.
			this.size.tooMuch(1);
			this.send();
		}
		else if (isThere)
			this.found(response.body, refusal);
		else if (isAbsent && reason !== FOREIGN_ID)
			this.refused(reason, refusal);
		else if (!isAnswered || this.writer.count > 1)
			this.tryAgain(response);
		else if (this.witness !== undefined)
			this.fetch(FETCHING_WITNESS, reason, refusal, this.witness + "?fields=id");
		else if (isWithheld(response))
			this.refused(NO_REASON, refusal);
		else
			this.tryAgain(response);
	}

	/** A record with the reading's id is there. Its time, the last member, may be another, or of a build with another `stamp`. */
	private found(record: string, refusal: ClientResponse): void {
		const { reading } = this.writer;
		if (!canBeSame(reading.replace(/,"\w+":(null|"[^"]{23}Z") *}$/, "}"), record))
			return this.refused(FOREIGN_ID, refusal);
		this.witness = this.writer.id;
		if (this.hasOldTime())
			this.send(true);
		// Before a suspect is rejected for want of room, something must be taken: where no new reading can be, one that was.
		else if (!canBeSame(reading, record) || this.probe.hurries && !this.probe.hasTaken)
			this.correctOne(true);
		else
			this.delivered();
	}

	private correctOne(mayCorrect: boolean): void {
		const { writer } = this;
		this.request({ is: CORRECTING_ONE, mayCorrect }, "PATCH", writer.path + "/" + writer.id + "?fields=id", writer.alone);
	}

	private witnessFetched(response: ClientResponse, { reason, refusal }: Fetching): void {
		// A record that can't be fetched where the witness can is not the reading's.
		if (this.isWitness(response))
			return this.refused(reason, refusal);
		return reason === FOREIGN_ID && isWithheld(response) ? this.delivered() : this.tryAgain(response);
	}

	private proved(response: ClientResponse, refusal: ClientResponse): void {
		const { last } = this.writer;
		if (!this.isWitness(response))
			return this.tryAgain(response);
		if (this.proven === last)
			return this.reject(refusal);
		// The device may have been a guest until then: what is refused between two fetches of the witness is meant for the reading.
		this.proven = last;
		this.send();
	}

	private isWitness(response: ClientResponse): boolean {
		return this.witness !== undefined && isRecord(response, this.witness);
	}

	/** The service has just taken the readings of the request. */
	private taken(mayCorrect: boolean): void {
		this.probe.took();
		this.witness = this.writer.id;
		if (mayCorrect && this.hasOldTime())
			this.send(true);
		else
			this.delivered();
	}

	/** Whether the time was not known, or another, when the request was written. */
	private hasOldTime(): boolean {
		const known = this.log.times.base;
		return known !== undefined && !(Math.abs(known - this.writer.base) <= AGREES);
	}

	/** The service has the readings of the request. */
	private delivered(): void {
		const { writer } = this;
		this.tries = 0;
		this.size.delivered(writer.count);
		if (this.probe.accepted(writer.last, writer.count))
			this.remove("delivered");
		else
			this.release();
		this.send();
	}

	/** The service has refused the reading that was sent alone. */
	private refused(reason: Reason, refusal: ClientResponse): void {
		this.fault = faultOf(refusal);
		this.tries = 0;
		this.size.ahead = undefined;
		// A number like 1e400 is JSON for the device, and for no service.
		const isUnreadable = reason === NO_REASON && memberFault("", parseJSON(this.writer.reading, Infinity)) !== "";
		const counted = isUnreadable ? NEVER_TAKEN : reason;
		const action = this.probe.refused(this.writer.last, counted, this.platform.timers.now(), this.limits.retryBase);
		if (action === GO_ON)
			return this.send();
		const mayBeGuest = counted === NO_REASON && this.probe.hurries;
		if (action === PAUSE || mayBeGuest && this.witness === undefined)
			return this.finish(this.fault);
		if (mayBeGuest)
			return this.fetch(PROVING, reason, refusal, this.witness + "?fields=id");
		this.reject(refusal);
	}

	private reject(refusal: ClientResponse): void {
		const { writer } = this;
		try {
			// Before it leaves: with the power lost meanwhile, the app gets it once more.
			isUnawaited(this.options.onRejected?.(writer.reading, refusal), ignore);
		}
		finally {
			// The app may have ended the run.
			if (writer === this.writer) {
				this.probe.forget(writer.last);
				this.remove("rejected");
				this.release();
			}
		}
		if (writer === this.writer)
			this.send();
	}

	/** As `pause`, and counts what may be one reading's fault if it comes again and again. */
	private tryAgain(response: ClientResponse): void {
		if (isAsked(response))
			this.tries++;
		this.pause(faultOf(response));
	}

	/** The readings may be taken later. */
	private pause(fault: string): void {
		this.probe.isRetrying = false;
		this.fault = fault;
		this.finish(fault);
	}

	/** The readings of the request have left, except those that were dropped meanwhile. */
	private remove(as: "delivered" | "rejected"): void {
		const { writer } = this;
		const left = writer.count - (this.log.blocks.counts.dropped - writer.dropped);
		if (left > 0) {
			this.log.remove(writer.last, writer.next, left, as);
			this.probe.left(left);
		}
	}

	/** What the service has taken before the first suspect leaves. */
	private release(): void {
		this.writer.pass(this.probe.first);
		this.writer.dropped = this.log.blocks.counts.dropped;
		this.remove("delivered");
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
	return response.error || NOT_THE_SERVICE;
}
