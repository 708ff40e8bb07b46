/** Certificates for the tests, made anew in each process: there is no key in the repository. */
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import {
	AuthorityKeyIdentifierExtension, BasicConstraintsExtension, cryptoProvider, ExtendedKeyUsage, ExtendedKeyUsageExtension, type Extension, KeyUsageFlags,
	KeyUsagesExtension, PemConverter, SubjectAlternativeNameExtension, SubjectKeyIdentifierExtension, X509CertificateGenerator, type X509Certificate
} from "@peculiar/x509";

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

type Keys = webcrypto.CryptoKeyPair;

/** What signs. */
interface Issuer {
	readonly keys: Keys;
	readonly certificate?: X509Certificate;
}

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", publicExponent: Uint8Array.of(1, 0, 1), modulusLength: 2048 };
const goodHosts = ["localhost", "records.test", "127.0.0.1"];
const day = 86_400_000; // milliseconds

let made: Promise<Certificates> | undefined;

/** The certificates of this process; they are made at the first call, which takes about a second. */
export function certificates(): Promise<Certificates> {
	made ??= makeCertificates();
	return made;
}

async function makeCertificates(): Promise<Certificates> {
	cryptoProvider.set(webcrypto);
	const [authorityKeys, otherKeys, leafKeys] = await Promise.all([1, 2, 3].map(() => webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"])));
	const authority = await makeAuthority("Records Test CA", authorityKeys);
	const other = await makeAuthority("Another Test CA", otherKeys);
	const trusted: Issuer = { keys: authorityKeys, certificate: authority };
	const key = PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", leafKeys.privateKey), "PRIVATE KEY");
	const leaf = (issuer: Issuer, hosts = goodHosts, from = -day, to = day): Promise<X509Certificate> => makeLeaf(leafKeys, issuer, hosts, from, to);
	const identity = (...chain: readonly X509Certificate[]): Identity => ({ chain: chain.map(certificateOf), key });
	const good = await leaf(trusted);
	return {
		authority: certificateOf(authority),
		identities: {
			"good": identity(good, authority),
			"wrong-host": identity(await leaf(trusted, ["other.test"]), authority),
			"expired": identity(await leaf(trusted, goodHosts, -2 * day, -day), authority),
			"not-yet-valid": identity(await leaf(trusted, goodHosts, day, 2 * day), authority),
			"unknown-ca": identity(await leaf({ keys: otherKeys, certificate: other }), other),
			"self-signed": identity(await leaf({ keys: leafKeys })),
			"forged": identity(await leaf({ keys: otherKeys, certificate: authority }), authority),
			"common-name": identity(await makeLeaf(leafKeys, trusted, [], -day, day, "records.test"), authority),
			"issued-by-leaf": identity(await leaf({ keys: leafKeys, certificate: good }, ["intruder.test", ...goodHosts]), good, authority)
		}
	};
}

async function makeAuthority(name: string, keys: Keys): Promise<X509Certificate> {
	return sign(`CN=${name}`, keys, { keys }, -2 * day, 10 * day, [
		new BasicConstraintsExtension(true, undefined, true),
		new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true)
	]);
}

async function makeLeaf(keys: Keys, issuer: Issuer, hosts: readonly string[], from: number, to: number, subject = hosts[0]): Promise<X509Certificate> {
	const names = hosts.map((value) => ({ type: /^[0-9.]+$/.test(value) ? "ip" : "dns", value }) as const);
	return sign(`CN=${subject}`, keys, issuer, from, to, [
		new BasicConstraintsExtension(false, undefined, true),
		new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment, true),
		new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
		...names.length > 0 ? [new SubjectAlternativeNameExtension(names)] : []
	]);
}

/** `from` and `to` are milliseconds from now. An issuer without a certificate makes a self-signed one. */
async function sign(subject: string, keys: Keys, issuer: Issuer, from: number, to: number, extensions: readonly Extension[]): Promise<X509Certificate> {
	const now = Date.now();
	return X509CertificateGenerator.create({
		subject,
		issuer: issuer.certificate?.subject ?? subject,
		serialNumber: Buffer.from(webcrypto.getRandomValues(new Uint8Array(8)).fill(1, 0, 1)).toString("hex"),
		notBefore: new Date(now + from),
		notAfter: new Date(now + to),
		signingAlgorithm: algorithm,
		publicKey: keys.publicKey,
		signingKey: issuer.keys.privateKey,
		extensions: [
			...extensions,
			await SubjectKeyIdentifierExtension.create(keys.publicKey),
			// The SDK's TLS finds the CA by it. That of a forged certificate is the CA's all the same.
			await AuthorityKeyIdentifierExtension.create(issuer.certificate?.publicKey ?? keys.publicKey)
		]
	});
}

function certificateOf(certificate: X509Certificate): Certificate {
	return { pem: certificate.toString("pem"), der: new Uint8Array(certificate.rawData) };
}
