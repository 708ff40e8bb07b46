/** The server's key exchange, as devices check it (RFC 5246, 7.4.3; RFC 8422, 5.4). */
import { createDiffieHellman, createECDH, getDiffieHellman } from "node:crypto";
import test from "ava";
import { readCertificate } from "../../../../lib/moddable/tls/certificate.js";
import { ServerJudge } from "../../../../lib/moddable/tls/judge.js";
import { readKeyExchange } from "../../../../lib/moddable/tls/messages.js";
import { HANDSHAKE_FAILED, HANDSHAKE_MALFORMED, KEY_EXCHANGE_FORGED, KEY_EXCHANGE_REFUSED, TLSError } from "../../../../lib/tls/error.js";
import { primitives } from "../../../support/tls/primitives.js";
import { leaf, type Made, root } from "../../../support/x509/certificate.js";
import { hex, join } from "../../../support/x509/der.js";
import { digestInfo, ecKeys, forgeCube, type Keys, rsaKeys, signatureOf } from "../../../support/x509/keys.js";

const client = new Uint8Array(32).fill(1);
const server = new Uint8Array(32).fill(2);
const authority = root("Root", rsaKeys());
const usual = leaf(authority, rsaKeys());
const elliptic = leaf(authority, ecKeys());
const cube = leaf(authority, rsaKeys(2048, 3));
const point = new Uint8Array(createECDH("prime256v1").generateKeys());

function vector(bytes: Uint8Array): Uint8Array {
	return join(Uint8Array.of(bytes.length >>> 8, bytes.length & 255), bytes);
}

function elliptically(bytes: Uint8Array, curve = 23): Uint8Array {
	return join(Uint8Array.of(3, 0, curve, bytes.length), bytes);
}

function withNumbers(...numbers: readonly Uint8Array[]): Uint8Array {
	return join(...numbers.map(vector));
}

/** The message, and how it is signed. */
interface Sent {
	readonly parameters: Uint8Array;
	readonly made?: Made;
	/** Hash and kind of signature, as the message has them. */
	readonly scheme?: readonly [number, number];
	readonly sign?: (keys: Keys, signed: Uint8Array) => Uint8Array;
}

/** Returns the judge of it. */
function send({ parameters, made = usual, scheme, sign = (keys, signed) => signatureOf(keys, "SHA256", signed) }: Sent): ServerJudge {
	const kind = scheme ?? [4, made === elliptic ? 3 : 1];
	const body = join(parameters, Uint8Array.from(kind), vector(sign(made.keys, join(client, server, parameters))));
	const trusted = [readCertificate(authority.der)];
	const judge = new ServerJudge({ name: "localhost", authoritiesFor: () => trusted }, primitives, () => client);
	judge.onCertificates([made.der]);
	judge.onKeyExchange(readKeyExchange(body, parameters[0] === 3), server);
	return judge;
}

const groups = getDiffieHellman("modp14");
groups.generateKeys();
const [prime, generator, value] = [groups.getPrime(), groups.getGenerator(), groups.getPublicKey()].map((bytes) => new Uint8Array(bytes)) as [Uint8Array, Uint8Array, Uint8Array];
const one = Uint8Array.of(1);
const less = (bytes: Uint8Array, by: number): Uint8Array => bytes.map((byte, at) => at === bytes.length - 1 ? byte - by : byte);

const good: Readonly<Record<string, Sent>> = {
	"RSA, a point": { parameters: elliptically(point) },
	"ECDSA, a point": { parameters: elliptically(point), made: elliptic },
	"RSA with exponent 3, a point": { parameters: elliptically(point), made: cube },
	"RSA, numbers of 2,048 bits": { parameters: withNumbers(prime, generator, value) }
};

for (const [name, sent] of Object.entries(good)) {
	test(`signed by ${name}: the server's part of the secret is known, and whose it is`, (t) => {
		const { exchange, verified } = send(sent);
		t.is(exchange?.point?.length, sent.parameters[0] === 3 ? 65 : undefined);
		t.is(exchange?.numbers.length, sent.parameters[0] === 3 ? 0 : 3);
		t.deepEqual(verified?.authority.encoded, authority.der);
	});
}

test("the first of the certificates to expire, that of the CA among them, ends what is verified", (t) => {
	const { verified } = send({ parameters: elliptically(point) });
	t.is(verified?.to, Math.min(readCertificate(authority.der).to, readCertificate(usual.der).to));
});

test("whoever answers is trusted when told so: no certificate is read, no signature looked at, but numbers that are no good are refused", (t) => {
	const judge = new ServerJudge(undefined, primitives, () => client);
	const exchange = (parameters: Uint8Array): Uint8Array => join(parameters, hex("0401"), vector(new Uint8Array(256)));
	judge.onCertificates([Uint8Array.of(1)]);
	judge.onKeyExchange(readKeyExchange(exchange(elliptically(point)), true), server);
	t.is(judge.verified, undefined);
	t.is(judge.exchange?.point?.length, 65);
	t.throws(() => judge.onKeyExchange(readKeyExchange(exchange(elliptically(less(point, 1))), true), server), { message: KEY_EXCHANGE_REFUSED });
});

const small = createDiffieHellman(512);
small.generateKeys();
const weak = [small.getPrime(), small.getGenerator(), small.getPublicKey()].map((bytes) => new Uint8Array(bytes));

const wrong: Readonly<Record<string, readonly [text: string, sent: Sent]>> = {
	"signed by another key": [KEY_EXCHANGE_FORGED, { parameters: elliptically(point), sign: (_, signed) => signatureOf(cube.keys, "SHA256", signed) }],
	"signed for other random numbers": [KEY_EXCHANGE_FORGED, { parameters: elliptically(point), sign: (keys, signed) => signatureOf(keys, "SHA256", signed.subarray(1)) }],
	"forged for exponent 3 (Bleichenbacher, 2006)": [KEY_EXCHANGE_FORGED, {
		parameters: elliptically(point), made: cube,
		sign: (keys, signed) => forgeCube(keys, join(hex("00 01 ff ff ff ff ff ff ff ff 00"), digestInfo("SHA256", signed)))
	}],
	"ECDSA said of an RSA key": [KEY_EXCHANGE_FORGED, { parameters: elliptically(point), scheme: [4, 3] }],
	"RSA said of a key on a curve": [KEY_EXCHANGE_FORGED, { parameters: elliptically(point), made: elliptic, scheme: [4, 1] }],
	"ECDSA with zeros": [KEY_EXCHANGE_FORGED, { parameters: elliptically(point), made: elliptic, sign: () => hex("30 06 02 01 00 02 01 00") }],
	"SHA-1": [HANDSHAKE_FAILED, { parameters: elliptically(point), scheme: [2, 1] }],
	"no signature": [HANDSHAKE_FAILED, { parameters: elliptically(point), scheme: [0, 0] }],
	"a curve that was not offered": [HANDSHAKE_FAILED, { parameters: elliptically(point, 24) }],
	"a point beside the curve": [KEY_EXCHANGE_REFUSED, { parameters: elliptically(less(point, 1)) }],
	"a compressed point": [KEY_EXCHANGE_REFUSED, { parameters: elliptically(join(Uint8Array.of(2), point.subarray(1, 33))) }],
	"the point of zeros": [KEY_EXCHANGE_REFUSED, { parameters: elliptically(join(Uint8Array.of(4), new Uint8Array(64))) }],
	"numbers of 512 bits": [KEY_EXCHANGE_REFUSED, { parameters: withNumbers(...weak) }],
	"numbers of 4,104 bits": [KEY_EXCHANGE_REFUSED, { parameters: withNumbers(new Uint8Array(513).fill(0xff), generator, value) }],
	"a generator of 4,104 bits": [KEY_EXCHANGE_REFUSED, { parameters: withNumbers(prime, new Uint8Array(513), value) }],
	"a public value of 10,000 bytes": [KEY_EXCHANGE_REFUSED, { parameters: withNumbers(prime, generator, new Uint8Array(10_000)) }],
	"a signature of 513 bytes": [HANDSHAKE_MALFORMED, { parameters: elliptically(point), sign: () => new Uint8Array(513) }],
	"an even modulus": [KEY_EXCHANGE_REFUSED, { parameters: withNumbers(less(prime, 1), generator, value) }],
	"the generator 1": [KEY_EXCHANGE_REFUSED, { parameters: withNumbers(prime, one, value) }],
	"the public value 0": [KEY_EXCHANGE_REFUSED, { parameters: withNumbers(prime, generator, Uint8Array.of(0)) }],
	"the public value 1": [KEY_EXCHANGE_REFUSED, { parameters: withNumbers(prime, generator, one) }],
	"the modulus less one as public value": [KEY_EXCHANGE_REFUSED, { parameters: withNumbers(prime, generator, less(prime, 1)) }]
};

for (const [name, [message, sent]] of Object.entries(wrong))
	test(`refused: ${name}`, (t) => void t.throws(() => send(sent), { instanceOf: TLSError, message }));
