/** DER, the encoding of certificates and signatures (X.690). Imports nothing of the SDK. */
import { CERTIFICATE_MALFORMED, TLSError } from "./tls-error.js";

export const BOOLEAN = 0x01;
export const INTEGER = 0x02;
export const BIT_STRING = 0x03;
export const OCTET_STRING = 0x04;
export const NULL = 0x05;
export const OBJECT_IDENTIFIER = 0x06;
export const UTC_TIME = 0x17;
export const GENERALIZED_TIME = 0x18;
export const SEQUENCE = 0x30;
const ENUMERATED = 0x0a;
const SET = 0x31;

const CONSTRUCTED = 0x20;
/** Tags from here on are not universal: what they hold is for the reader to know. */
const CONTEXT = 0x40;
/** Number of a tag that goes on in further bytes. */
const LONG_TAG = 0x1f;

/** Bytes of the largest structure: what fits into one TLS record. */
const SIZE_MAXIMUM = 0x4000;
/** Structures inside each other; a certificate has eight. */
const DEPTH_MAXIMUM = 12;
/** Bytes of an object identifier; they are made into text. */
const IDENTIFIER_MAXIMUM = 32;

/**
 * Checks that the bytes are exactly one DER element, down to the last one inside it: definite and minimal lengths, each
 * within its parent, no bytes after it, primitive types well formed. Contents of OCTET STRING and BIT STRING are not looked at.
 * @throws TLSError
 */
export function checkDER(bytes: Uint8Array): void {
	if (!isDER(bytes))
		throw new TLSError(CERTIFICATE_MALFORMED);
}

/** What `checkDER` checks, as an answer. A loop: a function that calls itself for each structure takes the most stack of a handshake. */
export function isDER(bytes: Uint8Array): boolean {
	/** Of the structures around `at` and of all bytes, from the outside to the inside; `limit` is that of the innermost. */
	const limits: number[] = [];
	let limit = bytes.length;
	let at = 0;
	if (limit > SIZE_MAXIMUM)
		return false;
	do {
		const tag = bytes[at];
		const header = headerSize(bytes, at);
		const length = lengthAt(bytes, at);
		at += header;
		const end = at + length;
		// Without a byte that is missing, `end` is not a number.
		if (!isTag(tag) || !isMinimal(header, length) || !(end <= limit))
			return false;
		if ((tag & CONSTRUCTED) === 0) {
			if (!isPrimitive(tag, bytes, at, end))
				return false;
			at = end;
		}
		else {
			if (limits.length === DEPTH_MAXIMUM)
				return false;
			limits.push(limit);
			limit = end;
		}
		while (at === limit && limits.length > 0)
			limit = limits.pop() ?? 0;
	} while (limits.length > 0);
	return at === limit;
}

/** Bytes of the tag and the length of an element. */
function headerSize(bytes: Uint8Array, at: number): number {
	const first = bytes[at + 1];
	return first < 0x80 ? 2 : 2 + first - 0x80;
}

/** The length that an element gives itself, of at most two bytes. */
function lengthAt(bytes: Uint8Array, at: number): number {
	switch (headerSize(bytes, at)) {
		case 3:
			return bytes[at + 2];
		case 4:
			return bytes[at + 2] << 8 | bytes[at + 3];
		default:
			return bytes[at + 1];
	}
}

/** Whether a length can't be written with fewer bytes, and is not indefinite. */
function isMinimal(header: number, length: number): boolean {
	switch (header) {
		case 2:
			return length < 0x80;
		case 3:
			return length >= 0x80;
		default:
			return header === 4 && length >= 0x100;
	}
}

/** Whether an element may have this tag: of those that are universal two are constructed, and always are. */
function isTag(tag: number): boolean {
	const isList = (tag | CONSTRUCTED) === SEQUENCE || (tag | CONSTRUCTED) === SET;
	return tag !== 0 && (tag & LONG_TAG) !== LONG_TAG && (tag >= CONTEXT || isList === ((tag & CONSTRUCTED) !== 0));
}

/** Whether the content of a primitive element is well formed. That of one that is not universal may be anything. */
function isPrimitive(tag: number, bytes: Uint8Array, at: number, end: number): boolean {
	const length = end - at;
	const first = bytes[at];
	switch (tag) {
		case BOOLEAN:
			return length === 1 && (first === 0 || first === 0xff);
		case INTEGER:
		case ENUMERATED:
			return isInteger(length, first, bytes[at + 1]);
		case BIT_STRING:
			return isBitString(length, first, bytes[end - 1]);
		case NULL:
			return length === 0;
		case OBJECT_IDENTIFIER:
			return length > 0 && length <= IDENTIFIER_MAXIMUM && first !== 0x80 && bytes[end - 1] < 0x80;
		default:
			return true;
	}
}

/** Nine equal bits at the beginning of an integer are one byte too many. */
function isInteger(length: number, first: number, second: number): boolean {
	return length === 1 || length > 1 && first !== (second < 0x80 ? 0 : 0xff);
}

/** The first byte of a BIT STRING counts the last bits that are not used, which are zero. */
function isBitString(length: number, first: number, last: number): boolean {
	return length > 0 && (first === 0 || first < 8 && length > 1 && (last & (1 << first) - 1) === 0);
}

/** Reads elements one after the other. They must have passed `checkDER`. */
export class DERReader {
	private readonly bytes: Uint8Array;
	private at = 0;

	/** @param bytes elements without what is around them; kept, and parts of them returned */
	constructor(bytes: Uint8Array) {
		this.bytes = bytes;
	}

	get done(): boolean {
		return this.at >= this.bytes.length;
	}

	/** Tag of the next element; 0 after the last. */
	get tag(): number {
		return this.done ? 0 : this.bytes[this.at];
	}

	/** All that has not been read. */
	get rest(): Uint8Array {
		return this.bytes.subarray(this.at);
	}

	/** Returns the next element's content. @throws TLSError when its tag is another, or there is none */
	read(tag: number): Uint8Array {
		if (this.tag !== tag)
			throw new TLSError(CERTIFICATE_MALFORMED);
		const { at, bytes } = this;
		const start = at + headerSize(bytes, at);
		this.at = start + lengthAt(bytes, at);
		return bytes.subarray(start, this.at);
	}

	/** The same with tag and length. */
	element(tag: number): Uint8Array {
		const start = this.at;
		this.read(tag);
		return this.bytes.subarray(start, this.at);
	}

	/** The content when the tag is this; undefined, and nothing read, when it is another. */
	optional(tag: number): Uint8Array | undefined {
		return this.tag === tag ? this.read(tag) : undefined;
	}

	/** @throws TLSError when there is another element */
	end(): void {
		if (!this.done)
			throw new TLSError(CERTIFICATE_MALFORMED);
	}
}

/** Whole bytes of a BIT STRING. @throws TLSError when it has a part of one */
export function wholeBytes(content: Uint8Array): Uint8Array {
	if (content[0] !== 0)
		throw new TLSError(CERTIFICATE_MALFORMED);
	return content.subarray(1);
}

export function areEqual(one: Uint8Array, other: Uint8Array): boolean {
	if (one.length !== other.length)
		return false;
	for (let at = 0; at < one.length; at++) {
		if (one[at] !== other[at])
			return false;
	}
	return true;
}
