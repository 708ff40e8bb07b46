/** The client's first message (RFC 5246, 7.4.1.2). Imports nothing of the SDK. */
import { RANDOM_SIZE } from "./messages.js";
import type { Primitives } from "./primitives.js";

/** Cipher suites, all of them ephemeral and with AES-128-GCM, in hexadecimal: ECDHE with ECDSA and RSA (RFC 5289, 3.2), DHE with RSA (RFC 5288, 3). */
const ECDHE = "c02bc02f";
const DHE = "009e";
/** Says that the client never renegotiates in the old way (RFC 5746, 3.4). */
const NO_OLD_RENEGOTIATION = "00ff";

/**
 * Extensions that are always there, each with its number, its length and its content: extended_master_secret (RFC 7627, 5.1);
 * supported_groups, secp256r1, and ec_point_formats, uncompressed (RFC 8422, 5.1); signature_algorithms, SHA-256 with ECDSA and
 * with RSA (RFC 5246, 7.4.1.4.1).
 */
const EXTENSIONS = "00170000" + "000a000400020017" + "000b00020100" + "000d0006000404030401";

/** Bytes of the message without id, suites and extensions: version, random number, lengths, no compression. */
const FIXED = 2 + RANDOM_SIZE + 1 + 2 + 2 + 2;

/** What a hello says beyond what all of them say. */
export interface HelloParts {
	readonly random: Uint8Array;
	/** Name for the server to choose its certificate by (RFC 6066, 3), "" for none. */
	readonly name: string;
	/** Whether DHE is offered after ECDHE. */
	readonly dhe: boolean;
	/** Session that is to go on, any for none. */
	readonly id: Uint8Array;
	/** Ticket of that, empty to ask for one, undefined to want none (RFC 5077, 3.2). */
	readonly ticket: Uint8Array | undefined;
}

/** Returns the message as a record. A text that is joined at once is copied once. */
export function clientHello({ dhe, id, name, random, ticket }: HelloParts, primitives: Primitives): Uint8Array {
	let extensions = EXTENSIONS;
	if (name !== "") {
		const host = primitives.bytes(name);
		const { length } = host;
		extensions = extensions.concat("0000", hex(length + 5, 4), hex(length + 3, 4), "00", hex(length, 4), primitives.toHex(host));
	}
	if (ticket !== undefined)
		extensions = extensions.concat("0023", hex(ticket.length, 4), primitives.toHex(ticket));
	const suites = ECDHE + (dhe ? DHE : "") + NO_OLD_RENEGOTIATION;
	const length = FIXED + id.length + (suites.length + extensions.length) / 2;
	return primitives.fromHex("160303".concat(hex(length + 4, 4), "0100", hex(length, 4), "0303", primitives.toHex(random), hex(id.length, 2), primitives.toHex(id),
		hex(suites.length / 2, 4), suites, "0100", hex(extensions.length / 2, 4), extensions));
}

/** Whether a hello offers the suite. */
export function isOffered(suite: number, dhe: boolean): boolean {
	const found = hex(suite, 4);
	return found === ECDHE.slice(0, 4) || found === ECDHE.slice(4) || (dhe && found === DHE);
}

function hex(number: number, digits: number): string {
	return number.toString(16).padStart(digits, "0");
}
