import { PAUSES, pauseOf } from "../shared/pauses.js";
import { COLLECTIONS, REALTIME, RECORDS } from "../pocketbase/paths.js";
import { NOT_FOUND } from "../http-statuses.js";
import { filter as filterOf } from "../filter/filter.js";
import { eachRecord, getFirst } from "../lists/each-record.js";
import type { TimerHandle, Timers } from "../platform.js";
import { CLIENT_CLOSED, type ClientResponse, failure } from "../response.js";
import { parameterFault, segmentFault, wholeFault } from "../shared/arguments.js";
import { checkOptions } from "../shared/complete-limits.js";
import { textOf } from "../shared/thrown.js";
import { UrlWriter } from "../url/url-writer.js";
import { EventStream } from "./event-stream.js";
import {
	type LiveOptions, type LiveParts, type LivePart, type LivePlatform, type LiveRecord, OPTIONS, type Reconciled
} from "./live-options.js";
import { type TokenNews, TokenWatch } from "./token-watch.js";
import { dateOf, Versions } from "./versions.js";

/** Records that a poll asks for in one short answer; where there are more, they are streamed. */
const PAGE = 8;
const PER_PAGE = 100;
/**
 * Milliseconds that a poll looks back. The service dates a record before it becomes visible: 785 milliseconds were seen. The
 * service's time is known to ten seconds.
 */
const OVERLAP = 20_000;
const CLOCK_OFF = 10_000;
const LEAST = 1000;
const MOST = 0x7fffffff;
const EVERY = 30_000;
const EVERY_WITH_STREAM = 300_000;
const SILENCE = 330_000;

/** Bytes of a record, as of `eachRecord`. */
const RECORD = 4096;
const LEAST_RECORD = 256;
const MOST_RECORD = 1_048_576;

/** No time: all records are asked for; no event has come. */
const ALL = -1;
/** How often `reconcile` reads the ids again because the token has changed meanwhile. */
const TRIES = 3;

const NO_LIST = "the answer is no list of records";
const KEY_FIELDS = "id,updated";

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
	/** Path of the records. */
	private readonly records: string;
	/** Path and query of a poll, up to its time. */
	private readonly path: string;
	private readonly fields: string | undefined;
	private readonly record: number;
	private readonly stream: EventStream | undefined;
	private readonly versions: Versions;
	private readonly token: TokenWatch;
	/** Errors of the last states, undefined for none reported yet. */
	private readonly errors: Partial<Record<LivePart, string>> = {};
	private reading = Promise.resolve();
	private isPlanned = false;
	private isClosed = false;
	private isClientClosed = false;
	private timer: TimerHandle | undefined;
	private failures = 0;
	/** From when on the next whole poll asks, in milliseconds since 1970. */
	private bound = ALL;
	/** From when on all must be asked for again if the token turns out not to be accepted: not later than `bound`. */
	private proven = ALL;
	/** The service's time at a whole poll, and the ticks then. */
	private time = ALL;
	private ticks = 0;
	/** Whether the last poll has found nothing, not even what was reported. */
	private isEmpty = false;
	/** Whether this poll can have been answered as a guest's, or not from far enough back. */
	private isDoubtful = false;
	/** Ticks at the last whole poll that was good. */
	private whole = 0;
	/** The time of the oldest change that an event has reported since the last poll, ALL for a whole poll, Infinity for no event. */
	private reported = ALL;
	/** The last record of this poll, in the order of the service. */
	private last: object | undefined;
	/** Why this poll has ended early; and the first record that it has passed over. */
	private ended: ClientResponse | undefined;
	private passedOver: ClientResponse | undefined;

	/**
	 * Begins with a poll, on a turn of its own.
	 * @param options kept, not changed
	 * @throws TypeError or RangeError that names the option that is missing or wrong
	 */
	constructor(platform: LivePlatform, options: LiveOptions<T>) {
		checkOptions("", options, OPTIONS);
		const { client, collection, filter, onRecord, onState, record = RECORD, stream = false } = options;
		const { every = stream ? EVERY_WITH_STREAM : EVERY, silence = SILENCE } = options;
		const parts = typeof client?.sendEx === "function" ? platform.partsOf(client) : undefined;
		if (parts === undefined)
			throw new TypeError("client must be a RecordsClient");
		const fault = segmentFault("collection", collection) || parameterFault("filter", filter) || parameterFault("fields", options.fields)
			|| wholeFault("every", every, LEAST, MOST) || wholeFault("silence", silence, LEAST, MOST)
			|| wholeFault("record", record, LEAST_RECORD, MOST_RECORD)
			|| (typeof onRecord === "function" && typeof (onState ?? onRecord) === "function" ? "" : "onRecord and onState must be functions");
		if (fault !== "")
			throw new TypeError(fault);
		const fields = options.fields ? withKey(options.fields) : undefined;
		if (fields !== undefined && /(?:^|,)\s*(?:id|updated)\s*:/.test(fields))
			throw new TypeError("fields must not change id and updated");
		const writer = new UrlWriter(Infinity);
		const records = writer.start(COLLECTIONS).segment(collection).path(RECORDS).finish("collection");
		if (records === "")
			throw new TypeError(writer.fault);
		const path = writer.start(records).parameter("perPage", String(PAGE)).parameter("skipTotal", "1").parameter("sort", "updated,id")
			.parameter("fields", fields)
			.parameter("filter", filter ? `(${filter}\n)&&updated>='` : "updated>='").finish("filter");
		this.options = options;
		this.timers = platform.timers;
		this.parts = parts;
		this.every = every;
		this.records = records;
		this.path = path;
		this.fields = fields;
		this.record = record;
		this.stream = stream ? new EventStream(parts, platform.timers, silence, this) : undefined;
		this.versions = new Versions(parts.platform.text);
		this.token = new TokenWatch(parts.session, parts.limits.confirmEvery, platform.timers.now());
		(parts.dependents ??= new Set()).add(this);
		this.plan(0);
	}

	/** Has a poll come now, or directly after the one that is on its way. */
	poll(): void {
		this.hurry(ALL);
	}

	/**
	 * Finds the records that are no more: a deletion, or a change by which a record leaves the filter, is in no poll. Goes through
	 * the ids of all records of the filter, between two polls. Before it names a record as gone it has the service confirm the client's token:
	 * a guest is shown less.
	 * @param known ids of the records that the app has; read at once
	 * @returns those that are gone. Never rejects
	 */
	reconcile(known: Iterable<string>): Promise<Reconciled> {
		const ids = new Set(known);
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
		this.parts.dependents?.delete(this);
		this.timers.clear(this.timer);
		this.stream?.close();
	}

	/** @internal The next poll reports it. */
	onClientClosed(): void {
		this.isClientClosed = true;
		this.stream?.close();
		this.poll();
	}

	/** @internal A record has changed. @param updated when, as the service writes it */
	onChange(updated: string): void {
		const time = millisecondsOf(updated);
		this.hurry(time >= 0 ? time : ALL);
	}

	/** @internal The stream has an id. Has the service send what changes. */
	async onConnected(clientId: string): Promise<void> {
		const { client, collection, filter } = this.options;
		const query = encodeURIComponent(JSON.stringify({ query: { fields: "updated", filter: filter ?? undefined } }));
		const response = await client.sendEx("POST", REALTIME, { clientId, subscriptions: [`${collection}/*?options=${query}`] });
		const { stream } = this;
		if (this.isClosed || !stream?.isOf(clientId))
			return;
		if (response.ok) {
			stream.isGood();
			this.report("stream", response);
			// What has changed before.
			this.poll();
		}
		else
			stream.end(response);
	}

	/** @internal The stream has ended. */
	onStreamEnd(response: ClientResponse): void {
		this.report("stream", response);
	}

	/** @param time of a change; ALL for a whole poll */
	private hurry(time: number): void {
		if (time < this.reported)
			this.reported = time;
		if (!this.isPlanned)
			this.plan(0);
	}

	private plan(milliseconds: number): void {
		const { timers } = this;
		timers.clear(this.timer);
		if (this.isClosed)
			return;
		this.isPlanned = milliseconds === 0;
		this.timer = timers.set(this.onTimer, milliseconds);
	}

	private readonly onTimer = (): void => {
		this.timer = undefined;
		this.isPlanned = true;
		if (this.reported === Infinity)
			this.reported = ALL;
		this.reading = this.reading.then(this.read);
	};

	/** Polls. Never rejects. */
	private readonly read = async (): Promise<void> => {
		const { isDoubtful: wasDoubtful, reported, timers, token } = this;
		const ticks = timers.now();
		this.isPlanned = false;
		this.reported = Infinity;
		if (this.isClosed)
			return;
		// A whole poll was a short time ago, and what is late for this one is not for the next.
		const isWhole = reported < 0 || this.bound < 0 || (ticks - this.whole | 0) >= OVERLAP;
		if (isWhole)
			token.doubtAfterLong(ticks);
		const next = isWhole ? this.look(ticks) : ALL;
		const response = await this.attempt(isWhole ? this.bound : reported);
		if (this.isClosed)
			return;
		this.failures = response.ok ? 0 : this.failures + 1;
		if (!response.ok)
			this.reported = ALL;
		else {
			// Not for ever, if each poll brings another token.
			if (this.isDoubtful && !wasDoubtful)
				this.again();
			else if (isWhole && !this.isDoubtful)
				this.polled(ticks, next);
			this.stream?.open();
		}
		this.report("records", response.ok && this.passedOver !== undefined ? this.passedOver : response);
		if (response.error === CLIENT_CLOSED)
			this.close();
		else if (!this.isPlanned)
			this.plan(this.failures === 0 ? this.every : pauseOf({ ...PAUSES.poll, most: this.every }, this.failures, Math.random()));
	};

	/** Tells what has changed since a time, ALL for ever. Never rejects. */
	private async attempt(from: number): Promise<ClientResponse> {
		const { token, token: { version } } = this;
		this.ended = this.passedOver = undefined;
		this.isDoubtful = false;
		try {
			const response = await this.since(from);
			// What was read with another token, or may have been.
			const changed = token.version !== version;
			const news = token.news(this.timers.now());
			if (changed || news !== "nothing" && news !== "confirmed") {
				this.unlearn(news);
				this.isDoubtful = true;
			}
			return this.ended ?? response;
		}
		catch (error) {
			return failure("protocol", textOf(error));
		}
	}

	/** The answer to a poll has come. It was asked with the token that there is now. @param from when on it has asked */
	private hearOfToken(from: number): void {
		const news = this.token.news(this.timers.now());
		if (news === "nothing")
			return;
		if (news === "confirmed")
			this.proven = this.bound;
		else {
			this.unlearn(news);
			this.isDoubtful = from > this.bound;
		}
	}

	/** What was learned since the token was confirmed can be a guest's, and what another user sees was not. */
	private unlearn(news: TokenNews): void {
		if (news === "other user")
			this.proven = ALL;
		this.bound = this.proven;
	}

	/** Has a whole poll come at once, and the stream opened again: it has the rights of the token that it was subscribed with. */
	private again(): void {
		this.stream?.close();
		this.poll();
	}

	/** A whole poll was good. @param ticks when it began @param next from when on the next one asks, ALL while the time is not known */
	private polled(ticks: number, next: number): void {
		const { bound, versions } = this;
		this.whole = ticks;
		// The same question again costs less, and has the same answer.
		if (this.isEmpty && bound >= 0)
			return;
		const newest = millisecondsOf(versions.newest);
		// Of a service whose `updated` is no date, all is asked for again.
		this.moveBound(next >= 0 ? next : newest >= OVERLAP ? newest - OVERLAP : ALL);
		if (this.bound >= 0)
			versions.forget(stamp(this.bound));
	}

	private moveBound(bound: number): void {
		this.bound = bound;
		if (bound < this.proven)
			this.proven = bound;
	}

	/** Looks at the service's clock. @returns from when on the next poll asks, ALL while the time is not known */
	private look(ticks: number): number {
		const { options: { client }, time } = this;
		const now = client.now();
		if (now < 0)
			return ALL;
		const off = time < 0 ? 0 : now - time - (ticks - this.ticks | 0);
		this.time = now;
		this.ticks = ticks;
		// It was set back: nobody knows which changes are dated before the last poll.
		if (off < -CLOCK_OFF || this.bound > now)
			this.moveBound(ALL);
		// It was set forward, or has caught up: a change may become visible that is dated before.
		return off > CLOCK_OFF ? this.bound : now - OVERLAP;
	}

	/** As `attempt`, without what has become of the token. */
	private async since(from: number): Promise<ClientResponse> {
		const { options: { client, filter } } = this;
		const first = from > ALL ? stamp(from) : "";
		const response = await client.sendEx("GET", `${this.path}${first.replace(" ", "%20")}'`);
		this.hearOfToken(from);
		const page = response.ok ? response.json() : undefined;
		const items = itemsOf(page);
		this.isEmpty = items?.length === 0;
		if (items !== undefined && items.length < PAGE)
			return this.tellAll(items, response);
		if (items === undefined && page !== undefined)
			return failure("protocol", NO_LIST);
		// An answer that is too long or can't be read may be so for one of its records.
		if (!response.ok && response.kind !== "too-large")
			return response;
		const changed = `updated>='${first}'`;
		return this.streamed(filter ? `(${filter}\n)&&${changed}` : changed);
	}

	/**
	 * Tells the records of a filter one by one. Those that are too large for that, or can't be read, are told by themselves or passed over.
	 */
	private async streamed(changed: string): Promise<ClientResponse> {
		const { fields, options: { client, collection }, record } = this;
		for (let where = changed; ;) {
			this.last = undefined;
			const response = await eachRecord<object>({ client, collection, filter: where, fields, sort: "updated", perPage: PER_PAGE, record },
				this.take);
			if (response.ok || this.ended !== undefined || this.isOver || response.kind !== "too-large" && response.kind !== "protocol")
				return response;
			// The service's word that there is a next record, and which.
			if (this.last !== undefined)
				where = after(changed, this.last);
			const found = await getFirst({ client, collection, filter: where, fields: KEY_FIELDS, sort: "updated" });
			const key = found.json<LiveRecord>() ?? undefined;
			if (!found.ok || key === undefined || typeof key.id !== "string" || dateOf(key) === "")
				return found.ok || found.statusCode === NOT_FOUND ? response : found;
			const failed = await this.single(changed, key.id, response);
			if (failed !== undefined || this.ended !== undefined)
				return failed ?? response;
			this.versions.see(dateOf(key));
			const next = after(changed, key);
			if (next === where)
				return response;
			where = next;
		}
	}

	/**
	 * Tells a record that did not come among others, or passes it over.
	 * @param changed filter that it has to meet
	 * @param fault of the answer with the others
	 * @returns undefined if they can follow, else the answer that has failed
	 */
	private async single(changed: string, id: string, fault: ClientResponse): Promise<ClientResponse | undefined> {
		const { fields, options: { client } } = this;
		const path = new UrlWriter(Infinity).start(this.records).parameter("perPage", "1").parameter("skipTotal", "1").parameter("fields", fields)
			.parameter("filter", `(${changed}\n)&&${filterOf("id={:id}", { id })}`).finish("filter");
		const response = await client.sendEx("GET", path);
		const page = response.ok ? response.json() : undefined;
		const items = itemsOf(page);
		if (items !== undefined)
			await this.tellAll(items, response);
		else if (page !== undefined)
			return failure("protocol", NO_LIST);
		else if (response.ok || response.kind === "too-large")
			this.passedOver ??= failure("too-large", `record ${id} was passed over: ${response.error || fault.error}`);
		else
			return response;
		return undefined;
	}

	/** Tells records of one answer. @returns the answer */
	private async tellAll(items: readonly unknown[], response: ClientResponse): Promise<ClientResponse> {
		for (let index = 0; index < items.length; index++) {
			const result = this.take(items[index]);
			if (result === false || await (result as Promise<unknown> | undefined) === false)
				break;
		}
		return response;
	}

	private get isOver(): boolean {
		return this.isClosed || this.isClientClosed;
	}

	/** Tells a record whose state is not known. @returns false to end the list, a promise of the app's, or undefined */
	private readonly take = (record: unknown): unknown => {
		const { versions } = this;
		if (this.isOver)
			return false;
		if (!isRecord(record))
			return this.end("protocol", NO_LIST);
		const { id } = record;
		const version = versions.versionOf(record);
		this.last = record;
		if (versions.isKnown(id, version))
			return undefined;
		try {
			const result = this.options.onRecord(record as T) as Promise<unknown> | null | undefined;
			if (typeof result?.then === "function")
				return Promise.resolve(result).then(() => versions.remember(id, version), this.onThrown);
		}
		catch (error) {
			return this.onThrown(error);
		}
		versions.remember(id, version);
		return undefined;
	};

	private readonly onThrown = (error: unknown): false => this.end("closed", "onRecord has thrown: " + textOf(error));

	/** Ends this poll, which has failed. */
	private end(kind: "closed" | "protocol", message: string): false {
		this.ended = failure(kind, message);
		return false;
	}

	/** Those of some ids that no record has. */
	private async absent(known: ReadonlySet<string>): Promise<Reconciled> {
		const { options: { client, collection, filter }, token } = this;
		for (let tries = 0; tries < TRIES; tries++) {
			if (this.isClosed)
				return nothingGone(failure("closed", "the live records are closed"));
			const { tokens } = token;
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
			if (token.tokens === tokens)
				return { response, gone: [...gone] };
			// What was read with the token before can be a guest's.
			this.poll();
		}
		return nothingGone(failure("auth", "the token has changed each time that the ids were read"));
	}

	/** Has the service confirm the token, if it can be asked. @returns why it is not confirmed, undefined if it is */
	private async unconfirmed(): Promise<ClientResponse | undefined> {
		const { options: { client }, token } = this;
		if (!token.canBeConfirmed)
			return undefined;
		token.doubt();
		const response = await client.sendEx("GET", this.records + "?perPage=1&skipTotal=1&fields=id");
		if (!response.ok)
			return response;
		return token.isConfirmed ? undefined : failure("auth", "the service has not confirmed the token");
	}

	private report(part: LivePart, response: ClientResponse): void {
		const { errors, isClosed, options: { onState }, parts: { platform } } = this;
		if (isClosed || errors[part] === response.error)
			return;
		errors[part] = response.error;
		try {
			onState?.(part, response);
		}
		catch {
			platform.warn("onState has thrown");
		}
	}
}

/** A time as the service writes it. @param time milliseconds since 1970, before the year 10000 */
function stamp(time: number): string {
	return new Date(time).toISOString().replace("T", " ");
}

/** Milliseconds since 1970, NaN for what is no date. */
function millisecondsOf(text: string): number {
	return Date.parse(text.replace(" ", "T"));
}

/** The fields, with those that a record is known by. */
function withKey(fields: string): string {
	const given = fields.split(",").map((field) => field.trim());
	return given.includes("*") ? fields : given.concat(["id", "updated"].filter((name) => !given.includes(name))).join(",");
}

/** The records of a page, undefined for what is none. */
function itemsOf(page: unknown): readonly unknown[] | undefined {
	const items = (page as { items?: unknown } | null | undefined)?.items;
	return Array.isArray(items) ? items : undefined;
}

/** Whether it has what each record of the service has. */
function isRecord(record: unknown): record is { readonly id: string } {
	return typeof (record as { id?: unknown } | null)?.id === "string";
}

/** The filter for the records after one, by `updated` and `id`. @throws TypeError if they can't be written */
function after(where: string, record: object): string {
	const values = { id: (record as LiveRecord).id, updated: dateOf(record) };
	return `(${where}\n)&&${filterOf("(updated>{:updated}||updated={:updated}&&id>{:id})", values)}`;
}

function nothingGone(response: ClientResponse): Reconciled {
	return { response, gone: [] };
}
