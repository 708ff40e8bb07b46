/** The client's first message (RFC 5246, 7.4.1.2). Imports nothing of the SDK. */
import { vector } from "./hexadecimal.js";
import { isAddress } from "./host-names.js";
import {
	EXTENDED_SECRET, POINT_FORMATS, RENEGOTIATION_INFO, SERVER_NAME, SESSION_TICKET, SUPPORTED_GROUPS
} from "./messages.js";
import type { Primitives } from "./primitives.js";

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

export interface ClientHello {
	/** The message as a record. */
	readonly record: Uint8Array;
	/**
	 * Numbers of the extensions that a server may answer it with (RFC 5246, 7.4.1.4): those that it has, without signature_algorithms,
	 * which no server sends back (7.4.1.4.1), and with that which one of its suites stands for (RFC 5746, 3.4). No server needs to send
	 * the groups back; some do.
	 */
	readonly answerable: readonly number[];
}

/** @param name for the server to choose its certificate by; an address is no such name (RFC 6066, 3) */
export function clientHello(random: Uint8Array, name: string, session: OfferedSession, primitives: Primitives): ClientHello {
	const answerable = [EXTENDED_SECRET, RENEGOTIATION_INFO, POINT_FORMATS, SUPPORTED_GROUPS];
	let extensions = EXTENSIONS;
	if (name !== "" && !isAddress(name)) {
		extensions += "0000" + vector(4, vector(4, "00" + vector(4, primitives.toHex(primitives.bytes(name)))));
		answerable.push(SERVER_NAME);
	}
	if (session.ticket !== undefined) {
		extensions += "0023" + vector(4, primitives.toHex(session.ticket));
		answerable.push(SESSION_TICKET);
	}
	const hello = VERSION + primitives.toHex(random) + vector(2, primitives.toHex(session.id)) + SUITES + vector(4, extensions);
	return { record: primitives.fromHex("16" + VERSION + vector(4, "01" + vector(6, hello))), answerable };
}
