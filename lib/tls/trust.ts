import type { Authority, Certificate } from "./certificate.js";

/** Criteria for a chain. */
export interface Trust {
	/** DNS name, in any case, or IP address that the first certificate must be for. */
	readonly name: string;
	readonly authorities: TrustedAuthorities;
}

/** Trusted CAs: those that the app gives, or the device's own. */
export interface TrustedAuthorities {
	/** Those that may have signed the certificate, or are it. @throws TLSError when one is not a certificate */
	for(certificate: Certificate): readonly Authority[];
	/**
	 * What a session belongs to that was verified with the CA of this number: the app's CAs in DER, or this one of the device's; undefined
	 * when it is not there.
	 */
	encoded(number: number): readonly Uint8Array[] | Uint8Array | undefined;
}
