/** Names in certificates (RFC 5280, 4.2.1.6). Imports nothing of the SDK. */
import { type DERReader, malformed } from "./der.js";

/** Tags of the kinds that are looked at. */
export const DNS_NAME = 0x82;
export const IP_ADDRESS = 0x87;

/** All kinds: a context tag with the kind in the lowest bits; and those that hold elements, a bit for each. */
const CONTEXT = 0x80;
const CONSTRUCTED = 0x20;
const KIND_MAXIMUM = 8;
const CONSTRUCTED_KINDS = 0b111001;

/** Tag of the name that is read next. @throws TLSError for an invalid kind */
export function nameTag({ tag }: DERReader): number {
	const kind = tag & 0x1f;
	if (kind > KIND_MAXIMUM || tag - kind !== ((CONSTRUCTED_KINDS >> kind & 1) === 0 ? CONTEXT : CONTEXT + CONSTRUCTED))
		malformed();
	return tag;
}
