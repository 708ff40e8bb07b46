import Resource from "Resource";
import type { Authority, Certificate } from "../../tls/certificate.js";
import { storedIssuers } from "../../tls/stored-issuers.js";
import type { TrustedAuthorities } from "../../tls/trust.js";

/** Index of all the SDK's CAs. */
const INDEX = "ca.ski";

/** CAs that the SDK brings, as far as the app's manifest lists them. */
export const STORED_AUTHORITIES: TrustedAuthorities = Object.freeze({
	for(certificate: Certificate): readonly Authority[] {
		return storedIssuers(certificate, () => new Uint8Array(new Resource(INDEX)), storedAuthority);
	},
	encoded: storedAuthority
});

/** The certificate of the CA with this number, in DER; undefined when the app does not bring it. */
function storedAuthority(number: number): Uint8Array | undefined {
	const name = "ca" + number + ".der";
	return Resource.exists(name) ? new Uint8Array(new Resource(name)) : undefined;
}
