/** CAs that the SDK brings, as far as the app's manifest lists them. */
import Resource from "Resource";
import { type Authority, type Certificate, readCertificate } from "./certificate.js";
import { areEqual } from "./der.js";

/** Index of all the SDK's CAs: their subject key identifiers one after the other. */
const INDEX = "ca.ski";
const IDENTIFIER_SIZE = 20;

/**
 * @param certificate whose authority key identifier names the CA
 * @returns the CAs that may have signed it: those with that key
 * @throws TLSError when the CA's certificate is malformed
 */
export function storedAuthorities({ extensions: { issuerKey } }: Certificate): readonly Authority[] {
	if (issuerKey?.length !== IDENTIFIER_SIZE)
		return [];
	const index = new Uint8Array(new Resource(INDEX));
	const authorities: Authority[] = [];
	for (let at = 0; at + IDENTIFIER_SIZE <= index.length; at += IDENTIFIER_SIZE) {
		if (index[at] !== issuerKey[0] || !areEqual(index.subarray(at, at + IDENTIFIER_SIZE), issuerKey))
			continue;
		const number = at / IDENTIFIER_SIZE;
		// The index names all CAs that the SDK has; an app brings only those that its manifest lists.
		const encoded = storedAuthority(number);
		if (encoded !== undefined)
			authorities.push({ ...readCertificate(encoded), number });
	}
	return authorities;
}

/** The certificate of the CA with this number, in DER; undefined when the app does not bring it. */
export function storedAuthority(number: number): Uint8Array | undefined {
	const name = "ca" + number + ".der";
	return Resource.exists(name) ? new Uint8Array(new Resource(name)) : undefined;
}
