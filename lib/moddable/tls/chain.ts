/** Judges a peer's chain of certificates (RFC 5280, 6.1, and RFC 9525). Imports nothing of the SDK. */
import {
	AUTHORITY_REFUSED, CERTIFICATE_EXPIRED, CERTIFICATE_NOT_YET_VALID, CERTIFICATE_REFUSED, CERTIFICATE_SELF_SIGNED, CERTIFICATE_UNTRUSTED,
	certificateForOther, EXTENSION_UNKNOWN, NAMES_SHOWN, PATH_TOO_LONG, PURPOSE_REFUSED, SIGNATURE_REFUSED, TLSError
} from "../../tls/error.js";
import { type Authority, type Certificate, readCertificate } from "./certificate.js";
import { areEqual } from "./der.js";
import { KEY_CERT_SIGN } from "./extensions.js";
import { DNS_NAME, eachName, IP_ADDRESS } from "./general-name.js";
import { bytesOf, isAddress, isFor, printableName } from "./host-names.js";
import { checkConstraints } from "./name-constraints.js";
import type { Primitives } from "./primitives.js";
import { type PublicKey, readKey } from "./public-key.js";
import { signatureAlgorithm, verifySignature } from "./signature.js";

/** Criteria for a chain. */
export interface Trust {
	/** DNS name, in any case, or IPv4 address that the first certificate must be for. */
	readonly name: string;
	readonly authorities: TrustedAuthorities;
}

/** Trusted CAs: those that the app gives, or the device's own. */
export interface TrustedAuthorities {
	/** Those that may have signed the certificate, or are it. @throws TLSError when one is not a certificate */
	for(certificate: Certificate): readonly Authority[];
	/** What a session belongs to that was verified with the CA of this number: the app's CAs in DER, or this one of the device's; undefined when it is not there. */
	encoded(number: number): readonly Uint8Array[] | Uint8Array | undefined;
}

/** What a chain that is trusted says. */
export interface Verified {
	/** The peer's key. */
	readonly key: PublicKey;
	/** Milliseconds since 1970 when the first of its certificates expires, that of the CA among them. */
	readonly to: number;
	/** The CA that it ends in. */
	readonly authority: Authority;
}

/**
 * Bytes of name constraints that are read for the names of a chain, those of each CA once for each name below it. A certificate
 * for 100 names and a CA with 30 constraints need some 50,000.
 */
const CONSTRAINTS_MAXIMUM = 0x10000;

/** Bytes of an IPv6 address. */
const ADDRESS_MAXIMUM = 16;

// docs/decisions/0052-strict-certificates.md
/**
 * Each certificate signed by the next, which must be a CA's, up to one that a trusted CA signed; all of them valid today;
 * the first for the name that was looked for. Each CA that may have signed one is tried, so that a new certificate of a CA
 * can stand after the old one. Not checked: revocation, certificate policies.
 * @param chain DER, the peer's own first, one at least; views of it are not kept
 * @param usage bit of the key usage that the handshake needs of the peer's key
 * @throws TLSError that names the fault; with several CAs, that of the first that signed
 */
export function verifyChain(chain: readonly Uint8Array[], usage: number, { authorities: trusted, name }: Trust, primitives: Primitives): Verified {
	const now = Date.now();
	const path: Certificate[] = [];
	/** Certificates of the path that are known to be signed by the next one. */
	let proven = 0;
	let fault: TLSError | undefined;
	let anchor: Authority | undefined;
	let end = Infinity;
	while (anchor === undefined) {
		const at = path.length;
		if (at === chain.length)
			throw fault ?? new TLSError(at === 1 && isSelfIssued(path[0]) ? CERTIFICATE_SELF_SIGNED : CERTIFICATE_UNTRUSTED);
		const certificate = readCertificate(chain[at]);
		if (at > 0 && !areEqual(path[at - 1].issuer, certificate.subject))
			throw fault ?? new TLSError(CERTIFICATE_UNTRUSTED);
		checkDates(certificate, now);
		end = Math.min(end, certificate.to);
		path.push(certificate);
		const authorities = trusted.for(certificate);
		for (let index = 0; index < authorities.length && anchor === undefined; index++) {
			const authority = authorities[index];
			const isTrusted = areEqual(authority.encoded, certificate.encoded);
			if (!isTrusted && !areEqual(authority.subject, certificate.issuer))
				continue;
			let isOfChain = false;
			try {
				if (!isTrusted) {
					if (!isSigned(certificate, authority, primitives))
						continue;
					checkDates(authority, now);
					checkIssuer(authority, path);
				}
				isOfChain = true;
				checkSignatures(path, proven, primitives);
				proven = at;
				isOfChain = false;
				checkNames(isTrusted ? path : path.concat(authority), name);
				anchor = authority;
			}
			catch (error) {
				// What is wrong with the chain itself is so with any CA.
				if (isOfChain || !(error instanceof TLSError))
					throw error;
				fault ??= error;
			}
		}
	}
	const own = path[0];
	const { extensions } = own;
	checkExtensions(own);
	if ((extensions.usage & usage) === 0 || !extensions.server)
		throw new TLSError(PURPOSE_REFUSED);
	checkName(extensions.names, name);
	return { key: readKey(own.key, primitives), to: Math.min(end, anchor.to), authority: anchor };
}

/**
 * From the top of the path downwards: a key is not used before it is known whose it is.
 * @param proven certificates from the leaf upwards that need no check
 */
function checkSignatures(path: readonly Certificate[], proven: number, primitives: Primitives): void {
	for (let at = path.length - 1; at > proven; at--) {
		if (!isSigned(path[at - 1], path[at], primitives))
			throw new TLSError(CERTIFICATE_UNTRUSTED);
		checkIssuer(path[at], path.slice(0, at));
	}
}

/** @throws TLSError when the algorithm or the issuer's key is not accepted */
function isSigned({ algorithm, signature, tbs }: Certificate, issuer: Certificate, primitives: Primitives): boolean {
	const known = signatureAlgorithm(algorithm);
	if (known === undefined)
		throw new TLSError(SIGNATURE_REFUSED);
	return verifySignature(known, readKey(issuer.key, primitives), [tbs], signature, primitives);
}

/** @param below what the issuer has certified, the leaf first */
function checkIssuer(issuer: Certificate, below: readonly Certificate[]): void {
	checkExtensions(issuer);
	const { authority, pathLength, server, usage } = issuer.extensions;
	if (!authority || (usage & KEY_CERT_SIGN) === 0)
		throw new TLSError(AUTHORITY_REFUSED);
	if (!server)
		throw new TLSError(PURPOSE_REFUSED);
	// A CA that has certified itself does not count (RFC 5280, 6.1.4), the leaf neither.
	if (below.filter((certificate, at) => at > 0 && !isSelfIssued(certificate)).length > pathLength)
		throw new TLSError(PATH_TOO_LONG);
}

/**
 * Checks the names of each certificate by the constraints of all above it.
 * @param path signed, the leaf first, which is to be for `name`
 */
function checkNames(path: readonly Certificate[], name: string): void {
	let bytes = 0;
	for (let above = 1; above < path.length; above++) {
		const { constraints } = path[above].extensions;
		if (constraints === undefined)
			continue;
		for (let at = 0; at < above; at++) {
			eachName(path[at].extensions.names, (tag, value) => {
				bytes += constraints.length;
				if (bytes > CONSTRAINTS_MAXIMUM)
					throw new TLSError(CERTIFICATE_REFUSED);
				checkConstraints(constraints, tag, value);
			});
		}
		// A wildcard may stand for a name that is excluded.
		if (!isAddress(name))
			checkConstraints(constraints, DNS_NAME, bytesOf(name));
	}
}

function checkExtensions({ extensions }: Certificate): void {
	if (extensions.unknown)
		throw new TLSError(EXTENSION_UNKNOWN);
}

function checkDates({ from, to }: Certificate, now: number): void {
	if (now < from)
		throw new TLSError(CERTIFICATE_NOT_YET_VALID);
	if (now > to)
		throw new TLSError(CERTIFICATE_EXPIRED);
}

function isSelfIssued({ issuer, subject }: Certificate): boolean {
	return areEqual(issuer, subject);
}

function checkName(names: Uint8Array | undefined, name: string): void {
	const isNumeric = isAddress(name);
	const wanted = bytesOf(name);
	const found: string[] = [];
	let isMatch = false;
	eachName(names, (tag, value) => {
		const isHost = tag === DNS_NAME;
		if (!isHost && (tag !== IP_ADDRESS || value.length > ADDRESS_MAXIMUM))
			return;
		isMatch ||= isNumeric ? !isHost && value.join(".") === name : isHost && isFor(value, wanted);
		if (found.length <= NAMES_SHOWN)
			found.push(isHost ? printableName(value) : value.join("."));
	});
	if (!isMatch)
		throw new TLSError(certificateForOther(name.toLowerCase(), found));
}
