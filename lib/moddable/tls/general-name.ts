/** Names in certificates (RFC 5280, 4.2.1.6). Imports nothing of the SDK. */
import { DERReader } from "./der.js";

/** Tags of the kinds that are looked at. */
export const DNS_NAME = 0x82;
export const IP_ADDRESS = 0x87;

/**
 * Calls back for each name, until that returns true. They are never kept all together: whoever answers may send thousands.
 * @param names elements one behind the other that have passed `checkDER`
 * @returns whether one did
 */
export function someName(names: Uint8Array | undefined, callback: (tag: number, value: Uint8Array) => boolean): boolean {
	if (names === undefined)
		return false;
	const reader = new DERReader(names);
	while (!reader.done) {
		const { tag } = reader;
		if (callback(tag, reader.read(tag)))
			return true;
	}
	return false;
}
