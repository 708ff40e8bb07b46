import { eachRecord } from "../lists/each-record.js";
import type { TimerHandle, Timers } from "../platform.js";
import type { ConnectionParts } from "../request/connection.js";
import { backoff } from "../request/retry-policy.js";
import { CLIENT_CLOSED, type ClientResponse, failure } from "../response.js";
import { parameterFault, segmentFault } from "../shared/arguments.js";
import { checkOptions } from "../shared/complete-limits.js";
import { textOf } from "../shared/thrown.js";
import { UrlWriter } from "../url/url-writer.js";
import { EventStream } from "./event-stream.js";
import { type LiveOptions, type LivePart, type LivePlatform, type LiveRecord, OPTIONS, type Reconciled } from "./options.js";

/** Records that a poll asks for in one short answer; where there are more, they are streamed. */
const PAGE = 8;
const PER_PAGE = 100;
/**
 * Milliseconds that a poll looks back. The service dates a record before it becomes visible: 785 milliseconds were seen. The
 * service's time is known to ten seconds.
 */
const OVERLAP = 20_000;
const CLOCK_OFF = 10_000;
/** Records whose last state is known, at most: about 150 bytes each. A change beyond comes again with each poll of the overlap. */
const KNOWN = 64;
/** Milliseconds: the longest pause after a first failure, the least times of options, and their defaults. */
const RETRY = 1000;
const LEAST = 1000;
const MOST = 0x7fffffff;
const EVERY = 30_000;
const EVERY_WITH_STREAM = 300_000;
const SILENCE = 330_000;

/** Bytes of a record, as of `eachRecord`. */
const RECORD = 4096;
const LEAST_RECORD = 256;
const MOST_RECORD = 1_048_576;

/** How an answer without records begins. */
const NOTHING = '{"items":[]';
/** No time: all records are asked for; no event has come. */
const ALL = -1;

/**
 * Tells the latest state of each record of a collection: of all at first, then of those that change. A poll asks for what has
 * changed since shortly before the last one, and drops what it has reported, by `id` and `updated`. A stream of events, where there
 * is one, only has the next poll come at once: nothing depends on it.
 */
export class LiveRecords<T extends LiveRecord = LiveRecord> {
	private readonly options: LiveOptions<T>;
	private readonly timers: Timers;
	private readonly parts: ConnectionParts;
	private readonly every: number;
	/** Path and query of a poll, up to its time. */
	private readonly path: string;
	private readonly fields: string | undefined;
	private readonly record: number;
	private readonly stream: EventStream | undefined;
	/** The last `updated` of the records reported last, by id; the oldest first. */
	private readonly known = new Map<string, unknown>();
	/** Errors of the last states, undefined for none reported yet. */
	private readonly errors: Partial<Record<LivePart, string>> = {};
	private reading = Promise.resolve();
	private isPlanned = false;
	private isClosed = false;
	private timer: TimerHandle | undefined;
	private failures = 0;
	/** From when on the next whole poll asks, in milliseconds since 1970. */
	private bound = ALL;
	/** The service's time at a whole poll, and the ticks then. */
	private time = ALL;
	private ticks = 0;
	/** Whether the last poll has found nothing, not even what was reported. */
	private isEmpty = false;
	/** Ticks at the last whole poll that was good. */
	private whole = 0;
	/** The newest `updated` of all records reported, while the service's time is not known. */
	private newest = "";
	/** The time of the oldest change that an event has reported since the last poll, ALL for a whole poll, Infinity for no event. */
	private reported = ALL;

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
			|| wholeFault("every", every, LEAST, MOST) || wholeFault("silence", silence, LEAST, MOST) || wholeFault("record", record, LEAST_RECORD, MOST_RECORD)
			|| (typeof onRecord === "function" && typeof (onState ?? onRecord) === "function" ? "" : "onRecord and onState must be functions");
		if (fault !== "")
			throw new TypeError(fault);
		const fields = options.fields ? withKey(options.fields) : undefined;
		if (fields !== undefined && /(?:^|,)\s*(?:id|updated)\s*:/.test(fields))
			throw new TypeError("fields must not change id and updated");
		const writer = new UrlWriter(Infinity);
		const list = writer.start("/api/collections").segment(collection).finish("collection");
		if (list === "")
			throw new TypeError(writer.fault);
		const path = writer.start(list + "/records").parameter("perPage", String(PAGE)).parameter("skipTotal", "1").parameter("sort", "updated,id").parameter("fields", fields)
			.parameter("filter", filter ? `(${filter}\n)&&updated>='` : "updated>='").finish("filter");
		this.options = options;
		this.timers = platform.timers;
		this.parts = parts;
		this.every = every;
		this.path = path;
		this.fields = fields;
		this.record = record;
		this.stream = stream ? new EventStream(this.parts, platform.timers, silence, this) : undefined;
		(parts.dependents ??= new Set()).add(this);
		this.plan(0);
	}

	/** Has a poll come now, or directly after the one that is on its way. */
	poll(): void {
		this.hurry(ALL);
	}

	/**
	 * Finds the records that are no more: a deletion, or a change by which a record leaves the filter, is in no poll. Goes through
	 * the ids of all records of the filter, between two polls.
	 * @param known ids of the records that the app has; read at once
	 * @returns those that are gone. Never rejects
	 */
	reconcile(known: Iterable<string>): Promise<Reconciled> {
		const { client, collection, filter } = this.options;
		const gone = new Set(known);
		const result = this.reading.then(() => this.isClosed ? failure("closed", "the live records are closed")
			: eachRecord<{ id: string }>({ client, collection, filter, fields: "id" }, ({ id }) => {
				gone.delete(id);
			}));
		this.reading = result.then(() => undefined);
		return result.then((response) => ({ response, gone: response.ok ? [...gone] : [] }));
	}

	/**
	 * Ends all; nothing is called back any more, except by a poll that waits for a promise of `onRecord`. May be called more than once.
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
		const response = await client.sendEx("POST", "/api/realtime", { clientId, subscriptions: [`${collection}/*?options=${query}`] });
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
		const { timers, reported } = this;
		const ticks = timers.now();
		this.isPlanned = false;
		this.reported = Infinity;
		if (this.isClosed)
			return;
		// A whole poll was a short time ago, and what is late for this one is not for the next.
		const isWhole = reported < 0 || this.bound < 0 || (ticks - this.whole | 0) >= OVERLAP;
		const next = isWhole ? this.look(ticks) : ALL;
		const response = await this.since(isWhole ? this.bound : reported);
		if (this.isClosed)
			return;
		this.failures = response.ok ? 0 : this.failures + 1;
		if (!response.ok)
			this.reported = ALL;
		else {
			if (isWhole)
				this.polled(ticks, next);
			this.stream?.open();
		}
		this.report("records", response);
		if (response.error === CLIENT_CLOSED)
			this.close();
		else if (!this.isPlanned)
			this.plan(this.failures === 0 ? this.every : RETRY + backoff(this.failures, RETRY, this.every, Math.random()));
	};

	/** A whole poll was good. @param ticks when it began @param next from when on the next one asks, ALL while the time is not known */
	private polled(ticks: number, next: number): void {
		const { bound, known } = this;
		this.whole = ticks;
		// The same question again costs less, and has the same answer.
		if (this.isEmpty && bound >= 0)
			return;
		const newest = millisecondsOf(this.newest);
		// Of a service whose `updated` is no date, all is asked for again.
		this.bound = next >= 0 ? next : newest >= OVERLAP ? newest - OVERLAP : ALL;
		if (known.size === 0 || this.bound < 0)
			return;
		const first = stamp(this.bound);
		// What no poll can bring again.
		known.forEach((updated, id) => {
			if (String(updated) < first)
				known.delete(id);
		});
	}

	/** Looks at the service's clock. @returns from when on the next poll asks, ALL while the time is not known */
	private look(ticks: number): number {
		const { bound, options: { client }, time } = this;
		const now = client.now();
		if (now < 0)
			return ALL;
		const off = time < 0 ? 0 : now - time - (ticks - this.ticks | 0);
		this.time = now;
		this.ticks = ticks;
		// It was set back: nobody knows which changes are dated before the last poll.
		if (off < -CLOCK_OFF || bound > now)
			this.bound = ALL;
		// It was set forward, or has caught up: a change may become visible that is dated before.
		return off > CLOCK_OFF ? bound : now - OVERLAP;
	}

	/** Tells what has changed since a time, ALL for ever. */
	private async since(from: number): Promise<ClientResponse> {
		const { fields, options: { client, collection, filter }, record } = this;
		const first = from > ALL ? stamp(from) : "";
		const response = await client.sendEx("GET", `${this.path}${first.replace(" ", "%20")}'`);
		const { body, kind, ok } = response;
		this.isEmpty = body.startsWith(NOTHING);
		if (this.isEmpty && ok)
			return response;
		const items = ok ? response.json<{ items?: readonly T[] }>()?.items : undefined;
		if (ok && items === undefined)
			return failure("protocol", "the answer is no list of records");
		if (items !== undefined && items.length < PAGE)
			return this.tellAll(items, response);
		if (!ok && kind !== "too-large")
			return response;
		const changed = `updated>='${first}'`;
		return eachRecord<T>({ client, collection, filter: filter ? `(${filter}\n)&&${changed}` : changed, fields, sort: "updated", perPage: PER_PAGE, record }, this.take);
	}

	/** Tells records of one answer. @returns the answer, or that `onRecord` has thrown */
	private async tellAll(items: readonly T[], response: ClientResponse): Promise<ClientResponse> {
		try {
			for (let index = 0; index < items.length; index++) {
				const result = this.take(items[index]) as Promise<void> | false | undefined;
				if (result)
					await result;
			}
			return response;
		}
		catch (error) {
			return failure("closed", `onRecord has thrown: ${textOf(error)}`);
		}
	}

	/** Tells a record whose state is not known. @returns false after `close`, a promise of the app's, or undefined */
	private readonly take = (record: T): unknown => {
		const { id, updated } = record;
		if (this.isClosed)
			return false;
		if (this.known.get(id) === updated)
			return undefined;
		const result = this.options.onRecord(record) as Promise<unknown> | null | undefined;
		if (typeof result?.then === "function")
			return result.then(() => this.remember(id, updated));
		this.remember(id, updated);
		return undefined;
	};

	private remember(id: string, updated: unknown): void {
		const { known } = this;
		known.delete(id);
		known.set(id, updated);
		if (known.size > KNOWN)
			known.delete(known.keys().next().value ?? "");
		if (typeof updated === "string" && updated > this.newest)
			this.newest = updated;
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

/** What is wrong with a number, "" for nothing. */
function wholeFault(name: string, value: unknown, least: number, most: number): string {
	return Number.isInteger(value) && value as number >= least && value as number <= most ? "" : `${name} must be a whole number from ${least} to ${most}`;
}
