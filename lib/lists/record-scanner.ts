import { CLOSE_BRACE, SPACE } from "../characters.js";
import { type BodySink, SINK_BUSY, SINK_DONE, SINK_MORE, SINK_PROGRESS, type SinkRequest, type SinkState } from "../request/body-sink.js";
import { type AnswerHead, FIELD_CONTENT_TYPE } from "../request/head-fields.js";
import type { Text } from "../platform.js";
import { OK } from "../http-statuses.js";
import { ClientResponse } from "../response.js";
import { excessOf, parseJSON } from "../shared/safe-json.js";
import { textOf } from "../shared/thrown.js";
import { flatJSON, ObjectEnd } from "./json-objects.js";

/** Before the list. */
const STATE_BEFORE = 0;
/** At a record, or at the end of an empty list. */
const STATE_RECORD = 1;
/** After a record. */
const STATE_NEXT = 2;
/** After the list. */
const STATE_AFTER = 3;

/** Bytes before the list, and after it, at most. */
const FRAME = 256;
/** Bytes of a page that are read and dropped once nobody wants its records, so that the connection can be kept. */
const REST = 2048;
/** Bytes of the window, unless a record is longer: what they hold is parsed at once and takes as much RAM again. */
const READ = 2048;

const NO_LIST = "the answer is no list of records";

/** What a page's response holds: one without records may be a guest's. */
const NO_RECORDS = '{"items":[]}';
const RECORDS = "{}";

/** No records. */
const NONE: readonly unknown[] = Object.freeze([]);

/** Takes a record: `false`, at once or by a promise, ends the list. */
export type OnRecord<T> = (record: T) => unknown;
/** The same for the JSON text of a record that is too large to be parsed, and what the list would end with. */
export type OnTooLarge = (json: string, response: ClientResponse) => unknown;

/**
 * Finds the records of a page as its bytes come, in a window of the bytes that are not yet a whole record. A list of objects
 * that is cut at a "},{" parses where that stands between two of them, and nowhere else. So all records of the window are
 * parsed at once, up to its last "},{", or the first alone where their text is wanted. Where that is no end of a record, or the JSON has
 * white space, the first record's end is looked for character by character.
 */
export class RecordScanner implements BodySink {
	/** Records of the page that were handed over. */
	count = 0;
	/** Why the page can't be used, "" for no reason. */
	fault = "";
	/** Whether the fault is a record that is longer than the window. */
	isTooLong = false;
	/** The list does it. */
	readonly isRepeated = true;
	/** Whether the app wants no more. */
	isStopped = false;
	/** What the app's callback has thrown, or its promise was rejected with, and which it was; undefined for nothing. */
	thrown: string | undefined;
	/** What the list ends with if the record that was handed over last ends it: that was too large. Undefined for any other record. */
	tooLarge: ClientResponse | undefined;
	/** Records that the service makes a page of, 0 where the page doesn't say. */
	perPage = 0;
	/** What the callback has returned last, if it is awaited. Does not reject. */
	pending: Promise<unknown> | undefined;
	/** The request that it was given last; none as long as the client has not streamed one. */
	request!: SinkRequest;

	private readonly size: number;
	/** As many as are read at a time; more once a record is longer. */
	private bytes: Uint8Array<ArrayBuffer>;
	private readonly isRaw: boolean;
	private readonly onRecord: OnRecord<unknown>;
	private readonly onTooLarge: OnTooLarge | undefined;
	private text!: Text;
	private state = STATE_BEFORE;
	/** Whether nothing more is wanted of the page. */
	private isOver = false;
	/** Bytes in the window, and how many of them are whole characters. */
	private length = 0;
	private whole = 0;
	/** Text of the window, and how much of it has been used. */
	private window = "";
	private at = 0;
	/** JSON of the records that were parsed last, one or a list; how many were handed over before; and those that wait for `pending`. */
	private parsed = "";
	private before = 0;
	private waiting = NONE;
	/** Characters of the record that were searched for what looks like its end. */
	private searched = 0;
	/** Looks for it character by character. */
	private readonly objectEnd = new ObjectEnd();
	/** Whether the JSON has white space. */
	private hasSpace = false;
	/** Bytes that were dropped. */
	private dropped = 0;

	/**
	 * @param size bytes of the window at most: the longest record's, and three more for what follows it
	 * @param isRaw whether the text of each record is handed over, in place of an object
	 * @param onRecord the app's
	 * @param onTooLarge gets a record that is too large to be parsed. Without it, that is handed over where texts are; else the list ends
	 */
	constructor(size: number, isRaw: boolean, onRecord: OnRecord<never>, onTooLarge?: OnTooLarge) {
		this.size = size;
		this.bytes = new Uint8Array(size < READ ? size : READ);
		this.isRaw = isRaw;
		this.onRecord = onRecord as OnRecord<unknown>;
		this.onTooLarge = onTooLarge ?? (isRaw ? undefined : endsList);
	}

	/** The record that was handed over last, as it came: the app may have changed its own. There must have been one. */
	get last(): object {
		const parsed = JSON.parse(this.parsed) as object;
		return Array.isArray(parsed) ? parsed[this.count - this.before - 1] as object : parsed;
	}

	/** Forgets the page before. */
	reset(): void {
		this.state = STATE_BEFORE;
		this.count = this.length = this.dropped = this.perPage = 0;
		this.isOver = this.isStopped = this.isTooLong = false;
		this.fault = "";
		this.pending = undefined;
		this.forget();
	}

	source(request: SinkRequest): undefined {
		this.request = request;
		this.text = request.configuration.platform.text;
	}

	begin({ values }: AnswerHead): boolean {
		const type = values[FIELD_CONTENT_TYPE];
		this.reset();
		return type === undefined || /^application\/json\s*(?:;|$)/i.test(type);
	}

	space(count: number): Uint8Array {
		const room = this.bytes.length - this.length;
		return new Uint8Array(this.bytes.buffer, this.length, count < room ? count : room);
	}

	take(count: number): SinkState {
		const { count: before } = this;
		this.length += count;
		if (this.isOver)
			this.drop();
		else
			this.scan();
		if (this.pending !== undefined)
			return SINK_BUSY;
		if (this.isOver && (this.fault !== "" || this.dropped > REST))
			return SINK_DONE;
		return this.count > before ? SINK_PROGRESS : SINK_MORE;
	}

	end(status: number): ClientResponse {
		const { bytes, length, state } = this;
		let last = length - 1;
		while (last > 0 && bytes[last] <= SPACE)
			last--;
		if (state === STATE_AFTER)
			this.readFrame(this.text.decode(bytes, 0, length) ?? "");
		if (this.isOver || state === STATE_AFTER && last >= 0 && bytes[last] === CLOSE_BRACE)
			return new ClientResponse("", status, "", this.count === 0 && !this.isOver ? NO_RECORDS : RECORDS);
		return new ClientResponse("protocol", status, "the page is not complete", "");
	}

	/** Looks at the window. */
	private scan(): void {
		this.whole = this.bytes[this.length - 1] < 0x80 ? this.length : characterEnd(this.bytes, this.length);
		const window = this.text.decode(this.bytes, 0, this.whole);
		if (window === undefined)
			return this.stop("the page is not UTF-8");
		this.window = window;
		this.at = 0;
		this.goThrough();
	}

	/** Hands over the records of the window, up to one that is waited for. */
	private goThrough(): void {
		while (this.step());
		const { pending } = this;
		if (this.request.isOver)
			return;
		if (pending !== undefined)
			void pending.then((result) => this.onSettled(pending, result));
		else if (this.isOver)
			this.drop();
		else
			this.compact();
	}

	/** What the last call waits for is settled. */
	private onSettled(pending: Promise<unknown>, result: unknown): void {
		if (this.pending !== pending || this.request.isOver)
			return;
		this.pending = undefined;
		if (result === false)
			this.isStopped = this.isOver = true;
		else
			this.handOver(this.waiting);
		this.goThrough();
		if (this.pending === undefined)
			this.request.resume();
	}

	/** Goes on by records, or by what stands before, between and after records. @returns whether there is more to look at */
	private step(): boolean {
		if (this.isOver || this.pending !== undefined || !this.enterList())
			return false;
		const { state, window } = this;
		if (this.hasSpace && !this.objectEnd.hasBegun)
			this.passSpace();
		if (state === STATE_RECORD && window.startsWith("{", this.at))
			return this.records();
		const isList = state === STATE_NEXT && window.startsWith(",", this.at);
		if (isList || window.startsWith("]", this.at) && (state === STATE_NEXT || this.count === 0)) {
			this.state = isList ? STATE_RECORD : STATE_AFTER;
			this.at++;
			return true;
		}
		if (this.at < window.length)
			this.stop(NO_LIST);
		return false;
	}

	/** Looks for the beginning of the list, until that was found. @returns whether the place is in the list */
	private enterList(): boolean {
		if (this.state !== STATE_BEFORE)
			return this.state !== STATE_AFTER;
		const found = /^\s*\{(?:\s*"\w+"\s*:\s*-?\d+\s*,)*\s*"items"\s*:\s*\[/.exec(this.window);
		if (found === null)
			return false;
		this.at = found[0].length;
		this.hasSpace = /\s/.test(found[0]);
		this.readFrame(found[0]);
		this.state = STATE_RECORD;
		return true;
	}

	private passSpace(): void {
		const { window } = this;
		while (this.at < window.length && window.charCodeAt(this.at) <= SPACE)
			this.at++;
	}

	/**
	 * Hands over the records that are whole: all up to the last place that looks like the end of a record. Where they don't parse, or
	 * white space may hide the place, it hands over the first by itself.
	 * @returns whether there may be more
	 */
	private records(): boolean {
		const { at, window } = this;
		if (this.objectEnd.hasBegun || this.hasSpace)
			return this.record();
		const from = at + this.searched;
		let end = this.isRaw ? window.indexOf("},{", from) : window.lastIndexOf("},{");
		const isLast = end < from;
		if (isLast)
			end = window.indexOf("}]", from);
		if (end < 0) {
			// The last two characters may be the first of three.
			this.searched = Math.max(0, window.length - at - 2);
			return false;
		}
		const text = window.slice(at, end + 1);
		const list = "[".concat(text, "]");
		const records = this.parse(list);
		if (records === undefined)
			return this.record();
		this.deliver(this.isRaw ? text : list, this.isRaw ? [text] : records as readonly unknown[], end + 2, isLast ? STATE_AFTER : STATE_RECORD);
		return true;
	}

	/**
	 * Hands over the record that begins at the place, if it is complete: its end is looked for character by character.
	 * @returns whether it was
	 */
	private record(): boolean {
		const end = this.objectEnd.find(this.window, this.at);
		if (end < 0)
			return false;
		const text = this.window.slice(this.at, end);
		const record = this.parse(text);
		if (record === undefined)
			return this.unparsed(text, end);
		this.deliver(text, [this.isRaw ? text : record], end, STATE_NEXT);
		return true;
	}

	/** Hands over a record that is too large to be parsed. @returns whether the page can go on */
	private unparsed(text: string, end: number): boolean {
		const excess = excessOf(text, this.request.configuration.limits.values);
		const flat = excess === "" ? "" : flatJSON(text, this.text);
		const record = parseJSON(flat) as { readonly id?: unknown } | undefined;
		if (record === undefined) {
			this.stop("the page has a record that is no JSON");
			return false;
		}
		this.deliver(flat, [text], end, STATE_NEXT,
			this.onTooLarge === undefined ? undefined : new ClientResponse("too-large", OK, `record ${String(record.id)} ${excess}`, ""));
		return true;
	}

	private parse(text: string): unknown {
		return parseJSON(text, this.request.configuration.limits.values);
	}

	/**
	 * @param text of the records
	 * @param end where the window goes on
	 * @param state in which it does
	 * @param tooLarge of a record that is
	 */
	private deliver(text: string, records: readonly unknown[], end: number, state: number, tooLarge?: ClientResponse): void {
		this.at = end;
		this.state = state;
		if (this.searched > 0 || this.objectEnd.hasBegun)
			this.forget();
		this.parsed = text;
		this.before = this.count;
		this.tooLarge = tooLarge;
		this.handOver(records);
	}

	/** Hands over those of the records that were not, up to one that is waited for. */
	private handOver(records: readonly unknown[]): void {
		const { before, onRecord, onTooLarge, request, tooLarge } = this;
		const { length } = records;
		this.waiting = NONE;
		try {
			for (let index = this.count - before; index < length; index++) {
				const record = records[index];
				if (typeof record !== "object" && !this.isRaw && tooLarge === undefined || record === null || Array.isArray(record))
					return this.stop(NO_LIST);
				this.count++;
				const taken = tooLarge === undefined ? onRecord(record) : onTooLarge?.(record as string, tooLarge);
				const result = taken as PromiseLike<unknown> | null | undefined | false;
				if (request.isOver || result === false) {
					this.isOver = true;
					this.isStopped = result === false;
					return;
				}
				if (result !== undefined && typeof result?.then === "function") {
					this.waiting = records;
					// It need not be a promise of the engine's.
					this.pending = Promise.resolve(result).then((value) => value, this.onThrown);
					return;
				}
			}
		}
		catch (error) {
			this.isStopped = this.isOver = true;
			this.onThrown(error);
		}
	}

	/** Reads what stands before the list or after it. */
	private readFrame(frame: string): void {
		const found = /"perPage"\s*:\s*(\d+)/.exec(frame);
		if (found !== null)
			this.perPage = Number(found[1]);
	}

	/** Forgets what was found out of a record. */
	private forget(): void {
		this.searched = 0;
		this.objectEnd.forget();
	}

	/** Moves what is left of the window to its beginning. */
	private compact(): void {
		const { at, bytes, length, state, whole } = this;
		if (at > 0) {
			const rest = this.text.encodeInto(this.window.slice(at), bytes);
			if (whole < length)
				bytes.copyWithin(rest, whole, length);
			this.length = rest + length - whole;
		}
		this.window = "";
		if ((state === STATE_BEFORE || state === STATE_AFTER) && this.length > FRAME)
			return this.stop(NO_LIST);
		if (this.length === bytes.length)
			this.grow();
	}

	/** Makes room for the rest of a record. */
	private grow(): void {
		const { bytes } = this;
		if (bytes.length === this.size) {
			this.isTooLong = true;
			return this.stop("a record is longer than its limit");
		}
		this.bytes = new Uint8Array(2 * bytes.length < this.size ? 2 * bytes.length : this.size);
		this.bytes.set(bytes);
	}

	private drop(): void {
		this.dropped += this.length;
		this.length = 0;
		this.window = "";
	}

	private stop(fault: string): void {
		this.fault = fault;
		this.isOver = true;
		this.drop();
	}

	private readonly onThrown = (error: unknown): false => {
		this.thrown = `${this.tooLarge === undefined ? "onRecord" : "onTooLarge"} has thrown: ${textOf(error)}`;
		return false;
	};
}

/** Takes a record that is too large. */
export function endsList(): false {
	return false;
}

/** Where the last whole character ends. */
function characterEnd(bytes: Uint8Array, end: number): number {
	let at = end - 1;
	while (at > 0 && (bytes[at] & 0xc0) === 0x80)
		at--;
	const lead = bytes[at];
	return end - at < (lead > 0xef ? 4 : lead > 0xdf ? 3 : 2) ? at : end;
}
