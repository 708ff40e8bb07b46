import Resource from "Resource";
import { type Authority, type Certificate, readCertificate } from "./certificate.js";
import { areEqual } from "./der.js";
import type { TrustedAuthorities } from "./trust.js";

/** Index of all the SDK's CAs: their subject key identifiers one after the other. */
const INDEX = "ca.ski";
const IDENTIFIER_SIZE = 20;

/** CAs that the SDK brings, as far as the app's manifest lists them. */
export const STORED_AUTHORITIES: TrustedAuthorities = Object.freeze({
	/** Those with the key that the certificate's authority key identifier names. */
	for({ extensions: { issuerKey } }: Certificate): readonly Authority[] {
		const authorities: Authority[] = [];
		if (issuerKey?.length !== IDENTIFIER_SIZE)
			return authorities;
		const index = new Uint8Array(new Resource(INDEX));
		for (let at = 0; at < index.length; at += IDENTIFIER_SIZE) {
			if (index[at] !== issuerKey[0] || !areEqual(index.subarray(at, at + IDENTIFIER_SIZE), issuerKey))
				continue;
			const number = at / IDENTIFIER_SIZE;
			// The index names all CAs that the SDK has; an app brings only those that its manifest lists.
			const encoded = storedAuthority(number);
			if (encoded !== undefined)
				authorities.push(Object.assign(readCertificate(encoded), { number }));
		}
		return authorities;
	},
	encoded: storedAuthority
});

/** The certificate of the CA with this number, in DER; undefined when the app does not bring it. */
function storedAuthority(number: number): Uint8Array | undefined {
	const name = "ca" + number + ".der";
	return Resource.exists(name) ? new Uint8Array(new Resource(name)) : undefined;
}
