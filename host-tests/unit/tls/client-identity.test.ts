/** What a client shows of itself, as devices do. */
import { createHash, createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import test from "ava";
import { ClientIdentity } from "../../../lib/tls/client-identity.js";
import { signECDSA } from "../../../lib/tls/ecdsa.js";
import { CLIENT_CERTIFICATE_REFUSED, CLIENT_KEY_REFUSED } from "../../../lib/tls/tls-error.js";
import { primitives } from "../../../host/ca/primitives.js";
import { RecordsClient } from "../../../host/internal.js";
import { leaf, root } from "../../../tools/x509/certificate.js";
import { ecKeys, type Keys, rsaKeys } from "../../../tools/x509/keys.js";
import { pairOf } from "../../../tools/verifying-servers.js";
import { pemOf } from "../../../tools/x509/der.js";

const authority = root("Root", ecKeys());
const keys = ecKeys();
const { certificate, key } = pairOf(authority, keys);

function pkcs8({ privateKey }: Keys): Uint8Array {
	return new Uint8Array(privateKey.export({ type: "pkcs8", format: "der" }));
}

test("the proof is a signature of the digest by the certificate's key, always the same for the same messages", (t) => {
	const identity = new ClientIdentity({ certificate, key }, primitives);
	t.deepEqual(identity.chain, certificate);
	const seen = new Set<string>();
	for (let count = 0; count < 40; count++) {
		const message = Buffer.from(`message ${count}`);
		const proof = identity.proof(createHash("sha256").update(message).digest());
		t.deepEqual([...proof.subarray(0, 3)], [4, 3, 0]);
		t.is(proof[3], proof.length - 4);
		t.true(verify("sha256", message, createPublicKey(keys.privateKey), proof.subarray(4)));
		t.deepEqual(identity.proof(createHash("sha256").update(message).digest()), proof);
		// The first number of a signature is that of its nonce.
		seen.add(Buffer.from(proof.subarray(6, 6 + proof[7])).toString("hex"));
	}
	t.is(seen.size, 40);
});

test("numbers of a signature that are short, or begin with a high bit, are written as DER wants them", (t) => {
	const { privateKey } = keys;
	const secret = Buffer.from(privateKey.export({ format: "jwk" }).d ?? "", "base64url");
	const lengths = new Set<number>();
	for (let count = 0; count < 600; count++) {
		const digest = createHash("sha256").update(`short ${count}`).digest();
		const signature = signECDSA(secret, digest, primitives);
		lengths.add(signature.length);
		if (signature.length < 71)
			t.true(verify("sha256", Buffer.from(`short ${count}`), createPublicKey(privateKey), signature), String(count));
	}
	t.true([70, 71, 72].every((length) => lengths.has(length)), [...lengths].join());
});

test("certificate and key are taken as arrays and as buffers, a certificate alone or with those above it", (t) => {
	const buffer = key.slice().buffer;
	for (const pair of [{ certificate: certificate[0], key }, { certificate: certificate[0].slice().buffer, key: buffer }, { certificate, key: buffer }])
		t.notThrows(() => new ClientIdentity(pair, primitives));
	t.not(new ClientIdentity({ certificate, key }, primitives).fingerprint, new ClientIdentity(pairOf(authority), primitives).fingerprint);
});

const long = pairOf(authority, keys).certificate[0];
const many = Array.from({ length: Math.floor(4096 / long.length) + 1 }, () => long);

for (const [name, wrong] of [
	["no certificate", Uint8Array.of(1, 2, 3)], ["no certificates", []], ["one that is cut", certificate[0].subarray(0, -1)], ["a byte more", Uint8Array.from([...certificate[0], 0])], ["PEM", Buffer.from("-----BEGIN CERTIFICATE-----")],
	["an RSA key", leaf(authority, rsaKeys()).der], ["a P-384 key", leaf(authority, ecKeys("secp384r1")).der], ["a chain with something else", [certificate[0], Uint8Array.of(0x30, 0)]],
	["more than 4,096 bytes", many]
] as const) {
	test(`tls.certificate with ${name} is refused by its name, on devices and on Node`, (t) => {
		t.throws(() => new ClientIdentity({ certificate: wrong, key }, primitives), { instanceOf: TypeError, message: CLIENT_CERTIFICATE_REFUSED });
		t.throws(() => new RecordsClient({ baseUrl: "https://records.test", preferences: null, tls: { certificate: wrong, key } }), { instanceOf: TypeError, message: /^tls\.certificate / });
	});
}

/** Where a key in PKCS #8 has its secret number. */
const secretAt = 36, secretEnd = 68;
const order = primitives.curve("secp256r1").n;

function secretOf(bytes: Uint8Array): Uint8Array {
	return bytes.slice(secretAt, secretEnd);
}

/** The key with another secret number, and its point as it was. */
function withSecret(change: (secret: Uint8Array) => Uint8Array): Uint8Array {
	const changed = key.slice();
	changed.set(change(secretOf(key)), secretAt);
	return changed;
}

/** As RFC 5915, 3, allows it. */
function withoutPoint(bytes: Uint8Array): Uint8Array {
	return Uint8Array.from([0x30, 0x41, ...bytes.subarray(3, 27), 4, 0x27, 0x30, 0x25, ...bytes.subarray(31, secretEnd)]);
}

const encrypted = generateKeyPairSync("ec", { namedCurve: "P-256", privateKeyEncoding: { type: "pkcs8", format: "der", cipher: "aes-256-cbc", passphrase: "secret" }, publicKeyEncoding: { type: "spki", format: "der" } });

for (const [name, wrong] of [
	["another certificate's", pkcs8(ecKeys())], ["RSA", pkcs8(rsaKeys())], ["P-384", pkcs8(ecKeys("secp384r1"))], ["nothing", new Uint8Array(0)], ["a certificate", certificate[0]],
	["cut", key.subarray(0, -1)], ["encrypted", new Uint8Array(encrypted.privateKey)], ["in the form of SEC 1", new Uint8Array(keys.privateKey.export({ type: "sec1", format: "der" }))],
	["with a byte more", Uint8Array.from([...key, 0])], ["without its point", withoutPoint(key)],
	["damaged", withSecret((secret) => secret.with(31, secret[31] ^ 1))], ["zero", withSecret((secret) => secret.fill(0))], ["above the order", withSecret((secret) => secret.fill(255))],
	["the negative of its own", withSecret(() => Buffer.from((order - BigInt(`0x${Buffer.from(secretOf(key)).toString("hex")}`)).toString(16).padStart(64, "0"), "hex"))]
] as const) {
	test(`tls.key that is ${name} is refused by its name, on devices and on Node`, (t) => {
		t.throws(() => new ClientIdentity({ certificate, key: wrong }, primitives), { instanceOf: TypeError, message: CLIENT_KEY_REFUSED });
		t.throws(() => new RecordsClient({ baseUrl: "https://records.test", preferences: null, tls: { certificate, key: wrong } }), { instanceOf: TypeError, message: CLIENT_KEY_REFUSED });
	});
}

test("what is given is copied: it may be wiped behind the constructor", (t) => {
	const given = { certificate: certificate.map((one) => one.slice()), key: key.slice() };
	const identity = new ClientIdentity(given, primitives);
	const digest = createHash("sha256").update("wiped").digest();
	const proof = identity.proof(digest);
	for (const bytes of [given.key, ...given.certificate])
		bytes.fill(0);
	t.deepEqual(identity.chain, certificate);
	t.deepEqual(identity.proof(digest), proof);
});

test("the arithmetic of a signature gets numbers of one length for the point, and never the nonce nor its inverse", (t) => {
	const bits = new Set<number>();
	const own = Buffer.from(keys.privateKey.export({ format: "jwk" }).d ?? "", "base64url");
	for (let count = 0; count < 200; count++) {
		const digest = createHash("sha256").update(`blinded ${count}`).digest();
		const nonce = primitives.number(createHash("sha512").update(own).update(digest).digest()) % order;
		signECDSA(own, digest, {
			...primitives,
			inverse(value, modulus) {
				t.not(value, nonce);
				return primitives.inverse(value, modulus);
			},
			curve(name) {
				const curve = primitives.curve(name);
				return { ...curve, ec: { ...curve.ec, mul(point, times) {
					bits.add(times.toString(2).length);
					t.is(times % order, nonce);
					return curve.ec.mul(point, times);
				} } };
			}
		});
	}
	t.deepEqual([...bits], [320]);
});

test("Node takes PEM of certificates and of keys, in either form", (t) => {
	const pem = certificate.map(pemOf).join("");
	for (const type of ["pkcs8", "sec1"] as const) {
		const text = keys.privateKey.export({ type, format: "pem" }) as string;
		for (const given of [text, Buffer.from(text)])
			t.notThrows(() => new RecordsClient({ baseUrl: "https://records.test", preferences: null, tls: { certificate: pem, key: given } }).close());
	}
	t.throws(() => new RecordsClient({ baseUrl: "https://records.test", preferences: null, tls: { certificate: pem, key: "no key" } }), { instanceOf: TypeError, message: CLIENT_KEY_REFUSED });
});
