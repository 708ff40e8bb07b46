/** The client's first message (RFC 5246, 7.4.1.2). Imports nothing of the SDK. */
import { isAddress } from "./host-names.js";
import {
	EXTENDED_SECRET, POINT_FORMATS, RENEGOTIATION_INFO, SERVER_NAME, SESSION_TICKET, SUPPORTED_GROUPS
} from "./messages.js";
import type { Primitives } from "./primitives.js";

/** Cipher suites: ECDHE with AES-128-GCM, signed by ECDSA and by RSA (RFC 5289, 3.2). */
const WITH_ECDSA = 0xc02b;
/** Needs a certificate with an RSA key; the other one that is offered needs a key on a curve. */
export const WITH_RSA = 0xc02f;
/** The version: TLS 1.2. */
const VERSION = "0303";
/** The suites in hexadecimal, with their length; that the client never renegotiates in the old way (RFC 5746, 3.4); no compression. */
const SUITES = "0006c02bc02f00ff0100";

/**
 * Extensions that are always there, each with its number, its length and its content: extended_master_secret (RFC 7627, 5.1);
 * supported_groups, secp256r1 before secp384r1, which takes longer, and ec_point_formats, uncompressed (RFC 8422, 5.1);
 * signature_algorithms, SHA-256 with ECDSA and with RSA (RFC 5246, 7.4.1.4.1). A server with a key on a curve must find that among
 * the groups too (RFC 8422, 5.1).
 */
const EXTENSIONS = "00170000" + "000a0006000400170018" + "000b00020100" + "000d0006000404030401";

/** The session that is to go on. */
export interface OfferedSession {
	/** Any for none. */
	readonly id: Uint8Array;
	/** Empty to ask for one, undefined to want none (RFC 5077, 3.2). */
	readonly ticket: Uint8Array | undefined;
}

/**
 * Returns the message as a record.
 * @param name for the server to choose its certificate by (RFC 6066, 3); an address is no such name
 */
export function clientHello(random: Uint8Array, name: string, { id, ticket }: OfferedSession, primitives: Primitives): Uint8Array {
	let extensions = EXTENSIONS;
	if (isServerName(name))
		extensions += "0000" + vector(4, vector(4, "00" + vector(4, primitives.toHex(primitives.bytes(name)))));
	if (ticket !== undefined)
		extensions += "0023" + vector(4, primitives.toHex(ticket));
	const hello = VERSION + primitives.toHex(random) + vector(2, primitives.toHex(id)) + SUITES + vector(4, extensions);
	return primitives.fromHex("16" + VERSION + vector(4, "01" + vector(6, hello)));
}

/**
 * Numbers of the extensions that a server may answer such a hello with (RFC 5246, 7.4.1.4): those that it has, without
 * signature_algorithms, which no server sends back (7.4.1.4.1), and with that which one of its suites stands for (RFC 5746, 3.4).
 * No server needs to send the groups back; some do.
 */
export function answerableExtensions(name: string, ticket: Uint8Array | undefined): readonly number[] {
	const numbers = [EXTENDED_SECRET, RENEGOTIATION_INFO, POINT_FORMATS, SUPPORTED_GROUPS];
	if (isServerName(name))
		numbers.push(SERVER_NAME);
	if (ticket !== undefined)
		numbers.push(SESSION_TICKET);
	return numbers;
}

/** Whether a hello offers the suite. */
export function isOffered(suite: number): boolean {
	return suite === WITH_ECDSA || suite === WITH_RSA;
}

/** An address is no server name (RFC 6066, 3). */
function isServerName(name: string): boolean {
	return name !== "" && !isAddress(name);
}

/** Bytes in hexadecimal behind their number, which has so many digits. */
function vector(digits: number, content: string): string {
	return (content.length / 2).toString(16).padStart(digits, "0") + content;
}
