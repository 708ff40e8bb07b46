import BER from "ber";
import X509 from "x509";
import {
	certificateForOther, CERTIFICATE_EXPIRED, CERTIFICATE_NOT_YET_VALID, CERTIFICATE_REFUSED, CERTIFICATE_SELF_SIGNED, CERTIFICATE_UNTRUSTED, TLSError
} from "./tls-error.js";

/** Kinds of names in a certificate (RFC 5280, 4.2.1.6). */
const DNS_NAME = 2;
const IP_ADDRESS = 7;

/** The extension that tells whether a certificate is a CA's (RFC 5280, 4.2.1.9). */
const BASIC_CONSTRAINTS = Object.freeze([2, 5, 29, 19]);

/** The SDK's index of the CAs that it brings. */
const STORE = "ca.ski";

const DER_SEQUENCE = 0x30;
const DER_BOOLEAN = 1;
const ASTERISK = 42;

/**
 * Judges the certificates of a peer (RFC 5280, 6.1, and RFC 9525): each signed by the next, which must be a CA's, up to
 * one that is trusted; all of them valid today; the first for the name that was looked for. The SDK's own judgement
 * goes on behind a signature that is wrong, takes any certificate for a CA's, and has one text for everything.
 * Not looked at: purposes of keys, lengths of paths, name constraints, revocation.
 */
export class PeerVerifier {
	private readonly name: string;
	private readonly authorities: readonly Uint8Array[] | undefined;
	private readonly manager: TLSCertificateManager;

	/**
	 * @param name DNS name, in any case, or IPv4 address
	 * @param authorities certificates of the CAs to trust, DER; without, those that the SDK brings
	 * @param manager the SDK's, for signatures and its CAs
	 */
	constructor(name: string, authorities: readonly Uint8Array[] | undefined, manager: TLSCertificateManager) {
		this.name = name.toLowerCase();
		this.authorities = authorities;
		this.manager = manager;
	}

	/**
	 * @param chain DER, the peer's own first; not kept
	 * @returns true
	 * @throws TLSError that tells what is wrong; Error when one can't be read
	 */
	verify(chain: readonly Uint8Array[]): true {
		const own = chain[0];
		if (own === undefined)
			throw new TLSError(CERTIFICATE_REFUSED);
		let at = 0;
		while (!this.isAnchored(chain, at))
			at++;
		// From the CA downwards: a key is not used before it is known whose it is.
		for (; at > 0; at--) {
			const signer = chain[at];
			if (!isAuthority(signer) || !this.isSigned(X509.decode(chain[at - 1]), X509.decodeSPKI(signer)))
				throw new TLSError(CERTIFICATE_UNTRUSTED);
		}
		this.checkName(own);
		return true;
	}

	/**
	 * Whether a CA that is trusted signed the certificate at `at`.
	 * @throws TLSError when there is none at `at`
	 */
	private isAnchored(chain: readonly Uint8Array[], at: number): boolean {
		const encoded = chain[at];
		if (encoded === undefined)
			throw new TLSError(at === 1 && isSelfIssued(chain[0]) ? CERTIFICATE_SELF_SIGNED : CERTIFICATE_UNTRUSTED);
		const certificate = X509.decode(encoded);
		const { issuer, validity } = X509.decodeTBS(certificate.tbs);
		checkValidity(validity);
		if (this.authorities !== undefined)
			return this.isSignedByGiven(this.authorities, issuer, certificate);
		const key = this.storeKey(encoded);
		return key !== undefined && this.isSigned(certificate, key);
	}

	private storeKey(encoded: Uint8Array): TLSPublicKey | undefined {
		try {
			return this.manager.findCert(STORE, X509.decodeAKI(encoded));
		}
		catch {
			// The index names all CAs that the SDK has; an app brings only those that its manifest lists.
			return undefined;
		}
	}

	private isSignedByGiven(authorities: readonly Uint8Array[], issuer: Uint8Array, certificate: X509Certificate): boolean {
		for (let at = 0; at < authorities.length; at++) {
			const authority = X509.decode(authorities[at]);
			const { subject, validity } = X509.decodeTBS(authority.tbs);
			if (!areEqual(subject, issuer) || !this.isSigned(certificate, authority.spki))
				continue;
			checkValidity(validity);
			return true;
		}
		return false;
	}

	private isSigned(certificate: X509Certificate, key: TLSPublicKey): boolean {
		// The SDK puts both numbers into one text without filling them up, and takes it apart at half its full length.
		if (key.curve !== undefined && !isInRange(certificate.sig, 1n << BigInt(8 * (key.curve.orderSize - 1)), key.curve.n))
			return false;
		return this.manager._verify(key, certificate);
	}

	private checkName(encoded: Uint8Array): void {
		const names = X509.decodeSAN(encoded) ?? [];
		const address = isAddress(this.name);
		const found: string[] = [];
		for (let at = 0; at < names.length; at++) {
			const { tag, value } = names[at] as { tag: number; value: string | ArrayBuffer };
			if (tag === DNS_NAME && typeof value === "string") {
				if (!address && isFor(value.toLowerCase(), this.name))
					return;
				found.push(value);
			}
			else if (tag === IP_ADDRESS && typeof value !== "string") {
				const text = new Uint8Array(value).join(".");
				if (address && text === this.name)
					return;
				found.push(text);
			}
		}
		throw new TLSError(certificateForOther(this.name, found));
	}
}

/** Whether the text is an IPv4 address; no DNS name ends in a digit (RFC 3696, 2). */
export function isAddress(name: string): boolean {
	return /^[0-9.]+$/.test(name);
}

/**
 * Whether both numbers of an ECDSA signature are at least `least` and below the curve's order. A zero (FIPS 186-5,
 * 6.4.2) ends the app in the SDK's arithmetic.
 * @param signature SEQUENCE of two INTEGERs, DER
 * @throws Error when it is something else
 */
export function isInRange(signature: Uint8Array, least: bigint, order: bigint): boolean {
	const numbers = new BER(new BER(signature).getSequence());
	const r = numbers.getInteger();
	const s = numbers.getInteger();
	return r >= least && r < order && s >= least && s < order;
}

function isSelfIssued(encoded: Uint8Array): boolean {
	const { issuer, subject } = X509.decodeTBS(X509.decode(encoded).tbs);
	return areEqual(issuer, subject);
}

function checkValidity({ from, to }: { readonly from: number; readonly to: number }): void {
	const now = Date.now();
	if (now < from)
		throw new TLSError(CERTIFICATE_NOT_YET_VALID);
	if (now > to)
		throw new TLSError(CERTIFICATE_EXPIRED);
}

/** Whether the certificate may sign others: its constraints begin with cA, which is true. */
function isAuthority(encoded: Uint8Array): boolean {
	const value = X509.decodeExtension(encoded, BASIC_CONSTRAINTS);
	if (value === undefined)
		return false;
	const bytes = new Uint8Array(value);
	return bytes[0] === DER_SEQUENCE && bytes[2] === DER_BOOLEAN && bytes[4] !== 0;
}

/** Whether a name of a certificate, in lower case, stands for `name`: an asterisk is its whole first label (RFC 9525, 6.3). */
function isFor(pattern: string, name: string): boolean {
	if (pattern.charCodeAt(0) !== ASTERISK)
		return pattern === name;
	const label = name.indexOf(".");
	return label > 0 && pattern.length > 1 && pattern.slice(1) === name.slice(label);
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
	if (one.length !== other.length)
		return false;
	for (let at = 0; at < one.length; at++) {
		if (one[at] !== other[at])
			return false;
	}
	return true;
}
