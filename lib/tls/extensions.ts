/** Extensions of a certificate (RFC 5280, 4.2). Imports nothing of the SDK. */
import {
	BIT_STRING, BOOLEAN, contentOf, DERReader, INTEGER, malformed, OBJECT_IDENTIFIER, OCTET_STRING, SEQUENCE, sequenceOf
} from "./der.js";

/** Bits of a key usage (RFC 5280, 4.2.1.3), the first one the highest. */
export const DIGITAL_SIGNATURE = 0x80;
export const KEY_CERT_SIGN = 0x04;

/** Bytes of a key usage, at least: who may do nothing at all has no extension that says so. */
const USAGE_SIZE = 2;

/** What the extensions say; without one, what its absence means. */
export interface Extensions {
	/** Whether the certificate is a CA's. */
	authority: boolean;
	/** Most CAs between this one and the leaf. */
	pathLength: number;
	/** What the key may do, all bits without the extension. */
	usage: number;
	/** Whether the key may be a TLS server's. */
	server: boolean;
	/** Elements of the alternative names, none without any. */
	names: Uint8Array;
	/** Content of the name constraints. */
	constraints: Uint8Array | undefined;
	/** Identifier of the key that signed the certificate. */
	issuerKey: Uint8Array | undefined;
	/** Whether there is a critical extension that is not one of these. */
	unknown: boolean;
}

/** Last bytes of the identifiers 2.5.29.x. */
const SUBJECT_KEY = 14;
const KEY_USAGE = 15;
const SUBJECT_NAMES = 17;
const BASIC_CONSTRAINTS = 19;
const NAME_CONSTRAINTS = 30;
/** Without an initial explicit policy all of them are acceptable (RFC 5280, 6.1.1). */
const POLICIES = 32;
const AUTHORITY_KEY = 35;
const EXTENDED_USAGE = 37;

/** id-kp-serverAuth, its bytes in decimal. */
const SERVER_AUTH = "43,6,1,5,5,7,3,1";

/** Extensions of one certificate: each further one is work that anybody can cause. */
const COUNT_MAXIMUM = 32;

const KEY_IDENTIFIER = 0x80;
/** Behind it, the certificate of that key by issuer and serial number, which nobody uses. */
const ISSUER = 0xa1;
const SERIAL = 0x82;

const TRUE = 0xff;

const NO_NAMES = new Uint8Array(0);

/**
 * @param content of the field `extensions`; undefined for none
 * @throws TLSError for one that is malformed or there twice, and for more than 32
 */
export function readExtensions(content: Uint8Array | undefined): Extensions {
	const extensions: Extensions = {
		authority: false, pathLength: Infinity, usage: 0xff, server: true, names: NO_NAMES, constraints: undefined, issuerKey: undefined,
		unknown: false
	};
	if (content === undefined)
		return extensions;
	const outer = new DERReader(content);
	const list = outer.sequence();
	outer.end();
	const found: string[] = [];
	do {
		const reader = list.sequence();
		const identifier = reader.read(OBJECT_IDENTIFIER);
		const critical = reader.optional(BOOLEAN)?.[0] === TRUE;
		const value = reader.read(OCTET_STRING);
		reader.end();
		const name = String(identifier);
		if (found.includes(name) || found.length === COUNT_MAXIMUM)
			malformed();
		found.push(name);
		const isKnown = identifier.length === 3 && identifier[0] === 0x55 && identifier[1] === 0x1d && take(extensions, identifier[2], value);
		extensions.unknown ||= critical && !isKnown;
	} while (!list.done);
	return extensions;
}

/** Returns whether the extension may be critical: it is understood. */
function take(extensions: Extensions, identifier: number, value: Uint8Array): boolean {
	switch (identifier) {
		case BASIC_CONSTRAINTS:
			takeBasicConstraints(extensions, sequenceOf(value));
			return true;
		case KEY_USAGE:
			extensions.usage = filledContentOf(value, BIT_STRING, USAGE_SIZE)[1];
			return true;
		case EXTENDED_USAGE:
			extensions.server = hasServerAuth(sequenceOf(value));
			return true;
		case SUBJECT_NAMES:
			extensions.names = filledContentOf(value, SEQUENCE, 1);
			return true;
		case NAME_CONSTRAINTS:
			extensions.constraints = filledContentOf(value, SEQUENCE, 1);
			return true;
		case AUTHORITY_KEY:
			takeAuthorityKey(extensions, sequenceOf(value));
			return false;
		case SUBJECT_KEY:
			contentOf(value, OCTET_STRING);
			return false;
		default:
			return identifier === POLICIES;
	}
}

/** Content of the element that an extension's value is. @throws TLSError when it has fewer bytes than that */
function filledContentOf(value: Uint8Array, tag: number, least: number): Uint8Array {
	const content = contentOf(value, tag);
	if (content.length < least)
		malformed();
	return content;
}

function takeBasicConstraints(extensions: Extensions, reader: DERReader): void {
	extensions.authority = reader.optional(BOOLEAN)?.[0] === TRUE;
	const length = reader.optional(INTEGER);
	reader.end();
	if (length === undefined)
		return;
	if (!extensions.authority || length.length > 1 || length[0] >= 0x80)
		malformed();
	extensions.pathLength = length[0];
}

function takeAuthorityKey(extensions: Extensions, reader: DERReader): void {
	extensions.issuerKey = reader.optional(KEY_IDENTIFIER);
	reader.optional(ISSUER);
	reader.optional(SERIAL);
	reader.end();
}

function hasServerAuth(reader: DERReader): boolean {
	let found = false;
	do
		found = String(reader.read(OBJECT_IDENTIFIER)) === SERVER_AUTH || found;
	while (!reader.done);
	return found;
}
