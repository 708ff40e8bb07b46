/** The server's key exchange, as devices check it (RFC 5246, 7.4.3; RFC 8422, 5.4). */
import { createECDH } from "node:crypto";
import test from "ava";
import { readCertificate } from "../../../lib/tls/certificate.js";
import { ServerJudge } from "../../../lib/tls/judge.js";
import { readKeyExchange } from "../../../lib/tls/messages.js";
import { HANDSHAKE_FAILED, HANDSHAKE_MALFORMED, KEY_EXCHANGE_FORGED, KEY_EXCHANGE_REFUSED, TLSError } from "../../../lib/tls/tls-error.js";
import { primitives } from "../../../host/ca/primitives.js";
import { intermediate, leaf, type Made, type Parts, root } from "../../../tools/x509/certificate.js";
import { hex, join, time } from "../../../tools/x509/der.js";
import { digestInfo, ecKeys, forgeCube, type Keys, rsaKeys, signatureOf } from "../../../tools/x509/keys.js";

const client = new Uint8Array(32).fill(1);
const server = new Uint8Array(32).fill(2);
const authority = root("Root", rsaKeys());
const usual = leaf(authority, rsaKeys());
const elliptic = leaf(authority, ecKeys());
const cube = leaf(authority, rsaKeys(2048, 3));
const long = leaf(authority, ecKeys("secp384r1"));
const point = new Uint8Array(createECDH("prime256v1").generateKeys());
const longPoint = new Uint8Array(createECDH("secp384r1").generateKeys());

function vector(bytes: Uint8Array): Uint8Array {
	return join(Uint8Array.of(bytes.length >>> 8, bytes.length & 255), bytes);
}

function elliptically(bytes: Uint8Array, curve = 23): Uint8Array {
	return join(Uint8Array.of(3, 0, curve, bytes.length), bytes);
}

/** The message, and how it is signed. */
interface Sent {
	readonly parameters: Uint8Array;
	readonly made?: Made;
	/** Whether the suite is one for RSA; that of the certificate where it is not given. */
	readonly isRSA?: boolean;
	/** Hash and kind of signature, as the message has them. */
	readonly scheme?: readonly [number, number];
	readonly sign?: (keys: Keys, signed: Uint8Array) => Uint8Array;
}

/** Returns the judge of it. */
function send({ parameters, made = usual, isRSA = made.keys.kind === "rsa", scheme, sign = (keys, signed) => signatureOf(keys, "SHA256", signed) }: Sent): ServerJudge {
	const kind = scheme ?? [4, made.keys.kind === "ec" ? 3 : 1];
	const body = join(parameters, Uint8Array.from(kind), vector(sign(made.keys, join(client, server, parameters))));
	const trusted = [readCertificate(authority.der)];
	const judge = new ServerJudge({ name: "localhost", authorities: { for: () => trusted, encoded: () => undefined } }, primitives, client, isRSA);
	judge.onCertificates([made.der]);
	judge.onKeyExchange(readKeyExchange(body), server);
	return judge;
}

const less = (bytes: Uint8Array, by: number): Uint8Array => bytes.map((byte, at) => at === bytes.length - 1 ? byte - by : byte);

const good: Readonly<Record<string, Sent>> = {
	"RSA, a point": { parameters: elliptically(point) },
	"ECDSA, a point": { parameters: elliptically(point), made: elliptic },
	"a key on P-384, a point": { parameters: elliptically(point), made: long },
	"a key on P-384, a point of P-384": { parameters: elliptically(longPoint, 24), made: long },
	"RSA, a point of P-384": { parameters: elliptically(longPoint, 24) },
	"RSA with exponent 3, a point": { parameters: elliptically(point), made: cube }
};

for (const [name, sent] of Object.entries(good)) {
	test(`signed by ${name}: the server's part of the secret is known, and whose it is`, (t) => {
		const { group, point: copy, verified } = send(sent);
		t.deepEqual(new Uint8Array(copy), sent.parameters.subarray(4));
		t.is(group, sent.parameters[2]);
		t.deepEqual(verified?.authority.encoded, authority.der);
	});
}

test("the first of the certificates to expire, whichever it is, ends what is verified", (t) => {
	const soon = Math.floor(Date.now() / 1000) * 1000 + 3_600_000;
	for (const first of ["root", "intermediate", "leaf"]) {
		const to = (name: string): Parts => name === first ? { to: time(soon) } : {};
		const top = root("Top", ecKeys(), to("root"));
		const middle = intermediate("Middle", ecKeys(), top, to("intermediate"));
		const trusted = [readCertificate(top.der)];
		const judge = new ServerJudge({ name: "localhost", authorities: { for: () => trusted, encoded: () => undefined } }, primitives, client, false);
		judge.onCertificates([leaf(middle, ecKeys(), to("leaf")).der, middle.der]);
		t.is(judge.verified?.to, soon, first);
	}
});

test("whoever answers is trusted when told so: no certificate is read, no signature looked at, but a point beside the curve is refused", (t) => {
	const judge = new ServerJudge(undefined, primitives, client, true);
	const exchange = (parameters: Uint8Array): Uint8Array => join(parameters, hex("0401"), vector(new Uint8Array(256)));
	judge.onCertificates([Uint8Array.of(1)]);
	judge.onKeyExchange(readKeyExchange(exchange(elliptically(point))), server);
	t.is(judge.verified, undefined);
	t.is(judge.point.byteLength, 65);
	t.throws(() => judge.onKeyExchange(readKeyExchange(exchange(elliptically(less(point, 1)))), server), { message: KEY_EXCHANGE_REFUSED });
});

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
	"an RSA key under a suite for ECDSA": [HANDSHAKE_FAILED, { parameters: elliptically(point), isRSA: false }],
	"a key on a curve under a suite for RSA": [HANDSHAKE_FAILED, { parameters: elliptically(point), made: elliptic, isRSA: true }],
	"SHA-1": [HANDSHAKE_FAILED, { parameters: elliptically(point), scheme: [2, 1] }],
	"no signature": [HANDSHAKE_FAILED, { parameters: elliptically(point), scheme: [0, 0] }],
	"a curve that was not offered": [HANDSHAKE_FAILED, { parameters: elliptically(point, 25) }],
	"a point of P-256 said to be of P-384": [KEY_EXCHANGE_REFUSED, { parameters: elliptically(point, 24) }],
	"a point of P-384 said to be of P-256": [KEY_EXCHANGE_REFUSED, { parameters: elliptically(longPoint) }],
	"a point beside P-384": [KEY_EXCHANGE_REFUSED, { parameters: elliptically(less(longPoint, 1), 24) }],
	"a point beside the curve": [KEY_EXCHANGE_REFUSED, { parameters: elliptically(less(point, 1)) }],
	"a compressed point": [KEY_EXCHANGE_REFUSED, { parameters: elliptically(join(Uint8Array.of(2), point.subarray(1, 33))) }],
	"the point of zeros": [KEY_EXCHANGE_REFUSED, { parameters: elliptically(join(Uint8Array.of(4), new Uint8Array(64))) }],
	"numbers instead of a curve": [HANDSHAKE_FAILED, { parameters: join(vector(new Uint8Array(256).fill(0xff)), vector(Uint8Array.of(2)), vector(point)) }],
	"a signature of 513 bytes": [HANDSHAKE_MALFORMED, { parameters: elliptically(point), sign: () => new Uint8Array(513) }]
};

for (const [name, [message, sent]] of Object.entries(wrong))
	test(`refused: ${name}`, (t) => void t.throws(() => send(sent), { instanceOf: TLSError, message }));
