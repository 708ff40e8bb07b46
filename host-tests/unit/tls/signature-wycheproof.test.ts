/** Wycheproof's vectors through the functions that check certificates on devices, on Node's arithmetic. */
import { createDecipheriv } from "node:crypto";
import test from "ava";
import { contentOf, SEQUENCE } from "../../../lib/tls/der.js";
import { readKey } from "../../../lib/tls/public-key.js";
import { signatureAlgorithm, verifySignature } from "../../../lib/tls/signature.js";
import { primitives } from "../../../host/ca/primitives.js";
import { algorithmOf } from "../../../tools/x509/keys.js";
import { type CipherVector, findVectors, type SignatureVector } from "../../../tools/wycheproof/vectors.js";

const vectors = findVectors();
const titles = ["RSA PKCS #1 v1.5 with SHA-256, SHA-384 and SHA-512", "ECDSA on P-256 and P-384", "AES-GCM, by node:crypto, which is what decrypts TLS on Node"];

if (typeof vectors === "string") {
	console.warn(`not run: Wycheproof's vectors: ${vectors}`);
	for (const title of titles)
		test.skip(title, (t) => t.fail());
}
else {
	const { ciphers, signatures } = vectors;
	for (const [index, kind] of (["rsa", "ec"] as const).entries()) {
		test(titles[index], (t) => {
			const wrong = signatures.filter((vector) => vector.kind === kind && isSigned(vector) !== vector.valid);
			t.deepEqual(wrong.map(({ name }) => name), []);
			console.log(`attacks on TLS: ${signatures.filter((vector) => vector.kind === kind).length} of Wycheproof's vectors of ${titles[index]}`);
		});
	}
	test(titles[2], (t) => {
		// OpenSSL has nonces of 1 to 128 bytes.
		const known = ciphers.filter(({ nonce }) => nonce.length > 0 && nonce.length <= 128);
		t.deepEqual(known.filter((vector) => decrypts(vector) !== vector.valid).map(({ name }) => name), []);
		console.log(`attacks on TLS: ${known.length} of Wycheproof's vectors of ${titles[2]}`);
	});
}

function isSigned({ kind, hash, info, message, signature }: SignatureVector): boolean {
	return verifySignature(signatureAlgorithm(contentOf(algorithmOf({ kind }, hash), SEQUENCE))!, readKey(contentOf(info, SEQUENCE), primitives), [message], signature, primitives);
}

function decrypts({ key, nonce, additional, plain, data }: CipherVector): boolean {
	const size = data.length - 16;
	const name = `aes-${8 * key.length}-gcm` as "aes-128-gcm";
	const decipher = createDecipheriv(name, key, nonce).setAAD(additional).setAuthTag(data.subarray(size));
	const found = decipher.update(data.subarray(0, size));
	try {
		decipher.final();
		return Buffer.compare(found, plain) === 0;
	}
	catch {
		return false;
	}
}
