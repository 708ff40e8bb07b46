import { type BodySink, SINK_BUSY, SINK_DONE, SINK_MORE, SINK_PROGRESS, type SinkRequest, type SinkState } from "../request/body-sink.js";
import { ClientResponse } from "../response.js";
import { parseJSON } from "../shared/safe-json.js";

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
/** How many places of a text are tried as the end of a record before its characters are looked at one by one. */
const TRIES = 4;
/** Characters that are looked at one by one at a time: XS finds a character by walking the text from its beginning. */
const PIECE = 256;

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
const OPEN_BRACE = "{".charCodeAt(0);
const CLOSE_BRACE = "}".charCodeAt(0);
const SPACE = " ".charCodeAt(0);

const NO_LIST = "the answer is no list of records";

/** What a page's response holds: one without records may be a guest's. */
const NO_RECORDS = '{"items":[]}';
const RECORDS = "{}";

/** Who takes the records of a page. */
export interface RecordOwner {
	/**
	 * Takes a record. Does not throw.
	 * @param text the record as JSON
	 * @param record the same, parsed
	 * @returns false to end the list; a promise, which does not reject, is awaited before the next record, and ends the list by false
	 */
	onRecord(text: string, record: object): unknown;
}

/**
 * Finds the records of a page as its bytes come, in a window of the bytes that are not yet a whole record. An object of JSON is
 * complete exactly where it parses, because no beginning of one does: a record ends at the first "},{" or "}]" up to which it
 * parses. Characters are looked at one by one only where a record holds several of these, or the JSON has white space.
 */
export class RecordScanner implements BodySink {
	/** Records of the page that the owner has had, and the text of the last. */
	count = 0;
	last = "";
	/** Why the page can't be used, "" for no reason. */
	fault = "";
	/** Whether the fault is a record that is longer than the window. */
	isTooLong = false;
	/** Whether the owner wants no more. */
	isStopped = false;
	/** Records that the service makes a page of, 0 where the page doesn't say. */
	perPage = 0;
	/** What the owner's last call waits for. */
	pending: Promise<unknown> | undefined;

	private readonly bytes: Uint8Array<ArrayBuffer>;
	private readonly owner: RecordOwner;
	private request!: SinkRequest;
	private state = STATE_BEFORE;
	/** Whether nothing more is wanted of the page. */
	private isOver = false;
	/** Bytes in the window, and how many of them are whole characters. */
	private length = 0;
	private whole = 0;
	/** Text of the window, and how much of it has been used. */
	private window = "";
	private at = 0;
	/** Characters of the record that were searched for its end. */
	private searched = 0;
	/** Those that were looked at one by one, and what they have opened. */
	private scanned = 0;
	private depth = 0;
	private isInText = false;
	private isEscaped = false;
	/** Whether the JSON has white space. */
	private hasSpace = false;
	/** Bytes that were dropped. */
	private dropped = 0;

	/** @param size bytes of the window: the longest record's, and three more for what follows it */
	constructor(size: number, owner: RecordOwner) {
		this.bytes = new Uint8Array(size);
		this.owner = owner;
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

	begin(type: string | undefined, request: SinkRequest): boolean {
		this.request = request;
		this.reset();
		return type === undefined || /^application\/json\s*(?:;|$)/i.test(type);
	}

	space(count: number): Uint8Array {
		const { bytes, length } = this;
		const room = bytes.length - length;
		return new Uint8Array(bytes.buffer, length, count < room ? count : room);
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
			this.readFrame(this.request.text.decode(bytes, 0, length) ?? "");
		if (this.isOver || state === STATE_AFTER && last >= 0 && bytes[last] === CLOSE_BRACE)
			return new ClientResponse("", status, "", this.count === 0 && !this.isOver ? NO_RECORDS : RECORDS);
		return new ClientResponse("protocol", status, "the page is not complete", "");
	}

	/** Looks at the window. */
	private scan(): void {
		const { bytes, length } = this;
		this.whole = bytes[length - 1] < 0x80 ? length : characterEnd(bytes, length);
		const window = this.request.text.decode(bytes, 0, this.whole);
		if (window === undefined)
			return this.stop("the page is not UTF-8");
		this.window = window;
		this.at = 0;
		this.goThrough();
	}

	/** Hands over the records of the window, up to one that is waited for. */
	private goThrough(): void {
		while (!this.isOver && this.pending === undefined && this.step());
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

	/** What the owner's last call waited for is settled. */
	private onSettled(pending: Promise<unknown>, result: unknown): void {
		if (this.pending !== pending || this.request.isOver)
			return;
		this.pending = undefined;
		if (result === false)
			this.isStopped = this.isOver = true;
		this.goThrough();
		if (this.pending === undefined)
			this.request.resume();
	}

	/** Goes on by a record, or by what stands before, between and after records. @returns whether there is more to look at */
	private step(): boolean {
		const { state, window } = this;
		if (state === STATE_AFTER)
			return false;
		if (state === STATE_BEFORE) {
			const found = /^\s*\{(?:\s*"\w+"\s*:\s*-?\d+\s*,)*\s*"items"\s*:\s*\[/.exec(window);
			if (found === null)
				return false;
			this.at = found[0].length;
			this.hasSpace = /\s/.test(found[0]);
			this.readFrame(found[0]);
			this.state = STATE_RECORD;
		}
		if (this.hasSpace && this.scanned === 0) {
			while (this.at < window.length && window.charCodeAt(this.at) <= SPACE)
				this.at++;
		}
		if (window.startsWith("{", this.at) && this.state === STATE_RECORD)
			return this.record();
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

	/** Hands over the record that begins at the place, if it is complete. @returns whether it was */
	private record(): boolean {
		const { at, window } = this;
		let from = at + this.searched;
		for (let tries = 0; this.scanned === 0 && !this.hasSpace && tries < TRIES; tries++) {
			let end = window.indexOf("},{", from);
			const isLast = end < 0;
			if (isLast)
				end = window.indexOf("}]", from);
			// A place that was none may be inside the record.
			if (end < 0 && tries > 0)
				break;
			if (end < 0) {
				// The last two characters may be the first of three.
				from = window.length - at - 2;
				this.searched = from > 0 ? from : 0;
				return false;
			}
			const text = window.slice(at, end + 1);
			const record = parseJSON(text);
			if (record !== undefined)
				return this.deliver(text, record as object, end + 2, isLast ? STATE_AFTER : STATE_RECORD);
			from = end + 1;
		}
		const end = this.objectEnd();
		if (end < 0)
			return false;
		const text = window.slice(at, end);
		const record = parseJSON(text);
		if (record === undefined)
			this.stop("the page has a record that is no JSON, is nested too deeply or has too many values");
		return record !== undefined && this.deliver(text, record as object, end, STATE_NEXT);
	}

	/** @param end where the window goes on @param state in which it does */
	private deliver(text: string, record: object, end: number, state: number): boolean {
		this.at = end;
		this.state = state;
		this.forget();
		this.count++;
		this.last = text;
		const result = this.owner.onRecord(text, record);
		this.isStopped = result === false;
		this.isOver = this.isStopped || this.request.isOver;
		if (typeof (result as Promise<unknown> | null | undefined)?.then === "function")
			this.pending = result as Promise<unknown>;
		return true;
	}

	/** Goes on to look for the end of the record character by character. @returns offset after its last brace, -1 if that is not there yet */
	private objectEnd(): number {
		const { at, window } = this;
		for (;;) {
			const first = at + this.scanned;
			const piece = window.slice(first, first + PIECE);
			const { length } = piece;
			for (let index = 0; index < length; index++) {
				const code = piece.charCodeAt(index);
				if (this.isInText) {
					this.isInText = this.isEscaped || code !== QUOTE;
					this.isEscaped = !this.isEscaped && code === BACKSLASH;
				}
				else if (code === QUOTE)
					this.isInText = true;
				else if (code === OPEN_BRACE)
					this.depth++;
				else if (code === CLOSE_BRACE && --this.depth === 0)
					return first + index + 1;
			}
			this.scanned += length;
			if (length < PIECE)
				return -1;
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
		this.searched = this.scanned = this.depth = 0;
		this.isInText = this.isEscaped = false;
	}

	/** Moves what is left of the window to its beginning. */
	private compact(): void {
		const { at, bytes, length, state, whole } = this;
		if (at > 0) {
			const rest = this.request.text.encodeInto(this.window.slice(at), bytes);
			bytes.copyWithin(rest, whole, length);
			this.length = rest + length - whole;
		}
		this.window = "";
		if ((state === STATE_BEFORE || state === STATE_AFTER) && this.length > FRAME)
			return this.stop(NO_LIST);
		this.isTooLong = this.length === bytes.length;
		if (this.isTooLong)
			this.stop("a record is longer than its limit");
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
}

/** Where the last whole character ends. */
function characterEnd(bytes: Uint8Array, end: number): number {
	let at = end - 1;
	while (at > 0 && (bytes[at] & 0xc0) === 0x80)
		at--;
	const lead = bytes[at];
	return end - at < (lead > 0xef ? 4 : lead > 0xdf ? 3 : 2) ? at : end;
}
