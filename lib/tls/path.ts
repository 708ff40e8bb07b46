/** Looks for the way from a server's certificate to a CA that is trusted (RFC 5280, 6.1). Imports nothing of the SDK. */
import {
	AUTHORITY_REFUSED, CERTIFICATE_EXPIRED, CERTIFICATE_NOT_YET_VALID, CERTIFICATE_REFUSED, CERTIFICATE_SELF_SIGNED, CERTIFICATE_UNTRUSTED,
	EXTENSION_UNKNOWN, PATH_TOO_LONG, PURPOSE_REFUSED, SIGNATURE_REFUSED, TLSError
} from "./tls-error.js";
import { type Authority, type Certificate, readCertificate, VERSION_3 } from "./certificate.js";
import { areEqual, DERReader } from "./der.js";
import { type Extensions, KEY_CERT_SIGN } from "./extensions.js";
import { DNS_NAME, nameTag } from "./general-name.js";
import { charactersOf, isAddress } from "./host-names.js";
import { checkConstraints } from "./name-constraints.js";
import type { Primitives } from "./primitives.js";
import { readKey } from "./public-key.js";
import { signatureAlgorithm, verifySignature } from "./signature.js";
import type { Trust } from "./trust.js";

/**
 * Steps from one certificate to the next and back: those of one name could be gone through in thousands of orders. A way of eight takes
 * seven.
 */
const STEPS_MAXIMUM = 64;

/** Signatures that are checked for one server, each of them work of seconds. A way of eight has eight. */
const SIGNATURES_MAXIMUM = 16;

/**
 * Bytes of name constraints that are read for the names of a chain, those of each CA once for each name below it. A certificate
 * for 100 names and a CA with 30 constraints need some 50,000.
 */
const CONSTRAINTS_MAXIMUM = 0x10000;

// docs/decisions/0052-strict-certificates.md
/**
 * The server's certificate comes first; the others may come in any order, with some among them that are not needed. Each that
 * may have signed the one before is tried, and each CA that may have signed the last one, so that a renewed certificate of a CA
 * can stand beside the old one.
 */
export class PathSearch {
	/** The way so far, the server's own first. */
	readonly path: Certificate[] = [];
	private readonly sent: readonly Uint8Array[];
	private readonly trust: Trust;
	private readonly primitives: Primitives;
	/** Those that have been read, in the order in which they were sent; undefined for one that is malformed. */
	private readonly known: (Certificate | undefined)[] = [];
	private signatures = 0;
	/** The first fault of what was sent; it goes before the first of a CA. */
	private fault: TLSError | undefined;
	private authorityFault: TLSError | undefined;

	/** @param sent DER, one at least, the server's own first */
	constructor(sent: readonly Uint8Array[], trust: Trust, primitives: Primitives) {
		this.sent = sent;
		this.trust = trust;
		this.primitives = primitives;
	}

	/**
	 * Once. Returns the CA that the way ends in: the last certificate's issuer, or that certificate itself.
	 * @throws TLSError that names the fault
	 */
	find(): Authority {
		const own = readCertificate(this.sent[0]);
		checkDates(own);
		this.path.push(own);
		this.known.push(own);
		let anchor = this.anchor();
		let from = 1;
		for (let steps = 0; anchor === undefined && steps < STEPS_MAXIMUM; steps++) {
			const issuer = this.issuerFrom(from);
			if (issuer !== undefined) {
				this.path.push(issuer);
				from = 1;
				anchor = this.anchor();
			}
			else if (this.path.length > 1)
				from = this.known.indexOf(this.path.pop()) + 1;
			else
				break;
		}
		if (anchor === undefined)
			throw this.fault ?? this.authorityFault ?? new TLSError(isSelfIssued(own) ? CERTIFICATE_SELF_SIGNED : CERTIFICATE_UNTRUSTED);
		return anchor;
	}

	/**
	 * The next certificate that can have signed the last of the path, and is valid today; undefined when there is none.
	 * @param from its place at least: none is left out that has not been read
	 */
	private issuerFrom(from: number): Certificate | undefined {
		const { issuer } = this.path[this.path.length - 1];
		for (let place = from; place < this.sent.length; place++) {
			if (this.known.length === place)
				this.known.push(this.read(this.sent[place]));
			const certificate = this.known[place];
			if (certificate === undefined || this.path.includes(certificate) || !areEqual(certificate.subject, issuer))
				continue;
			const fault = dateFault(certificate);
			if (fault === undefined)
				return certificate;
			this.fault ??= fault;
		}
		return undefined;
	}

	private read(encoded: Uint8Array): Certificate | undefined {
		try {
			return readCertificate(encoded);
		}
		catch (error) {
			if (!(error instanceof TLSError))
				throw error;
			this.fault ??= error;
			return undefined;
		}
	}

	/** The first CA with which the whole path holds; undefined when there is none. */
	private anchor(): Authority | undefined {
		const { path } = this;
		const last = path[path.length - 1];
		const authorities = this.trust.authorities.for(last);
		for (let index = 0; index < authorities.length; index++) {
			const authority = authorities[index];
			const isLast = areEqual(authority.encoded, last.encoded);
			if (!isLast && !areEqual(authority.subject, last.issuer))
				continue;
			let isSent = false;
			try {
				if (!isLast) {
					if (!this.isSigned(last, authority))
						continue;
					// What a trusted CA says of itself holds. One of version 1 or 2 says nothing: name and key are all that counts (RFC 5280, 6.1.1 d).
					checkDates(authority);
					if (authority.version === VERSION_3)
						checkIssuer(authority, path.slice(1));
				}
				isSent = true;
				this.checkPath(isLast);
				isSent = false;
				checkNames(isLast ? path : path.concat(authority), this.trust.name);
				return authority;
			}
			catch (error) {
				if (!(error instanceof TLSError))
					throw error;
				// What is wrong with the path itself is so with any CA.
				if (isSent) {
					this.fault ??= error;
					return undefined;
				}
				this.authorityFault ??= error;
			}
		}
		return undefined;
	}

	/**
	 * From the top of the path downwards: a key is not used before it is known whose it is.
	 * @param isTrusted whether its last certificate is a CA that is trusted
	 */
	private checkPath(isTrusted: boolean): void {
		const { path } = this;
		for (let at = path.length - 1; at > 0; at--) {
			if (!this.isSigned(path[at - 1], path[at]))
				throw new TLSError(CERTIFICATE_UNTRUSTED);
			if (path[at].version === VERSION_3 || !isTrusted || at < path.length - 1)
				checkIssuer(path[at], path.slice(1, at));
		}
	}

	/** @throws TLSError when the algorithm or the issuer's key is not accepted, and for one signature too many */
	private isSigned(certificate: Certificate, issuer: Certificate): boolean {
		const algorithm = signatureAlgorithm(certificate.algorithm);
		if (algorithm === undefined)
			throw new TLSError(SIGNATURE_REFUSED);
		const key = readKey(issuer.key, this.primitives);
		if (this.signatures++ >= SIGNATURES_MAXIMUM)
			throw new TLSError(CERTIFICATE_REFUSED);
		return verifySignature(algorithm, key, [certificate.tbs], certificate.signature, this.primitives);
	}
}

/** @param below the CAs between the issuer and the leaf */
function checkIssuer({ extensions }: Certificate, below: readonly Certificate[]): void {
	checkExtensions(extensions);
	if (!extensions.authority || (extensions.usage & KEY_CERT_SIGN) === 0)
		throw new TLSError(AUTHORITY_REFUSED);
	if (!extensions.server)
		throw new TLSError(PURPOSE_REFUSED);
	// A CA that has certified itself does not count (RFC 5280, 6.1.4).
	if (below.filter((certificate) => !isSelfIssued(certificate)).length > extensions.pathLength)
		throw new TLSError(PATH_TOO_LONG);
}

/**
 * Checks the names of each certificate by the constraints of all above it; those of a CA that has certified itself are not looked at.
 * @param path signed, the leaf first, which is to be for `name`
 */
function checkNames(path: readonly Certificate[], name: string): void {
	let bytes = 0;
	for (let above = 1; above < path.length; above++) {
		const { constraints } = path[above].extensions;
		if (constraints === undefined)
			continue;
		for (let at = 0; at < above; at++) {
			// RFC 5280, 6.1.3 b.
			if (at > 0 && isSelfIssued(path[at]))
				continue;
			const names = new DERReader(path[at].extensions.names);
			while (!names.done) {
				bytes += constraints.length;
				if (bytes > CONSTRAINTS_MAXIMUM)
					throw new TLSError(CERTIFICATE_REFUSED);
				const tag = nameTag(names);
				checkConstraints(constraints, tag, names.read(tag));
			}
		}
		// A wildcard may stand for a name that is excluded.
		if (!isAddress(name))
			checkConstraints(constraints, DNS_NAME, charactersOf(name));
	}
}

export function checkExtensions(extensions: Extensions): void {
	if (extensions.unknown)
		throw new TLSError(EXTENSION_UNKNOWN);
}

function checkDates(certificate: Certificate): void {
	const fault = dateFault(certificate);
	if (fault !== undefined)
		throw fault;
}

/** What is wrong with the dates; undefined for nothing. */
function dateFault(certificate: Certificate): TLSError | undefined {
	const now = Date.now();
	if (now >= certificate.from && now <= certificate.to)
		return undefined;
	return new TLSError(now < certificate.from ? CERTIFICATE_NOT_YET_VALID : CERTIFICATE_EXPIRED);
}

function isSelfIssued(certificate: Certificate): boolean {
	return areEqual(certificate.issuer, certificate.subject);
}
