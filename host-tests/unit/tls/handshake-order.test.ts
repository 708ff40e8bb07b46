import { constants } from "node:crypto";
import { once } from "node:events";
import { connect, createServer as createSecureServer } from "node:tls";
import test, { type ExecutionContext } from "ava";
import { clientHello } from "../../../lib/tls/client-hello.js";
import { HandshakeOrder, type Offer, type PeerJudge } from "../../../lib/tls/handshake-order.js";
import type { KeyExchange, ServerHello, Ticket } from "../../../lib/tls/messages.js";
import { CERTIFICATE_REFUSED, HANDSHAKE_FAILED, HANDSHAKE_MALFORMED, NOT_TLS, RECORD_DAMAGED, RECORD_UNEXPECTED, TOO_MANY_AUTHORITIES, VERSION_REFUSED } from "../../../lib/tls/tls-error.js";
import { primitives } from "../../../host/ca/primitives.js";
import { certificates } from "../../../tools/tls/certificates.js";
import { listen } from "../../../tools/network/listener.js";
import { TCPProxy, watched } from "../../../tools/network/proxy.js";

const recordHeader = 5;

/** As behind a hello with a name that asks for a ticket. */
const answerable = answerableTo("records.test");

const suite = "ECDHE-RSA-AES128-GCM-SHA256";

const changeCipherSpec = Uint8Array.of(20, 3, 3, 0, 1, 1);
/** Nonce, Finished and tag, as long as they are with AES-GCM. */
const finished = Uint8Array.of(22, 3, 3, 0, 40, ...new Uint8Array(40));
const applicationData = Uint8Array.of(23, 3, 3, 0, 1, 0);

/** What a server may answer a hello for that name. */
function answerableTo(name: string, asksForTicket = true): readonly number[] {
	const none = new Uint8Array(0);
	return clientHello(new Uint8Array(32), name, { id: none, ticket: asksForTicket ? none : undefined }, primitives).answerable;
}

/** Accepts everything, and keeps it. */
class Listener implements PeerJudge, Offer {
	chain: readonly Uint8Array[] = [];
	random: Uint8Array = new Uint8Array(0);
	message: KeyExchange | undefined;
	hello: ServerHello | undefined;
	ticket: Ticket | undefined;
	readonly goesOn: boolean;

	constructor(goesOn = false) {
		this.goesOn = goesOn;
	}

	onCertificates(chain: readonly Uint8Array[]): void {
		// Views of what comes.
		this.chain = chain.map((der) => Uint8Array.from(der));
	}

	onKeyExchange(message: KeyExchange, random: Uint8Array): void {
		Object.assign(this, { message, random });
	}

	onHello(hello: ServerHello): boolean {
		this.hello = { ...hello, id: Uint8Array.from(hello.id) };
		return this.goesOn;
	}

	onTicket(ticket: Ticket): void {
		this.ticket = ticket;
	}
}

/** Gets records as a session does. */
class Receiver {
	readonly listener: Listener;
	readonly order: HandshakeOrder;

	constructor(listener = new Listener()) {
		this.listener = listener;
		this.order = new HandshakeOrder(listener, answerable);
		this.order.judge = listener;
	}

	readonly check = (record: Uint8Array): void => {
		this.order.checkRecord(record);
		while (this.order.nextMessage() !== undefined);
	};
}

/** What a real server sends up to its ServerHelloDone, one record a message. */
async function flight(): Promise<Uint8Array[]> {
	const { chain, key } = (await certificates()).identities.good;
	const cert = chain.map(({ pem }) => pem).join("\n");
	// The SDK asks for no ticket.
	const secureOptions = constants.SSL_OP_NO_TICKET;
	const server = await listen(createSecureServer({ cert, key, ciphers: suite, secureOptions, maxVersion: "TLSv1.2" }));
	const pieces: Buffer[] = [];
	const proxy = await new TCPProxy(server.port, () => ({ down: watched((bytes) => void pieces.push(bytes)) })).open();
	const client = connect({ port: proxy.port, host: "127.0.0.1", rejectUnauthorized: false, maxVersion: "TLSv1.2", ciphers: suite, sigalgs: "RSA+SHA256", ecdhCurve: "P-256" });
	await once(client, "secureConnect");
	client.destroy();
	server.close();
	proxy.close();
	return messagesOf(Buffer.concat(pieces));
}

function messagesOf(bytes: Buffer): Uint8Array[] {
	const messages: Uint8Array[] = [];
	for (let at = 0; bytes[at] === 22; at += recordHeader + bytes.readUInt16BE(at + 3)) {
		const body = bytes.subarray(at + recordHeader, at + recordHeader + bytes.readUInt16BE(at + 3));
		for (let start = 0; start < body.length;) {
			const size = 4 + body.readUIntBE(start + 1, 3);
			messages.push(record(body.subarray(start, start + size)));
			start += size;
		}
	}
	return messages;
}

function record(body: Uint8Array): Uint8Array {
	return Buffer.concat([Uint8Array.of(22, 3, 3, body.length >>> 8, body.length & 255), body]);
}

/** The last of the records is refused. @param goesOn whether the hello is a session's that goes on */
function refused(t: ExecutionContext, records: readonly Uint8Array[], message: string | RegExp = HANDSHAKE_FAILED, goesOn = false): void {
	const order = new Receiver(new Listener(goesOn));
	const last = records.length - 1;
	records.slice(0, last).forEach((one) => order.check(one));
	t.throws(() => order.check(records[last]), { message });
}

test("what a server sends is taken, in records of any size, whose buffers are used again; then it is encrypted, and who has judged is let go", async (t) => {
	const messages = await flight();
	t.is(messages.length, 4);
	const content = Buffer.concat(messages.map((message) => message.subarray(recordHeader)));
	const { chain } = (await certificates()).identities.good;
	for (const size of [undefined, content.length, 100, Math.ceil(content.length / 64)]) {
		const records = size === undefined ? messages : Array.from({ length: Math.ceil(content.length / size) }, (_, at) => record(content.subarray(at * size, (at + 1) * size)));
		const { check, listener, order } = new Receiver();
		for (const [index, one] of [...records, changeCipherSpec, finished, applicationData].entries()) {
			const buffer = Uint8Array.from(one);
			check(buffer);
			buffer.fill(0xff);
			t.is(order.encrypted, index >= records.length);
			t.is<unknown, unknown>(order.judge, index >= records.length - 1 ? undefined : listener);
		}
		t.deepEqual(listener.chain.map((der) => Buffer.from(der)), chain.map(({ der }) => Buffer.from(der)));
		t.deepEqual(Buffer.from(listener.random), Buffer.from(messages[0].subarray(11, 43)));
		t.deepEqual([listener.message?.signature.length, listener.message?.point.length], [256, 65]);
	}
});

test("no message may be left out, come twice, or come early", async (t) => {
	const messages = await flight();
	const all = [...messages, changeCipherSpec, finished, applicationData];
	for (let at = 0; at < all.length; at++) {
		const before = all.slice(0, at);
		for (const one of all) {
			if (one !== all[at])
				refused(t, [...before, one], all[at] === applicationData ? RECORD_UNEXPECTED : HANDSHAKE_FAILED);
		}
	}
});

test("a key that is not signed, or by what was not offered, is refused", async (t) => {
	const messages = await flight();
	const [hello, certificate, key] = messages as [Uint8Array, Uint8Array, Uint8Array];
	// The signature is the last: two bytes of scheme, two of length, 256 of RSA-2048.
	const scheme = key.length - 260;
	t.deepEqual([...key.subarray(scheme, scheme + 2)], [4, 1]);
	for (const [hash, signature] of [[0, 0], [0, 1], [4, 0], [2, 1], [4, 2], [6, 1]] as const) {
		const changed = Uint8Array.from(key);
		changed.set([hash, signature], scheme);
		refused(t, [hello, certificate, changed]);
	}
});

test("a signature by ECDSA is told apart", async (t) => {
	const [hello, certificate, key] = await flight() as [Uint8Array, Uint8Array, Uint8Array];
	const changed = Uint8Array.from(key);
	changed[key.length - 259] = 3;
	const listener = new Listener();
	const order = new Receiver(listener);
	[hello, certificate, changed].forEach((one) => order.check(one));
	t.deepEqual(listener.message?.algorithm, { isRSA: false, hash: "SHA256" });
});

test("a request for a certificate may come once, behind the key", async (t) => {
	const messages = await flight();
	const request = record(Uint8Array.of(13, 0, 0, 13, 1, 1, 0, 2, 4, 1, 0, 5, 0, 3, 48, 1, 0));
	const listener = new Listener();
	const order = new Receiver(listener);
	[...messages.slice(0, 3), request, ...messages.slice(3)].forEach((one) => order.check(one));
	t.true(order.order.isAsked);
	t.false(order.order.takesECDSA);
	refused(t, [...messages.slice(0, 3), request, request]);
	refused(t, [...messages.slice(0, 2), request]);
});

for (const [name, takes, types, algorithms] of [
	["a curve, and SHA-256 with ECDSA", true, [1, 64], [4, 1, 4, 3]], ["SHA-256 with ECDSA first", true, [64], [4, 3, 5, 3]], ["RSA alone", false, [1, 2], [4, 3, 4, 1]],
	["a curve with SHA-384 alone", false, [64, 1], [5, 3, 4, 1]]
] as const) {
	test(`a request for a certificate with ${name} is ${takes ? "" : "not "}one that a key on P-256 answers`, async (t) => {
		const body = [types.length, ...types, 0, algorithms.length, ...algorithms, 0, 0];
		const order = new Receiver();
		[...(await flight()).slice(0, 3), record(Uint8Array.of(13, 0, 0, body.length, ...body))].forEach((one) => order.check(one));
		t.is(order.order.takesECDSA, takes);
	});
}

test("four warnings are passed over during the handshake; other alerts are the session's to read", async (t) => {
	const alert = (...body: readonly number[]): Uint8Array => Uint8Array.of(21, 3, 3, 0, body.length, ...body);
	const unrecognizedName = alert(1, 112);
	for (const one of [alert(2, 40), alert(1, 0), alert(2, 112), alert(1), alert(1, 112, 0)])
		t.true(new Receiver().order.checkRecord(one), `alert ${one.subarray(recordHeader).join()}`);
	const { order } = new Receiver();
	t.deepEqual([1, 2, 3, 4, 5].map(() => order.checkRecord(unrecognizedName)), [false, false, false, false, true]);
	const receiver = new Receiver();
	for (const one of [...await flight(), changeCipherSpec])
		receiver.check(one);
	t.true(receiver.order.checkRecord(unrecognizedName), "what is encrypted is not looked at");
});

/** A message in a record. */
function message(type: number, ...parts: readonly (readonly number[])[]): Uint8Array {
	const body = parts.flat();
	return record(Uint8Array.of(type, 0, body.length >>> 8, body.length & 255, ...body));
}

/** A ServerHello with an ephemeral curve. */
function hello({ version = [3, 3], session = 0, chosen = 0xc02f, extensions = [] }: { version?: readonly number[]; session?: number; chosen?: number; extensions?: readonly number[] } = {}): Uint8Array {
	return message(2, version, Array.from({ length: 32 }, () => 7), [session], Array.from({ length: session }, () => 1), [chosen >>> 8, chosen & 255, 0], extensions);
}

/** That many certificates of a byte. */
function certificatesOf(count: number): Uint8Array {
	return message(11, [0, 4 * count >>> 8, 4 * count & 255], Array.from({ length: count }, () => [0, 0, 1, 0x30]).flat());
}

const counted: Readonly<Record<string, readonly [text: string | undefined, records: readonly Uint8Array[]]>> = {
	"a hello of TLS 1.2": [undefined, [hello()]],
	"a hello of TLS 1.3": [VERSION_REFUSED, [hello({ version: [3, 4] })]],
	"a hello of TLS 3": [VERSION_REFUSED, [hello({ version: [5, 0] })]],
	"a session of 32 bytes": [undefined, [hello({ session: 32 })]],
	"a session of 33 bytes": [HANDSHAKE_MALFORMED, [hello({ session: 33 })]],
	"no certificate": [CERTIFICATE_REFUSED, [hello(), certificatesOf(0)]],
	"8 certificates": [undefined, [hello(), certificatesOf(8)]],
	"9 certificates": [CERTIFICATE_REFUSED, [hello(), certificatesOf(9)]],
	"1,100 certificates": [CERTIFICATE_REFUSED, [hello(), certificatesOf(1100)]]
};

for (const [name, [text, records]] of Object.entries(counted)) {
	test(`${name}: ${text ?? "taken"}`, (t) => {
		if (text === undefined)
			t.notThrows(() => records.forEach(new Receiver().check));
		else
			refused(t, records, text);
	});
}

test("in the messages up to the key no length may be another", async (t) => {
	const messages = await flight();
	const request = record(Uint8Array.of(13, 0, 0, 13, 1, 1, 0, 2, 4, 1, 0, 5, 0, 3, 48, 1, 0));
	const flights = [...messages.slice(0, 3), request, ...messages.slice(3)];
	// Indices of lengths, from the message's beginning: of the message, and of the vectors in it.
	const { chain } = (await certificates()).identities.good;
	const lengths = [[3, 38], [3, 6, 9, 12 + (chain[0]?.der.length ?? 0)], [3, 7, 76], [3, 4, 7, 11, 13], [3]];
	for (const [number, indices] of lengths.entries()) {
		for (const index of indices) {
			const changed = Uint8Array.from(flights[number]);
			for (const by of [-1, 1, 128]) {
				changed[recordHeader + index] = (flights[number]?.[recordHeader + index] ?? 0) + by;
				const order = new Receiver();
				flights.slice(0, number).forEach((one) => order.check(one));
				// A message that is said to be longer takes what follows for its end.
				t.throws(() => [changed, ...flights.slice(number + 1), changeCipherSpec].forEach((one) => order.check(one)),
					{ message: /^(?:TLS handshake (?:message is malformed|failed)|certificate can't be accepted)$/ }, `message ${number}, length at ${index}, ${by}`);
			}
		}
	}
});

test("a message that is cut anywhere is waited for; nothing but its rest may come", async (t) => {
	const messages = await flight();
	for (const [number, message] of messages.entries()) {
		for (let end = recordHeader + 1; end < message.length; end++) {
			for (const rest of [record(message.subarray(end)), changeCipherSpec]) {
				const order = new Receiver();
				messages.slice(0, number).forEach((one) => order.check(one));
				order.check(record(message.subarray(recordHeader, end)));
				if (rest === changeCipherSpec)
					t.throws(() => order.check(rest), { message: HANDSHAKE_FAILED });
				else {
					order.check(rest);
					messages.slice(number + 1).forEach((one) => order.check(one));
					order.check(changeCipherSpec);
				}
			}
		}
	}
});

test("a handshake in more than 64 records is refused, and a message of more than 16,384 bytes at its header", (t) => {
	const order = new Receiver();
	order.check(record(Uint8Array.of(2, 0, 0x3f, 0xfc)));
	for (let count = 2; count <= 64; count++)
		order.check(record(Uint8Array.of(0)));
	t.throws(() => order.check(record(Uint8Array.of(0))), { message: HANDSHAKE_MALFORMED });
	t.throws(() => new Receiver().check(record(Uint8Array.of(2, 0, 0x3f, 0xfd))), { message: HANDSHAKE_MALFORMED });
});

test("a record of more than 16,384 bytes is refused at its header: in the clear, and of what it is when it is decrypted", async (t) => {
	const header = (type: number, length: number): Uint8Array => Uint8Array.of(type, 3, 3, length >>> 8, length & 255);
	const { order } = new Receiver();
	t.is(order.recordSize(header(22, 0x4000)), recordHeader + 0x4000);
	t.throws(() => order.recordSize(header(22, 0x4001)), { message: NOT_TLS });
	const open = new Receiver();
	[...await flight(), changeCipherSpec].forEach((one) => open.check(one));
	// Nonce and tag are 24 bytes.
	t.is(open.order.recordSize(header(23, 0x4018)), recordHeader + 0x4018);
	t.throws(() => open.order.recordSize(header(23, 0x4019)), { message: RECORD_DAMAGED });
});

/** Extensions by number, each without content. */
function withExtensions(...numbers: readonly number[]): readonly number[] {
	return [0, 4 * numbers.length, ...numbers.flatMap((number) => [number >>> 8, number & 255, 0, 0])];
}

const ticket = message(4, [0, 1, 0x51, 0x80], [0, 3, 7, 8, 9]);

test("a session that goes on has no certificate, and a ticket when it was announced", (t) => {
	for (const announced of [false, true]) {
		const first = hello({ session: 32, extensions: withExtensions(23, ...announced ? [35] : []) });
		const rest = [...announced ? [ticket] : [], changeCipherSpec, finished, applicationData];
		const order = new Receiver(new Listener(true));
		[first, ...rest].forEach((one) => order.check(one));
		t.is(order.listener.hello?.id.length, 32);
		t.true(order.listener.hello?.isExtended);
		t.is(order.listener.ticket?.lifetime, announced ? 86_400 : undefined);
		for (const wrong of [certificatesOf(1), message(14), first, announced ? changeCipherSpec : ticket, announced ? finished : message(16, [0])])
			refused(t, [first, wrong], HANDSHAKE_FAILED, true);
	}
});

const resumed = [hello({ session: 32 }), changeCipherSpec, finished];

test("a server that asks for another handshake is refused, and so is what is encrypted behind the handshake and neither data nor an alert", (t) => {
	for (const before of [[], [applicationData]])
		refused(t, [...resumed, ...before, record(Uint8Array.of(0, 0, 0, 0))], RECORD_UNEXPECTED, true);
	for (const type of [20, 22, 24, 0])
		refused(t, [...resumed, Uint8Array.of(type, 3, 3, 0, 1, 1)], RECORD_UNEXPECTED, true);
});

test("a record in the place of Finished that is longer or shorter holds another message beside it, or in its place: it is refused", (t) => {
	for (const length of [1, 28, 36, 39, 41, 44, 56, 80]) {
		const order = new Receiver(new Listener(true));
		[hello({ session: 32 }), changeCipherSpec].forEach((one) => order.check(one));
		t.false(order.order.complete);
		t.throws(() => order.check(Uint8Array.of(22, 3, 3, 0, length, ...new Uint8Array(length))), { message: HANDSHAKE_FAILED });
		order.check(finished);
		t.true(order.order.complete);
	}
});

/** Number and content. */
type Extension = readonly [type: number, ...content: number[]];

/** A hello with these. */
function extended(...extensions: readonly Extension[]): Uint8Array {
	const bytes = extensions.flatMap(([type, ...content]) => [type >>> 8, type & 255, content.length >>> 8, content.length & 255, ...content]);
	return hello({ extensions: [bytes.length >>> 8, bytes.length & 255, ...bytes] });
}

const renegotiation = 0xff01;

test("a server may answer the extensions of the hello, each once, in any order", (t) => {
	const all: readonly Extension[] = [[0], [10, 0, 2, 0, 23], [11, 3, 0, 1, 2], [23], [35], [renegotiation, 0]];
	for (const extensions of [all, [...all].reverse(), [], ...all.map((one) => [one])])
		t.notThrows(() => new Receiver().check(extended(...extensions)));
	t.notThrows(() => new Receiver().check(hello()), "none at all");
	for (const one of all)
		refused(t, [extended(one, [23], one)]);
});

test("an extension that the hello does not have, or that no server may answer, ends the handshake (RFC 5246, 7.4.1.4)", (t) => {
	for (const type of [1, 5, 13, 15, 16, 18, 22, 43, 51, 13_172, 0xffff]) {
		refused(t, [extended([type])]);
		refused(t, [extended([23], [type])]);
	}
	for (const [asked, type] of [[answerableTo(""), 0], [answerableTo("192.0.2.1"), 0], [answerableTo("a.test", false), 35]] as const) {
		const order = new HandshakeOrder(new Listener(), asked);
		order.checkRecord(extended([type]));
		t.throws(() => order.nextMessage(), { message: HANDSHAKE_FAILED }, `${type}`);
	}
});

test("a suite that was not offered is refused", (t) => {
	for (const chosen of [0x2f, 0x35, 0x3c, 0x3d, 0x67, 0x9e, 0xc027, 0xff, 0])
		refused(t, [hello({ chosen })]);
	for (const chosen of [0xc02b, 0xc02f])
		t.notThrows(() => new Receiver().check(hello({ chosen })));
});

test("a renegotiation_info that is not empty ends the handshake (RFC 5746, 3.4), and so do extensions with another content than theirs", (t) => {
	for (const content of [[], [1], [1, 0], [0, 0], [12, ...new Uint8Array(12)], [24, ...new Uint8Array(24)]])
		refused(t, [extended([renegotiation, ...content])]);
	for (const one of [[0, 0], [23, 0], [35, 0], [11], [11, 0], [11, 2, 0], [11, 1, 0, 0]] as const)
		refused(t, [extended(one)], HANDSHAKE_MALFORMED);
	// Points that can't be uncompressed.
	refused(t, [extended([11, 1, 1])]);
});

test("nothing of a message may be left when what comes next is encrypted, or come with the server's last before the client's answer", async (t) => {
	refused(t, [hello({ session: 32 }), record(Uint8Array.of(4)), changeCipherSpec], HANDSHAKE_FAILED, true);
	const messages = await flight();
	refused(t, [...messages.slice(0, 3), record(Buffer.concat([messages[3].subarray(recordHeader), Uint8Array.of(4)]))], HANDSHAKE_MALFORMED);
});

test("a request for a certificate that is too long is told as what it is, where it may come", async (t) => {
	const request = record(Uint8Array.of(13, 0, 0x4e, 0x20));
	refused(t, [request], HANDSHAKE_MALFORMED);
	refused(t, [...(await flight()).slice(0, 3), request], TOO_MANY_AUTHORITIES);
});

test("a second ticket is refused, and a session that does not go on may not be abbreviated", (t) => {
	const first = hello({ session: 32, extensions: withExtensions(35) });
	refused(t, [first, ticket, ticket], HANDSHAKE_FAILED, true);
	for (const wrong of [changeCipherSpec, ticket, finished])
		refused(t, [first, wrong], /^TLS handshake (?:failed|message is malformed)$/);
});

test("a ServerHelloDone with content is refused, and a ChangeCipherSpec that is not one byte 1", async (t) => {
	const messages = await flight();
	refused(t, [...messages.slice(0, -1), record(Uint8Array.of(14, 0, 0, 1, 0))], HANDSHAKE_MALFORMED);
	for (const wrong of [Uint8Array.of(20, 3, 3, 0, 2, 1, 1), Uint8Array.of(20, 3, 3, 0, 1, 2)])
		refused(t, [...messages, wrong]);
});
