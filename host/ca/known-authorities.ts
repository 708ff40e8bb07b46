import type { Authority, Certificate } from "../../lib/tls/certificate.js";
import { readCertificate } from "../../lib/tls/certificate.js";
import { areEqual } from "../../lib/tls/der.js";
import type { TrustedAuthorities } from "../../lib/tls/trust.js";

/** CAs that are at hand. */
export class KnownAuthorities implements TrustedAuthorities {
	readonly all: readonly Authority[];

	/** @param all those that a device can read */
	constructor(all: readonly Authority[]) {
		this.all = all;
	}

	/** @param encoded DER; what a device can't read is left out */
	static of(encoded: readonly Uint8Array[]): KnownAuthorities {
		return new KnownAuthorities(encoded.flatMap((one) => readable(one) ?? []));
	}

	/** Those that have the name of the certificate's issuer, and the certificate itself if it is one of them. */
	for(certificate: Certificate): readonly Authority[] {
		return this.all.filter(({ encoded, subject }) => areEqual(subject, certificate.issuer) || areEqual(encoded, certificate.encoded));
	}

	/** No session is kept. */
	encoded(): undefined {
		return undefined;
	}
}

/** Returns undefined for what a device can't read. */
export function readable(encoded: Uint8Array): Certificate | undefined {
	try {
		return readCertificate(encoded);
	}
	catch {
		return undefined;
	}
}
