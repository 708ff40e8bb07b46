/** Certificates for the tests, made anew in each process: there is no key in the repository. */
import { address, alternativeNames, authorityExtensions, basicConstraints, extendedKeyUsage, extension, keyUsage, leaf, type Made, nameOf, type Parts, root, serverAuth, type Signer } from "../x509/certificate.js";
import { octets, pemOf, sequence, tagged, time } from "../x509/der.js";
import { digest, type Keys, rsaKeys } from "../x509/keys.js";

/** Certificate and key of a TLS server. */
export interface Identity {
	/** What the server sends, the leaf first, as PEM and as DER. The SDK's TLS wants the CA's too. */
	readonly chain: readonly Certificate[];
	/** PKCS #8, PEM. */
	readonly key: string;
}

export interface Certificate {
	readonly pem: string;
	readonly der: Uint8Array<ArrayBuffer>;
}

/** What the tests' certificates are made for. All keys are RSA-2048, all signatures SHA-256, which the SDK's TLS can do. */
export interface Certificates {
	/** The CA that clients are to trust. */
	readonly authority: Certificate;
	readonly identities: Readonly<Record<IdentityName, Identity>>;
}

/**
 * `good` is for localhost, records.test and 127.0.0.1. Each of the others has one fault:
 * - `wrong-host` is for other.test; `expired` ended, `not-yet-valid` begins a day from now
 * - `unknown-ca` comes from a CA that nobody knows, and `self-signed` from none
 * - `forged` says that it comes from the CA and is sent with the CA's certificate, but the CA didn't sign it
 * - `common-name` names records.test as its subject and in no alternative name
 * - `issued-by-leaf` is signed with `good`, which is no CA
 */
export type IdentityName = "good" | "wrong-host" | "expired" | "not-yet-valid" | "unknown-ca" | "self-signed" | "forged" | "common-name" | "issued-by-leaf";

const goodHosts = ["localhost", "records.test"];
const loopback = address(127, 0, 0, 1);
const day = 86_400_000; // milliseconds

let made: Promise<Certificates> | undefined;

/** The certificates of this process; they are made at the first call, which takes about a second. */
export function certificates(): Promise<Certificates> {
	made ??= Promise.resolve(makeCertificates());
	return made;
}

function makeCertificates(): Certificates {
	const keys = rsaKeys(), otherKeys = rsaKeys();
	const authority = authorityFor("Records Test CA", rsaKeys()), other = authorityFor("Another Test CA", otherKeys);
	const good = leafFor(keys, authority);
	return {
		authority: certificateOf(authority),
		identities: {
			"good": identityOf(good, authority),
			"wrong-host": identityOf(leafFor(keys, authority, [alternativeNames("other.test")]), authority),
			"expired": identityOf(leafFor(keys, authority, undefined, lasting(-2 * day, -day)), authority),
			"not-yet-valid": identityOf(leafFor(keys, authority, undefined, lasting(day, 2 * day)), authority),
			"unknown-ca": identityOf(leafFor(keys, other), other),
			"self-signed": identityOf(leafFor(keys, { name: nameOf("localhost"), keys }, undefined, { subject: nameOf("localhost") })),
			"forged": identityOf(leafFor(keys, { name: authority.name, keys: otherKeys }, undefined, undefined, authority), authority),
			"common-name": identityOf(leafFor(keys, authority, [], { subject: nameOf("records.test") }), authority),
			"issued-by-leaf": identityOf(leafFor(keys, good, [alternativeNames("intruder.test", ...goodHosts, loopback)], { subject: nameOf("intruder.test") }), good, authority)
		}
	};
}

/** @param from milliseconds from now, as `to` */
function lasting(from: number, to: number): Parts {
	return { from: time(Date.now() + from), to: time(Date.now() + to) };
}

/** The SDK's TLS finds the CA by them. */
function keyIdentifiers(keys: Keys, issuer: Keys): readonly Uint8Array[] {
	const [own, its] = [keys, issuer].map(({ info }) => digest("SHA1", info));
	return [extension("2.5.29.14", octets(own)), extension("2.5.29.35", sequence(tagged(0, false, its)))];
}

function authorityFor(name: string, keys: Keys): Made {
	return root(name, keys, { ...lasting(-2 * day, 10 * day), extensions: [...authorityExtensions(), ...keyIdentifiers(keys, keys)] });
}

/** @param issuer whose key it names, where that is not the one that signs */
function leafFor(keys: Keys, signer: Signer, names = [alternativeNames(...goodHosts, loopback)], parts = lasting(-day, day), issuer = signer): Made {
	return leaf(signer, keys, { extensions: [basicConstraints(sequence()), keyUsage(0xa0, 5), extendedKeyUsage(serverAuth), ...names, ...keyIdentifiers(keys, issuer.keys)], ...parts });
}

/** What a server with this certificate sends. */
export function identityOf(own: Made, ...above: readonly Made[]): Identity {
	return { chain: [own, ...above].map(certificateOf), key: own.keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

function certificateOf({ der }: Made): Certificate {
	return { der: new Uint8Array(der), pem: pemOf(der) };
}
