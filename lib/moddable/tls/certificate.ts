/** Reads certificates (RFC 5280, 4.1). Imports nothing of the SDK, whose decoders no peer's certificate gets to. */
import { CERTIFICATE_MALFORMED, TLSError } from "../../tls/error.js";
import {
	areEqual, BIT_STRING, checkDER, DERReader, GENERALIZED_TIME, INTEGER, OBJECT_IDENTIFIER, SEQUENCE, UTC_TIME, wholeBytes
} from "./der.js";
import { type Extensions, noExtensions, readExtensions } from "./extensions.js";

/** A certificate that is well formed; nothing else is known of it. All parts are views of its bytes. */
export interface Certificate {
	readonly encoded: Uint8Array;
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
const VERSION_3 = 2;

/** Bytes of a name without anything in it. */
const EMPTY_SIZE = 2;

/** Bytes of a serial number with the zero that makes it positive. */
const SERIAL_MAXIMUM = 21;

/**
 * @param encoded DER; kept
 * @throws TLSError when it is not a certificate
 */
export function readCertificate(encoded: Uint8Array): Certificate {
	checkDER(encoded);
	const outer = new DERReader(new DERReader(encoded).read(SEQUENCE));
	const tbs = outer.element(SEQUENCE);
	const algorithm = outer.read(SEQUENCE);
	const signature = wholeBytes(outer.read(BIT_STRING));
	outer.end();
	const reader = new DERReader(new DERReader(tbs).read(SEQUENCE));
	const version = versionOf(reader.optional(VERSION));
	const serial = reader.read(INTEGER);
	const isSame = areEqual(reader.read(SEQUENCE), algorithm);
	const issuer = reader.element(SEQUENCE);
	const validity = new DERReader(reader.read(SEQUENCE));
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
	if (!isSame || serial.length > SERIAL_MAXIMUM || serial[0] >= 0x80 || issuer.length <= EMPTY_SIZE || new DERReader(algorithm).tag !== OBJECT_IDENTIFIER)
		throw new TLSError(CERTIFICATE_MALFORMED);
	return {
		encoded, tbs, algorithm, signature, issuer, subject, from, to, key,
		extensions: extensions === undefined ? noExtensions() : readExtensions(extensions)
	};
}

function versionOf(field: Uint8Array | undefined): number {
	if (field === undefined)
		return 0;
	const reader = new DERReader(field);
	const number = reader.read(INTEGER);
	reader.end();
	const version = number[0];
	if (number.length > 1 || version < VERSION_2 || version > VERSION_3)
		throw new TLSError(CERTIFICATE_MALFORMED);
	return version;
}

/**
 * The next element as a date (RFC 5280, 4.1.2.5): digits only, in UTC, with seconds.
 * @returns milliseconds since 1970
 */
function readDate(reader: DERReader): number {
	const isLong = reader.tag === GENERALIZED_TIME;
	const digits = reader.read(isLong ? GENERALIZED_TIME : UTC_TIME);
	const start = isLong ? 4 : 2;
	let year = isLong ? 100 * pair(digits, 0) + pair(digits, 2) : pair(digits, 0);
	if (!isLong)
		year += year < 50 ? 2000 : 1900;
	const month = pair(digits, start);
	const day = pair(digits, start + 2);
	const hour = pair(digits, start + 4);
	const minute = pair(digits, start + 6);
	const second = pair(digits, start + 8);
	const date = Date.UTC(year, month - 1, day, hour, minute, second);
	// What is too much, February 30 or hour 24, is carried over and comes out as another date; NaN is no date at all.
	const made = new Date(date);
	if (digits.length !== start + 11 || digits[start + 10] !== 90 || year < 1000 || made.getUTCMonth() !== month - 1 || made.getUTCDate() !== day
		|| made.getUTCHours() !== hour || made.getUTCMinutes() !== minute || made.getUTCSeconds() !== second)
		throw new TLSError(CERTIFICATE_MALFORMED);
	return date;
}

/** Two digits as a number, NaN when they are not digits. */
function pair(digits: Uint8Array, at: number): number {
	const high = digits[at] - 48;
	const low = digits[at + 1] - 48;
	return high >= 0 && high <= 9 && low >= 0 && low <= 9 ? 10 * high + low : NaN;
}
