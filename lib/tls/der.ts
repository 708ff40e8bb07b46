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

/** First byte of a length that is in the next one, or two. */
const ONE_BYTE = 0x81;
const TWO_BYTES = 0x82;

/** Bytes of the largest structure: what fits into one TLS record. */
const SIZE_MAXIMUM = 0x4000;
/** Structures inside each other; a certificate has eight. */
const DEPTH_MAXIMUM = 12;
/** Bytes of an object identifier; they are made into text. */
const IDENTIFIER_MAXIMUM = 32;

/** Content of the one element that bytes are. @throws TLSError where they are not DER, or its tag is another */
export function contentOf(bytes: Uint8Array, tag: number): Uint8Array {
	if (!isDER(bytes))
		malformed();
	return new DERReader(bytes).read(tag);
}

/** Reads the one SEQUENCE that bytes are. @throws TLSError where they are not DER, or something else */
export function sequenceOf(bytes: Uint8Array): DERReader {
	return new DERReader(contentOf(bytes, SEQUENCE));
}

/**
 * Whether bytes are exactly one DER element, down to the last one inside it: definite and minimal lengths, each within its parent,
 * no bytes after it, primitive types well formed. Contents of OCTET STRING and BIT STRING are not looked at. A loop: a function that
 * calls itself for each structure takes the most stack of a handshake.
 */
export function isDER(bytes: Uint8Array): boolean {
	/** Of the structures around `at` and of all bytes, from the outside to the inside; `limit` is that of the innermost. */
	const limits: number[] = [];
	let limit = bytes.length;
	let at = 0;
	if (limit > SIZE_MAXIMUM)
		return false;
	do {
		const tag = bytes[at];
		const length = lengthAt(bytes, at);
		at += headerSize(length);
		const end = at + length;
		// Without a byte that is missing, `end` is not a number.
		if (!isTag(tag) || !(end <= limit))
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

/** Bytes of the tag and the length of an element that gives itself this length. */
function headerSize(length: number): number {
	if (length < 0x80)
		return 2;
	return length < 0x100 ? 3 : 4;
}

/** The length that an element gives itself; NaN for one that is indefinite, of more than two bytes, or of more than it takes. */
function lengthAt(bytes: Uint8Array, at: number): number {
	const first = bytes[at + 1];
	const second = bytes[at + 2];
	if (first < 0x80)
		return first;
	if (first === ONE_BYTE && second >= 0x80)
		return second;
	return first === TWO_BYTES && second > 0 ? second << 8 | bytes[at + 3] : NaN;
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
			// Nine equal bits at the beginning are one byte too many.
			return length === 1 || length > 1 && first !== (bytes[at + 1] < 0x80 ? 0 : 0xff);
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

/** The first byte of a BIT STRING counts the last bits that are not used, which are zero. */
function isBitString(length: number, first: number, last: number): boolean {
	return length > 0 && (first === 0 || first < 8 && length > 1 && (last & (1 << first) - 1) === 0);
}

/** Reads elements one after the other, of which `isDER` holds. */
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

	/** Tag of the next element; no number after the last. */
	get tag(): number {
		return this.bytes[this.at];
	}

	/** Returns the next element's content. @throws TLSError when its tag is another, or there is none */
	read(tag: number): Uint8Array {
		if (this.tag !== tag)
			malformed();
		const length = lengthAt(this.bytes, this.at);
		const start = this.at + headerSize(length);
		this.at = start + length;
		return this.bytes.subarray(start, this.at);
	}

	/** The same with tag and length. */
	element(tag: number): Uint8Array {
		const { at } = this;
		this.read(tag);
		return this.bytes.subarray(at, this.at);
	}

	/** Elements of the next one, which is a SEQUENCE. @throws TLSError when it is not, or there is none */
	sequence(): DERReader {
		return new DERReader(this.read(SEQUENCE));
	}

	/** The content when the tag is this; undefined, and nothing read, when it is another. */
	optional(tag: number): Uint8Array | undefined {
		return this.tag === tag ? this.read(tag) : undefined;
	}

	/** @throws TLSError when there is another element */
	end(): void {
		if (!this.done)
			malformed();
	}
}

/** @throws TLSError */
export function malformed(): never {
	throw new TLSError(CERTIFICATE_MALFORMED);
}

/** Whole bytes of a BIT STRING. @throws TLSError when it has a part of one */
export function wholeBytes(content: Uint8Array): Uint8Array {
	if (content[0] !== 0)
		malformed();
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
