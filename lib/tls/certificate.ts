/** Reads certificates (RFC 5280, 4.1). Imports nothing of the SDK, whose decoders no peer's certificate gets to. */
import {
	areEqual, BIT_STRING, DERReader, GENERALIZED_TIME, INTEGER, malformed, OBJECT_IDENTIFIER, SEQUENCE, sequenceOf, UTC_TIME, wholeBytes
} from "./der.js";
import { type Extensions, readExtensions } from "./extensions.js";

/** A certificate that is well formed; nothing else is known of it. All parts are views of its bytes. */
export interface Certificate {
	readonly encoded: Uint8Array;
	/** Value of the field version: 2 is version 3, and 0 what has none. */
	readonly version: number;
	/** What is signed. */
	readonly tbs: Uint8Array;
	/** Content of the signature's AlgorithmIdentifier. */
	readonly algorithm: Uint8Array;
	readonly signature: Uint8Array;
	readonly issuer: Uint8Array;
	readonly subject: Uint8Array;
	/** Milliseconds since 1970; the last one is `to`. */
	readonly from: number;
	readonly to: number;
	/** Content of the SubjectPublicKeyInfo. */
	readonly key: Uint8Array;
	readonly extensions: Extensions;
}

/** A CA's. */
export interface Authority extends Certificate {
	/** Its number in the device's own store; undefined for one that the app has given. */
	readonly number?: number;
}

/** Tags of the fields of a TBSCertificate that have none of their own. */
const VERSION = 0xa0;
const ISSUER_ID = 0x81;
const SUBJECT_ID = 0x82;
const EXTENSIONS = 0xa3;

/** Values of the field version, which begins with 0. */
const VERSION_2 = 1;
export const VERSION_3 = 2;

/** Bytes of a name without anything in it. */
const EMPTY_SIZE = 2;

/** Bytes of a serial number with the zero that makes it positive. */
const SERIAL_MAXIMUM = 21;

/** Bytes of a GeneralizedTime. */
const DATE_MAXIMUM = 15;

/**
 * @param encoded DER; kept
 * @throws TLSError when it is not a certificate
 */
export function readCertificate(encoded: Uint8Array): Certificate {
	const outer = sequenceOf(encoded);
	const tbs = outer.element(SEQUENCE);
	const algorithm = outer.read(SEQUENCE);
	const signature = wholeBytes(outer.read(BIT_STRING));
	outer.end();
	const reader = new DERReader(tbs).sequence();
	const version = versionOf(reader.optional(VERSION));
	const serial = reader.read(INTEGER);
	const isSame = areEqual(reader.read(SEQUENCE), algorithm);
	const issuer = reader.element(SEQUENCE);
	const validity = reader.sequence();
	const from = readDate(validity);
	const to = readDate(validity);
	validity.end();
	const subject = reader.element(SEQUENCE);
	const key = reader.read(SEQUENCE);
	if (version >= VERSION_2) {
		reader.optional(ISSUER_ID);
		reader.optional(SUBJECT_ID);
	}
	const extensions = version === VERSION_3 ? reader.optional(EXTENSIONS) : undefined;
	reader.end();
	if (!isSame || serial.length > SERIAL_MAXIMUM || serial[0] >= 0x80 || issuer.length <= EMPTY_SIZE
		|| algorithm[0] !== OBJECT_IDENTIFIER)
		malformed();
	return { encoded, version, tbs, algorithm, signature, issuer, subject, from, to, key, extensions: readExtensions(extensions) };
}

function versionOf(field: Uint8Array | undefined): number {
	if (field === undefined)
		return 0;
	// Tag, length and value of an INTEGER.
	const version = field[2];
	if (field.length !== 3 || field[0] !== INTEGER || version < VERSION_2 || version > VERSION_3)
		malformed();
	return version;
}

/**
 * The next element as a date (RFC 5280, 4.1.2.5): digits only, in UTC, with seconds.
 * @returns milliseconds since 1970
 */
function readDate(reader: DERReader): number {
	const isLong = reader.tag === GENERALIZED_TIME;
	const digits = reader.read(isLong ? GENERALIZED_TIME : UTC_TIME);
	let text = digits.length > DATE_MAXIMUM ? "" : String.fromCharCode.apply(null, digits as unknown as number[]);
	if (!isLong)
		text = (text < "5" ? "20" : "19") + text;
	const wanted = text.replace(/^([1-9]...)(..)(..)(..)(..)(..)Z$/, "$1-$2-$3T$4:$5:$6.000Z");
	const date = Date.parse(wanted);
	// What is too much, February 30 or hour 24, is carried over and comes out as another date; so does what is no date at all (NaN).
	if (new Date(date || 0).toISOString() !== wanted)
		malformed();
	return date;
}
