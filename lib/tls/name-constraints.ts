/** Name constraints of a CA (RFC 5280, 4.2.1.10). Imports nothing of the SDK. */
import { CONSTRAINTS_UNKNOWN, NAME_NOT_PERMITTED, TLSError } from "./tls-error.js";
import { DERReader, malformed } from "./der.js";
import { DNS_NAME, IP_ADDRESS } from "./general-name.js";
import { IPV4_SIZE, IPV6_SIZE, isWithin } from "./host-names.js";

const PERMITTED = 0xa0;
const EXCLUDED = 0xa1;
const DOT = 46;

/**
 * @param constraints content of the extension's SEQUENCE
 * @throws TLSError when the name is excluded, when others of its kind are permitted, when it is an address of no known
 * length, and when the constraints are malformed or about other names than DNS names and IP addresses
 */
export function checkConstraints(constraints: Uint8Array, tag: number, value: Uint8Array): void {
	const reader = new DERReader(constraints);
	if (reader.done || (tag === IP_ADDRESS && value.length !== IPV4_SIZE && value.length !== IPV6_SIZE))
		malformed();
	const permitted = isCovered(reader.optional(PERMITTED), tag, value);
	const excluded = isCovered(reader.optional(EXCLUDED), tag, value);
	reader.end();
	if (permitted === false || excluded === true)
		throw new TLSError(NAME_NOT_PERMITTED);
}

/** Whether the name is in one of the subtrees; undefined when there is none for its kind. */
function isCovered(subtrees: Uint8Array | undefined, tag: number, value: Uint8Array): boolean | undefined {
	if (subtrees === undefined)
		return undefined;
	let covered: boolean | undefined;
	const list = new DERReader(subtrees);
	do {
		const reader = list.sequence();
		const kind = reader.tag;
		const base = reader.read(kind);
		const { length } = base;
		// Behind the name there may be distances, which nobody uses. A domain that ends in a dot would cover no name. A mask follows an address.
		const isNetwork = kind === IP_ADDRESS && (length === 2 * IPV4_SIZE || length === 2 * IPV6_SIZE);
		if (!reader.done || (kind === DNS_NAME ? base[length - 1] === DOT : !isNetwork))
			throw new TLSError(CONSTRAINTS_UNKNOWN);
		if (kind === tag)
			covered = covered === true || (tag === DNS_NAME ? isWithin(value, base) : isInNetwork(value, base));
	} while (!list.done);
	return covered;
}

/** @param network address and mask, one after the other */
function isInNetwork(address: Uint8Array, network: Uint8Array): boolean {
	const { length } = address;
	return network.length === 2 * length && address.every((byte, at) => ((byte ^ network[at]) & network[length + at]) === 0);
}
