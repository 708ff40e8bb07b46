/** Certificates with keys on the curve P-256, as servers with certificates of today have them. */
import "reflect-metadata";
import { webcrypto } from "node:crypto";
import {
	AuthorityKeyIdentifierExtension, BasicConstraintsExtension, cryptoProvider, type Extension, PemConverter, SubjectAlternativeNameExtension, type X509Certificate,
	X509CertificateGenerator
} from "@peculiar/x509";
import type { Identity } from "../../tools/tls/certificates.js";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const day = 86_400_000; // milliseconds

/** A server's certificate for localhost, and that of its CA. */
export async function ellipticIdentity(): Promise<Identity> {
	cryptoProvider.set(webcrypto);
	const [authorityKeys, leafKeys] = await Promise.all([1, 2].map(() => webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"])));
	const subject = "CN=Elliptic Test CA";
	const authority = await sign(subject, subject, authorityKeys, authorityKeys, [new BasicConstraintsExtension(true, undefined, true)]);
	const leaf = await sign("CN=localhost", subject, leafKeys, authorityKeys, [
		new SubjectAlternativeNameExtension([{ type: "dns", value: "localhost" }]),
		await AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey)
	]);
	return {
		chain: [leaf, authority].map((certificate) => ({ pem: certificate.toString("pem"), der: new Uint8Array(certificate.rawData) })),
		key: PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", leafKeys.privateKey), "PRIVATE KEY")
	};
}

async function sign(subject: string, issuer: string, keys: webcrypto.CryptoKeyPair, issuerKeys: webcrypto.CryptoKeyPair,
	extensions: readonly Extension[]): Promise<X509Certificate> {
	const now = Date.now();
	return X509CertificateGenerator.create({
		subject,
		issuer,
		serialNumber: "01",
		notBefore: new Date(now - day),
		notAfter: new Date(now + day),
		signingAlgorithm: algorithm,
		publicKey: keys.publicKey,
		signingKey: issuerKeys.privateKey,
		extensions: [...extensions]
	});
}
