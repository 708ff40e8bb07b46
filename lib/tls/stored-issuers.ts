/** Finds CAs in the store that the SDK brings. Imports nothing of the SDK. */
import { type Authority, type Certificate, readCertificate } from "./certificate.js";
import { areEqual } from "./der.js";

/** Bytes of a subject key identifier. */
export const IDENTIFIER_SIZE = 20;

/**
 * Those with the key that the certificate's authority key identifier names.
 * @param index subject key identifiers of all CAs one after the other, in the order of their numbers; it is not asked for when the
 * certificate names no key
 * @param encoded the CA of that number in DER; undefined when the app does not bring it
 */
export function storedIssuers({ extensions: { issuerKey } }: Certificate, index: () => Uint8Array,
	encoded: (number: number) => Uint8Array | undefined): readonly Authority[] {
	const authorities: Authority[] = [];
	if (issuerKey?.length !== IDENTIFIER_SIZE)
		return authorities;
	const identifiers = index();
	for (let at = 0; at < identifiers.length; at += IDENTIFIER_SIZE) {
		if (identifiers[at] !== issuerKey[0] || !areEqual(identifiers.subarray(at, at + IDENTIFIER_SIZE), issuerKey))
			continue;
		const number = at / IDENTIFIER_SIZE;
		// The index names all CAs that the SDK has; an app brings only those that its manifest lists.
		const certificate = encoded(number);
		if (certificate !== undefined)
			authorities.push(Object.assign(readCertificate(certificate), { number }));
	}
	return authorities;
}
