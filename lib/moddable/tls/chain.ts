/** Judges a peer's chain of certificates (RFC 5280, 6.1, and RFC 9525). Imports nothing of the SDK. */
import {
	AUTHORITY_REFUSED, CERTIFICATE_EXPIRED, CERTIFICATE_NOT_YET_VALID, CERTIFICATE_REFUSED, CERTIFICATE_SELF_SIGNED, CERTIFICATE_UNTRUSTED,
	certificateForOther, EXTENSION_UNKNOWN, NAMES_SHOWN, PATH_TOO_LONG, PURPOSE_REFUSED, SIGNATURE_REFUSED, TLSError
} from "../../tls-error.js";
import { type Certificate, readCertificate } from "./certificate.js";
import { areEqual } from "./der.js";
import { KEY_CERT_SIGN } from "./extensions.js";
import { DNS_NAME, IP_ADDRESS, someName } from "./general-name.js";
import { bytesOf, isAddress, isFor, textOf } from "./host-names.js";
import { checkConstraints } from "./name-constraints.js";
import type { Primitives } from "./primitives.js";
import { type PublicKey, readKey } from "./public-key.js";
import { signatureAlgorithm, verifySignature } from "./signature.js";

/** What a chain is judged by. */
export interface Trust {
	/** DNS name, in any case, or IPv4 address that the first certificate must be for. */
	readonly name: string;
	/** Certificates of trusted CAs that may have signed this one, or are it. */
	readonly authoritiesFor: (certificate: Certificate) => readonly Certificate[];
}

/** Certificates that a peer may send: each further one is work that anybody can cause. */
const CHAIN_MAXIMUM = 8;

/** Bytes of an IPv6 address. */
const ADDRESS_MAXIMUM = 16;

/**
 * Each certificate signed by the next, which must be a CA's, up to one that a trusted CA signed; all of them valid today;
 * the first for the name that was looked for. Not looked at: revocation, certificate policies.
 * @param chain DER, the peer's own first; views of it are not kept
 * @param usage bit of the key usage that the handshake needs of the peer's key
 * @returns the peer's key
 * @throws TLSError that tells what is wrong
 */
export function verifyChain(chain: readonly Uint8Array[], usage: number, { name, authoritiesFor }: Trust, primitives: Primitives): PublicKey {
	if (chain.length === 0 || chain.length > CHAIN_MAXIMUM)
		throw new TLSError(CERTIFICATE_REFUSED);
	const now = Date.now();
	const wanted = bytesOf(name);
	const path: Certificate[] = [];
	for (;;) {
		const at = path.length;
		if (at === chain.length)
			throw new TLSError(at === 1 && isSelfIssued(path[0]) ? CERTIFICATE_SELF_SIGNED : CERTIFICATE_UNTRUSTED);
		const certificate = readCertificate(chain[at]);
		if (at > 0 && !areEqual(path[at - 1].issuer, certificate.subject))
			throw new TLSError(CERTIFICATE_UNTRUSTED);
		checkDates(certificate, now);
		path.push(certificate);
		if (isAnchored(path, authoritiesFor(certificate), now, wanted, primitives))
			break;
	}
	// From the CA downwards: a key is not used before it is known whose it is.
	for (let at = path.length - 1; at > 0; at--) {
		if (!isSigned(path[at - 1], path[at], primitives))
			throw new TLSError(CERTIFICATE_UNTRUSTED);
		checkIssuer(path[at], path.slice(0, at), wanted);
	}
	const [own] = path;
	const { extensions } = own;
	checkExtensions(own);
	if ((extensions.usage & usage) === 0 || !extensions.server)
		throw new TLSError(PURPOSE_REFUSED);
	checkName(extensions.names, name, wanted);
	return readKey(own.key, primitives);
}

/** Whether one of the CAs signed the last certificate of the path, or is it. */
function isAnchored(path: readonly Certificate[], authorities: readonly Certificate[], now: number, wanted: Uint8Array, primitives: Primitives): boolean {
	const last = path[path.length - 1];
	for (let at = 0; at < authorities.length; at++) {
		const authority = authorities[at];
		if (areEqual(authority.encoded, last.encoded))
			return true;
		if (!areEqual(authority.subject, last.issuer) || !isSigned(last, authority, primitives))
			continue;
		checkDates(authority, now);
		checkIssuer(authority, path, wanted);
		return true;
	}
	return false;
}

/** @throws TLSError when the algorithm or the issuer's key is not accepted */
function isSigned({ algorithm, signature, tbs }: Certificate, issuer: Certificate, primitives: Primitives): boolean {
	const known = signatureAlgorithm(algorithm);
	if (known === undefined)
		throw new TLSError(SIGNATURE_REFUSED);
	return verifySignature(known, readKey(issuer.key, primitives), tbs, signature, primitives);
}

/** @param below what the issuer has certified, the leaf first, which is to be for the name `wanted` */
function checkIssuer(issuer: Certificate, below: readonly Certificate[], wanted: Uint8Array): void {
	checkExtensions(issuer);
	const { authority, constraints, pathLength, server, usage } = issuer.extensions;
	if (!authority || (usage & KEY_CERT_SIGN) === 0)
		throw new TLSError(AUTHORITY_REFUSED);
	if (!server)
		throw new TLSError(PURPOSE_REFUSED);
	// A CA that has certified itself does not count (RFC 5280, 6.1.4), the leaf neither.
	if (below.filter((certificate, at) => at > 0 && !isSelfIssued(certificate)).length > pathLength)
		throw new TLSError(PATH_TOO_LONG);
	if (constraints === undefined)
		return;
	for (let at = 0; at < below.length; at++) {
		someName(below[at].extensions.names, (tag, value) => {
			checkConstraints(constraints, tag, value);
			return false;
		});
	}
	// A wildcard may stand for a name that is excluded.
	checkConstraints(constraints, DNS_NAME, wanted);
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

function checkName(names: Uint8Array | undefined, name: string, wanted: Uint8Array): void {
	const isNumeric = isAddress(name);
	const found: string[] = [];
	const isMatch = someName(names, (tag, value) => {
		const isHost = tag === DNS_NAME;
		if (!isHost && (tag !== IP_ADDRESS || value.length > ADDRESS_MAXIMUM))
			return false;
		if (isNumeric ? !isHost && value.join(".") === name : isHost && isFor(value, wanted))
			return true;
		if (found.length <= NAMES_SHOWN)
			found.push(isHost ? textOf(value) : value.join("."));
		return false;
	});
	if (!isMatch)
		throw new TLSError(certificateForOther(name.toLowerCase(), found));
}
