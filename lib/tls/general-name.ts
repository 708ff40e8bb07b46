/** Names in certificates (RFC 5280, 4.2.1.6). Imports nothing of the SDK. */
import { CERTIFICATE_MALFORMED, TLSError } from "./tls-error.js";
import { DERReader } from "./der.js";

/** Tags of the kinds that are looked at. */
export const DNS_NAME = 0x82;
export const IP_ADDRESS = 0x87;

/** All kinds: a context tag with the kind in the lowest bits; and those that hold elements, a bit for each. */
const CONTEXT = 0x80;
const CONSTRUCTED = 0x20;
const KIND_MAXIMUM = 8;
const CONSTRUCTED_KINDS = 0b111001;

/**
 * Calls back for each name. They are never kept all together: whoever answers may send thousands.
 * @param names elements one after the other that have passed `checkDER`
 * @throws TLSError for an invalid kind
 */
export function eachName(names: Uint8Array | undefined, callback: (tag: number, value: Uint8Array) => void): void {
	if (names === undefined)
		return;
	const reader = new DERReader(names);
	while (!reader.done) {
		const { tag } = reader;
		const kind = tag & 0x1f;
		if (kind > KIND_MAXIMUM || tag - kind !== ((CONSTRUCTED_KINDS >> kind & 1) === 0 ? CONTEXT : CONTEXT + CONSTRUCTED))
			throw new TLSError(CERTIFICATE_MALFORMED);
		callback(tag, reader.read(tag));
	}
}
