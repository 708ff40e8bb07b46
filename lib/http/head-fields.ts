/** The header fields that decide how a response is read, understood from bytes. */
import { COMMA, sameName, SPACE, TAB } from "./ascii.js";
import { NONE } from "../words.js";

const CONTENT_LENGTH = Uint8Array.of(99, 111, 110, 116, 101, 110, 116, 45, 108, 101, 110, 103, 116, 104);
const TRANSFER_ENCODING = Uint8Array.of(116, 114, 97, 110, 115, 102, 101, 114, 45, 101, 110, 99, 111, 100, 105, 110, 103);
const CONNECTION = Uint8Array.of(99, 111, 110, 110, 101, 99, 116, 105, 111, 110);
/** Not in any standard, but believed by others (RFC 9112, appendix C.2.2). */
const PROXY_CONNECTION = Uint8Array.of(112, 114, 111, 120, 121, 45, 99, 111, 110, 110, 101, 99, 116, 105, 111, 110);
const CHUNKED = Uint8Array.of(99, 104, 117, 110, 107, 101, 100);
const DATE = Uint8Array.of(100, 97, 116, 101);
const CLOSE = Uint8Array.of(99, 108, 111, 115, 101);
const KEEP_ALIVE = Uint8Array.of(107, 101, 101, 112, 45, 97, 108, 105, 118, 101);

/** Bytes of "Sun, 06 Nov 1994 08:49:37 GMT", and of what is before the time in it. */
const DATE_LENGTH = 29;
const TIME_OFFSET = 17;

/** What one response's head says about its body and its connection. One instance serves every response in turn. */
export class HeadFields {
	/** Content-Length in bytes, -1 when there was none. */
	length = -1;
	/** Whether the body comes in chunks. */
	chunked = false;
	/** Offset of the time of day in the Date field, -1 when there was none of the usual form (RFC 9110, section 5.6.7). */
	timeAt = -1;
	/** Where the digits of the Content-Length begin and end. */
	digitsAt = 0;
	digitsEnd = 0;
	private old = false;
	private closes = false;
	private keeps = false;

	/** Whether the connection can carry another request (RFC 9112, sections 6.1 and 9.3). */
	get keepAlive(): boolean {
		return !this.closes && (!this.old || (this.keeps && !this.chunked));
	}

	/** Whether the head is of HTTP/1.1 and leaves the connection open, as it says or not. */
	get plain(): boolean {
		return !this.closes && !this.old;
	}

	/** Makes ready for a response of HTTP/1.`minor`. */
	reset(minor: number): void {
		this.length = this.timeAt = -1;
		this.chunked = false;
		this.old = minor === 0;
		this.closes = this.keeps = false;
	}

	/** Whether a field of this name decides anything here. */
	static matters(bytes: Uint8Array, start: number, end: number): boolean {
		return sameName(bytes, start, end, CONTENT_LENGTH) || sameName(bytes, start, end, TRANSFER_ENCODING)
			|| sameName(bytes, start, end, CONNECTION) || sameName(bytes, start, end, PROXY_CONNECTION);
	}

	/**
	 * Takes one header field.
	 * @param bytes holds the line; not kept
	 * @param start first byte of the name
	 * @param colon where the colon is
	 * @param from first byte of the value, white space before it passed over
	 * @param to byte after the value, spaces after it left out
	 * @returns "" or what is wrong with it
	 */
	take(bytes: Uint8Array, start: number, colon: number, from: number, to: number): string {
		switch (colon - start) {
			case 4:
				if (to - from === DATE_LENGTH && sameName(bytes, start, colon, DATE))
					this.timeAt = from + TIME_OFFSET;
				return NONE;
			case 10:
				if (sameName(bytes, start, colon, CONNECTION))
					this.connection(bytes, from, to);
				return NONE;
			case 14:
				return sameName(bytes, start, colon, CONTENT_LENGTH) ? this.contentLength(bytes, from, to) : NONE;
			case 16:
				if (sameName(bytes, start, colon, PROXY_CONNECTION))
					this.connection(bytes, from, to);
				return NONE;
			case 17:
				return sameName(bytes, start, colon, TRANSFER_ENCODING) ? this.transferEncoding(bytes, from, to) : NONE;
		}
		return NONE;
	}

	private connection(bytes: Uint8Array, from: number, to: number): void {
		while (from < to) {
			let end = bytes.indexOf(COMMA, from);
			if (end < 0 || end > to)
				end = to;
			let last = end;
			while (last > from && (bytes[last - 1] === SPACE || bytes[last - 1] === TAB))
				last--;
			if (sameName(bytes, from, last, CLOSE))
				this.closes = true;
			else if (sameName(bytes, from, last, KEEP_ALIVE))
				this.keeps = true;
			from = end + 1;
			while (from < to && (bytes[from] === SPACE || bytes[from] === TAB))
				from++;
		}
	}

	private contentLength(bytes: Uint8Array, from: number, to: number): string {
		if (this.length >= 0)
			return "response has two content-lengths";
		if (this.chunked)
			return "response has both content-length and transfer-encoding";
		if (from === to || to - from > 15)
			return "response has a bad content-length";
		let length = 0;
		for (let i = from; i < to; i++) {
			const digit = bytes[i] - 48;
			if (digit < 0 || digit > 9)
				return "response has a bad content-length";
			length = length * 10 + digit;
		}
		this.length = length;
		this.digitsAt = from;
		this.digitsEnd = to;
		return NONE;
	}

	private transferEncoding(bytes: Uint8Array, from: number, to: number): string {
		if (this.length >= 0)
			return "response has both content-length and transfer-encoding";
		if (this.chunked || !sameName(bytes, from, to, CHUNKED))
			return "response has an unknown transfer-encoding";
		this.chunked = true;
		return NONE;
	}
}
