import type { Text } from "../platform.js";
import { SPACE, TAB } from "./ascii.js";
import { HeadFields } from "./head-fields.js";
import { HeaderCollector } from "./header-collector.js";
import { KnownHead } from "./known-head.js";
import { BAD_HEADER_LINE, fieldColon, statusLine } from "./lines.js";
import type { ReceiveBuffer } from "./receive-buffer.js";
import { NONE } from "../words.js";

/** Understands the head of a response, line by line, or at once when it is the last one again. */
export class HeadReader {
	/** Status code of the response. */
	status = 0;
	/** What the head says of the body and the connection. */
	readonly fields = new HeadFields();
	/** Keeps the header fields that the request asked for, as text. */
	readonly collector: HeaderCollector;

	private readonly known: KnownHead;
	/** What was asked for, and had, with the known head. */
	private knownMask: readonly string[] | undefined;
	private knownHeaders: ReadonlyMap<string, string> | undefined;

	constructor(text: Text) {
		this.collector = new HeaderCollector(text);
		this.known = new KnownHead(text);
	}

	/** Takes the status line. Returns "" or what is wrong with it. */
	statusLine(bytes: Uint8Array, start: number, end: number): string {
		const line = statusLine(bytes, start, end);
		if (line < 0)
			return "response is not HTTP/1.1";
		this.status = Math.floor(line / 10);
		if (this.status === 101)
			return "response switches protocols";
		this.fields.reset(line % 10);
		return NONE;
	}

	/** Takes a header line (RFC 9112, section 5). Returns "" or what is wrong with it. Those of an interim response are not kept. */
	headerLine(bytes: Uint8Array, start: number, end: number): string {
		const colon = fieldColon(bytes, start, end);
		if (colon < 0)
			return BAD_HEADER_LINE;
		let from = colon + 1;
		while (from < end && (bytes[from] === SPACE || bytes[from] === TAB))
			from++;
		// Not tabs: where they stand behind what frames the body, llhttp reads another framing.
		while (end > from && bytes[end - 1] === SPACE)
			end--;
		const fault = this.fields.take(bytes, start, colon, from, end);
		if (fault === NONE && this.status >= 200)
			this.collector.take(bytes, start, colon, from, end);
		return fault;
	}

	/** Learns a head that has been read in full, when it is still in the buffer, whole. */
	learn(buffer: ReceiveBuffer): void {
		const { collector } = this;
		if (buffer.start !== buffer.lineBytes || this.status < 200 || !collector.steady)
			return;
		this.known.learn(buffer.bytes, buffer.start, this.status, this.fields);
		this.knownMask = collector.mask;
		this.knownHeaders = collector.headers;
	}

	/** Takes a whole head that is known from the response before out of the buffer. Returns whether it did. */
	recognise(buffer: ReceiveBuffer): boolean {
		const { collector, known, knownHeaders } = this;
		if (knownHeaders === undefined || collector.mask !== this.knownMask || !known.recognise(buffer.bytes, buffer.end))
			return false;
		collector.headers = knownHeaders;
		this.status = known.status;
		this.fields.reset(1);
		this.fields.length = known.size;
		this.fields.chunked = known.chunked;
		buffer.start = buffer.lineBytes = known.length;
		return true;
	}
}
