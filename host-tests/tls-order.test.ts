import { constants } from "node:crypto";
import { connect as connectPlain, createServer, type AddressInfo, type Server } from "node:net";
import { once } from "node:events";
import { connect, createServer as createSecureServer } from "node:tls";
import test from "ava";
import { HandshakeOrder } from "../lib/moddable-tls-order.js";
import { HANDSHAKE_FAILED } from "../lib/tls-error.js";
import { certificates } from "./tls/certificates.js";

const recordHeader = 5;

/** Cipher suites by how the server's key is made known. */
const suites = { elliptic: "ECDHE-RSA-AES128-GCM-SHA256", numbers: "DHE-RSA-AES128-GCM-SHA256", encrypted: "AES128-SHA256" };

const changeCipherSpec = Uint8Array.of(20, 3, 3, 0, 1, 1);
const finished = Uint8Array.of(22, 3, 3, 0, 1, 0);
const applicationData = Uint8Array.of(23, 3, 3, 0, 1, 0);

async function listen(server: Server): Promise<number> {
	await once(server.listen(0, "127.0.0.1"), "listening");
	return (server.address() as AddressInfo).port;
}

/** What a real server sends up to its ServerHelloDone, one record a message. */
async function flight(ciphers: string): Promise<Uint8Array[]> {
	const { chain, key } = (await certificates()).identities.good;
	const cert = chain.map(({ pem }) => pem).join("\n");
	// The SDK asks for no ticket.
	const secureOptions = constants.SSL_OP_NO_TICKET;
	const server = createSecureServer({ cert, key, ciphers, secureOptions, dhparam: "auto", maxVersion: "TLSv1.2" });
	const port = await listen(server);
	const pieces: Buffer[] = [];
	const proxy = createServer((socket) => {
		const behind = connectPlain(port, "127.0.0.1");
		socket.on("error", () => behind.destroy()).pipe(behind);
		behind.on("data", (bytes) => pieces.push(bytes)).on("error", () => socket.destroy()).pipe(socket);
	});
	const client = connect({ port: await listen(proxy), host: "127.0.0.1", rejectUnauthorized: false, maxVersion: "TLSv1.2", ciphers, sigalgs: "RSA+SHA256" });
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

function refused(t: { throws(run: () => void, expected: { message: string }): unknown }, records: readonly Uint8Array[]): void {
	const order = new HandshakeOrder();
	const last = records.length - 1;
	records.slice(0, last).forEach((one) => order.check(one));
	t.throws(() => order.check(records[last]), { message: HANDSHAKE_FAILED });
}

for (const [name, ciphers] of Object.entries(suites)) {
	test(`${name}: what a server sends is taken, one message a record or all in one`, async (t) => {
		const messages = await flight(ciphers);
		t.is(messages.length, name === "encrypted" ? 3 : 4);
		const together = record(Buffer.concat(messages.map((message) => message.subarray(recordHeader))));
		for (const records of [messages, [together]]) {
			const order = new HandshakeOrder();
			[...records, changeCipherSpec, finished, applicationData].forEach((one) => order.check(one));
			t.is(order.signature, undefined);
		}
	});

	test(`${name}: no message may be left out, come twice, or come early`, async (t) => {
		const messages = await flight(ciphers);
		const all = [...messages, changeCipherSpec, finished, applicationData];
		for (let at = 0; at < all.length; at++) {
			const before = all.slice(0, at);
			for (const one of all) {
				// What is encrypted can't be told from what was expected.
				if (one !== all[at] && !(all[at] === finished && one[0] === finished[0]))
					refused(t, [...before, one]);
			}
		}
	});
}

for (const name of ["elliptic", "numbers"] as const) {
	test(`${name}: a key that is not signed, or by what was not offered, is refused`, async (t) => {
		const messages = await flight(suites[name]);
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
}

test("a signature by ECDSA is kept to be looked at", async (t) => {
	const [hello, certificate, key] = await flight(suites.elliptic) as [Uint8Array, Uint8Array, Uint8Array];
	const changed = Uint8Array.from(key);
	changed[key.length - 259] = 3;
	const order = new HandshakeOrder();
	[hello, certificate, changed].forEach((one) => order.check(one));
	t.is(order.signature?.length, 256);
});

test("a message cut anywhere throws nothing but what says so", async (t) => {
	const messages = await flight(suites.elliptic);
	for (const message of messages.slice(0, 1).concat(messages.slice(2))) {
		for (let end = recordHeader; end < message.length; end++) {
			const order = new HandshakeOrder();
			try {
				messages.slice(0, messages.indexOf(message)).forEach((one) => order.check(one));
				order.check(message.subarray(0, end));
			}
			catch (error) {
				t.is((error as Error).message, HANDSHAKE_FAILED);
			}
		}
	}
	t.pass();
});
