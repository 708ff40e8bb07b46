import { withoutNextTry } from "../auth/growing-pause.js";
import type { TimerHandle, Timers } from "../platform.js";
import { REALTIME } from "../pocketbase/paths.js";
import { eachRecord } from "../lists/each-record.js";
import { CLIENT_CLOSED, type ClientResponse, failure } from "../response.js";
import { clientFault, NOT_A_CLIENT, parameterFault, segmentFault, wholeFault } from "../shared/arguments.js";
import { checkOptions } from "../shared/complete-limits.js";
import { PAUSES, pauseOf } from "../shared/pauses.js";
import { callBack, textOf } from "../shared/thrown.js";
import { ChangeReader, isRecord, NO_LIST } from "./change-reader.js";
import { EventStream } from "./event-stream.js";
import {
	type LiveOptions, type LiveParts, type LivePart, type LivePlatform, type LiveRecord, OPTIONS, type Reconciled
} from "./live-options.js";
import { ALL, PollWindow } from "./poll-window.js";
import { TokenWatch } from "./token-watch.js";
import { millisecondsOf } from "./versions.js";

/** Milliseconds of these options. */
const LEAST = 1000;
const MOST = 0x7fffffff;
const EVERY = 30_000;
const EVERY_WITH_STREAM = 300_000;
const READ_ALL = 3_600_000;
const SILENCE = 330_000;

/** Bytes of a record, as of `eachRecord`. */
const RECORD = 4096;
const LEAST_RECORD = 256;
const MOST_RECORD = 1_048_576;

const NOT_CONFIRMED = "the service has not confirmed the token";

/** How often `reconcile` reads the ids again because the token has changed meanwhile. */
const TRIES = 3;

/**
 * Tells the latest state of each record of a collection: of all at first, then of those that change. A poll asks for what has
 * changed since shortly before the last one, and drops what it has reported, by `id` and `updated`. A stream of events, where there
 * is one, only has the next poll come at once: nothing depends on it.
 */
export class LiveRecords<T extends object = LiveRecord> {
	private readonly options: LiveOptions<T>;
	private readonly timers: Timers;
	private readonly parts: LiveParts;
	private readonly every: number;
	private readonly changes: ChangeReader<T>;
	private readonly window: PollWindow;
	private readonly stream: EventStream | undefined;
	private readonly token: TokenWatch;
	/** Errors of the last states, undefined for none reported yet. */
	private readonly errors: Partial<Record<LivePart, string>> = {};
	private reading = Promise.resolve();
	private isPlanned = false;
	private isClosed = false;
	private timer: TimerHandle | undefined;
	private failures = 0;
	/** Whether this poll can have been answered as a guest's, or not from far enough back. */
	private isDoubtful = false;
	/** Whether the next poll is to be a whole one. */
	private isWholeDue = true;
	/** Time of the oldest change that an event has reported since the last poll, undefined for none. */
	private changed: number | undefined;

	/**
	 * Begins with a poll, on a turn of its own.
	 * @param options kept, not changed
	 * @throws TypeError or RangeError that names the option that is missing or wrong
	 */
	constructor(platform: LivePlatform, options: LiveOptions<T>) {
		checkOptions("", options, OPTIONS);
		const { client, stream = false } = options;
		const fault = clientFault(client);
		const parts = fault === "" ? platform.partsOf(client) : undefined;
		if (parts === undefined)
			throw new TypeError(fault || NOT_A_CLIENT);
		const { every, readAll, record, silence } = numbersOf(options);
		this.options = options;
		this.timers = platform.timers;
		this.parts = parts;
		this.every = every;
		this.window = new PollWindow(readAll);
		this.changes = new ChangeReader(options, record, parts.platform.text);
		this.stream = stream ? new EventStream(parts, platform.timers, silence, this) : undefined;
		this.token = new TokenWatch(parts.session, parts.limits.confirmEvery, platform.timers.now());
		(parts.dependents ??= new Set()).add(this);
		this.plan(0);
	}

	/** Has a poll come now, or directly after the one that is on its way. */
	poll(): void {
		this.isWholeDue = true;
		this.hurry();
	}

	/**
	 * Finds the records that are no more: a deletion, or a change by which a record leaves the filter, is in no poll. Goes through
	 * the ids of all records of the filter, between two polls. Before it names a record as gone it has the service confirm the client's token:
	 * a guest is shown less.
	 * @param known ids of the records that the app has; read at once
	 * @returns those that are gone. Never rejects: kind `argument` for what can't be gone through, or a text
	 */
	reconcile(known: Iterable<string>): Promise<Reconciled> {
		const ids = idsOf(known);
		if (ids === undefined)
			return Promise.resolve(nothingGone(failure("argument", "known must be ids, such as an array of them")));
		const result = this.reading.then(() => this.absent(ids)).catch((error: unknown) => nothingGone(failure("protocol", textOf(error))));
		this.reading = result.then(() => undefined);
		return result;
	}

	/**
	 * Ends all; nothing is called back any more. May be called more than once.
	 * Live records whose client is closed report that to `onState`, and end by themselves.
	 */
	close(): void {
		this.isClosed = true;
		this.changes.stop();
		this.parts.dependents?.delete(this);
		this.timers.clear(this.timer);
		this.stream?.close();
	}

	/** @internal The next poll reports it. */
	onClientClosed(): void {
		this.changes.stop();
		this.stream?.close();
		this.poll();
	}

	/** @internal A record has changed. @param updated when, as the service writes it */
	onChange(updated: string): void {
		const time = millisecondsOf(updated);
		if (!(time >= 0))
			return this.poll();
		this.changed = Math.min(time, this.changed ?? time);
		this.hurry();
	}

	/** @internal The stream has an id. Has the service send what changes. */
	async onConnected(clientId: string): Promise<void> {
		const { client, collection, filter } = this.options;
		const query = encodeURIComponent(JSON.stringify({ query: { fields: "updated", filter: filter ?? undefined } }));
		const response = await client.sendEx("POST", REALTIME, { clientId, subscriptions: [`${collection}/*?options=${query}`] });
		if (this.isClosed || !this.stream?.isOf(clientId))
			return;
		if (response.ok) {
			this.stream.isGood();
			this.report("stream", response);
			// What has changed before.
			this.poll();
		}
		else
			this.stream.end(response);
	}

	/** @internal The stream has ended. */
	onStreamEnd(response: ClientResponse): void {
		this.report("stream", response);
	}

	private hurry(): void {
		if (!this.isPlanned)
			this.plan(0);
	}

	private plan(milliseconds: number): void {
		this.timers.clear(this.timer);
		if (this.isClosed)
			return;
		this.isPlanned = milliseconds === 0;
		this.timer = this.timers.set(this.onTimer, milliseconds);
	}

	private readonly onTimer = (): void => {
		this.timer = undefined;
		this.isPlanned = true;
		this.isWholeDue ||= this.changed === undefined;
		this.reading = this.reading.then(this.read);
	};

	/** Polls. Never rejects. */
	private readonly read = async (): Promise<void> => {
		const { changed, isDoubtful: wasDoubtful, window } = this;
		const ticks = this.timers.now();
		const isWhole = this.isWholeDue || window.isDue(ticks);
		this.isPlanned = this.isWholeDue = false;
		this.changed = undefined;
		if (this.isClosed)
			return;
		if (isWhole)
			this.token.doubtAfterLong(ticks);
		const next = isWhole ? window.begin(this.options.client.now(), ticks) : ALL;
		const response = await this.attempt(isWhole ? window.bound : changed ?? ALL);
		if (this.isClosed)
			return;
		if (response.ok) {
			// Not for ever, if each poll brings another token.
			if (this.isDoubtful && !wasDoubtful) {
				// It has the rights of the token that it was subscribed with.
				this.stream?.close();
				this.poll();
			}
			else if (isWhole && !this.isDoubtful)
				window.end(ticks, next, millisecondsOf(this.changes.versions.newest), this.changes.hasFound);
			this.stream?.open();
		}
		this.conclude(response);
	};

	/** A poll has ended: reports that, and plans the next. */
	private conclude(response: ClientResponse): void {
		const { ok } = response;
		// What it has reported stands, and may not be all.
		const isUnconfirmed = ok && !this.isDoubtful && this.token.canBeConfirmed && !this.parts.session.isAccepted;
		this.failures = ok && !isUnconfirmed ? 0 : this.failures + 1;
		this.isWholeDue ||= !ok;
		this.report("records", isUnconfirmed ? failure("auth", NOT_CONFIRMED) : ok ? this.changes.passedOver ?? response : response);
		if (response.error === CLIENT_CLOSED)
			this.close();
		else if (!this.isPlanned)
			this.plan(this.failures === 0 ? this.every : pauseOf({ ...PAUSES.poll, most: this.every }, this.failures, Math.random()));
	}

	/** Reports what has changed since a time, ALL for all records. Never rejects. */
	private async attempt(from: number): Promise<ClientResponse> {
		const first = from === ALL ? "" : stamp(from);
		this.isDoubtful = false;
		try {
			const answer = await this.changes.ask(first);
			this.hearOfToken(from);
			const response = await this.changes.report(first, answer);
			// What was read with another token, or may have been.
			const news = this.token.look(this.timers.now());
			if (news === "log-in" || news === "other user") {
				this.window.unlearn(news);
				this.isDoubtful = true;
			}
			return response;
		}
		catch (error) {
			return failure("protocol", textOf(error));
		}
	}

	/** The answer to a poll has come. It was asked with the token that there is now. @param from when on it has asked */
	private hearOfToken(from: number): void {
		const news = this.token.look(this.timers.now());
		if (news === "nothing")
			return;
		if (news === "confirmed")
			this.window.prove();
		else {
			this.window.unlearn(news);
			this.isDoubtful = from > this.window.bound;
		}
	}

	/** Those of some ids that no record has. */
	private async absent(known: ReadonlySet<string>): Promise<Reconciled> {
		const { options: { client, collection, filter }, parts: { session } } = this;
		for (let tries = 0; tries < TRIES; tries++) {
			if (this.isClosed)
				return nothingGone(failure("closed", "the live records are closed"));
			const { logIns } = session;
			const gone = new Set(known);
			let isList = true;
			const response = await eachRecord({ client, collection, filter, fields: "id" }, (record) => {
				isList = isRecord(record);
				if (isRecord(record))
					gone.delete(record.id);
				return isList ? undefined : false;
			});
			if (!isList)
				return nothingGone(failure("protocol", NO_LIST));
			if (!response.ok || gone.size === 0)
				return nothingGone(response);
			const doubt = await this.unconfirmed();
			if (doubt !== undefined)
				return nothingGone(doubt);
			if (session.logIns === logIns)
				return { response, gone: [...gone] };
			// What was read with the token before can be a guest's.
			this.poll();
		}
		return nothingGone(failure("auth", "the token has changed each time that the ids were read"));
	}

	/** Has the service confirm the token, if it can be asked. @returns why it is not confirmed, undefined if it is */
	private async unconfirmed(): Promise<ClientResponse | undefined> {
		const { session } = this.parts;
		if (!this.token.canBeConfirmed)
			return undefined;
		session.doubt();
		const response = await this.options.client.sendEx("GET", this.changes.records + "?perPage=1&skipTotal=1&fields=id");
		if (!response.ok)
			return response;
		return session.isAccepted ? undefined : failure("auth", NOT_CONFIRMED);
	}

	private report(part: LivePart, response: ClientResponse): void {
		const { isClosed, options: { onState } } = this;
		const error = withoutNextTry(response.error);
		if (isClosed || this.errors[part] === error)
			return;
		this.errors[part] = error;
		callBack(() => onState?.(part, response), () => this.parts.platform.warn("onState has thrown"));
	}
}

/** The numbers among options. @throws TypeError that names the option that is wrong */
function numbersOf<T extends object>(options: LiveOptions<T>): Required<Pick<LiveOptions<T>, "every" | "readAll" | "record" | "silence">> {
	const { collection, fields, filter, onRecord, onState, record = RECORD, stream } = options;
	const { every = stream ? EVERY_WITH_STREAM : EVERY, readAll = READ_ALL, silence = SILENCE } = options;
	const times = Object.entries({ every, readAll, silence });
	const fault = segmentFault("collection", collection) || parameterFault("filter", filter) || parameterFault("fields", fields)
		|| times.reduce((wrong, [name, value]) => wrong || wholeFault(name, value, LEAST, MOST), "")
		|| wholeFault("record", record, LEAST_RECORD, MOST_RECORD)
		|| Object.entries({ onRecord, onState: onState ?? onRecord })
			.reduce((wrong, [name, value]) => wrong || (typeof value === "function" ? "" : name + " must be a function"), "");
	if (fault !== "")
		throw new TypeError(fault);
	return { every, readAll, record, silence };
}

/** A time as the service writes it. @param time milliseconds since 1970, before the year 10000 */
function stamp(time: number): string {
	return new Date(time).toISOString().replace("T", " ");
}

function nothingGone(response: ClientResponse): Reconciled {
	return { response, gone: [] };
}

/** Returns undefined for what can't be gone through. A text could: by its characters. */
function idsOf(known: unknown): Set<string> | undefined {
	try {
		return typeof known === "object" && known !== null ? new Set(known as Iterable<string>) : undefined;
	}
	catch {
		return undefined;
	}
}
