/** A TLS 1.2 server of our own, ECDHE on P-256 with RSA and AES-128-GCM: what it encrypts is what no other server would. */
import { createCipheriv, createDecipheriv, createECDH, createHash, createHmac, randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { join } from "../x509/der.js";
import { message, messageHeader, record, recordHeader, recordReader, types, vector } from "./records.js";

const messages = { hello: 2, certificate: 11, key: 12, request: 13, done: 14, finished: 20 };
const randomAt = messageHeader + 2;
const randomSize = 32;
const recordMaximum = 0x4000;
const keySize = 16;
const saltSize = 4;
const nonceSize = 8;
const tagSize = 16;

/** The extension of a hello whose session's secret is to be bound to the handshake (RFC 7627, 5.1). */
const extendedSecret = Uint8Array.of(0, 23, 0, 0);

/** Content of a record before it is encrypted. */
type Content = readonly [type: number, content: Uint8Array];

/** Returns what comes encrypted behind the server's ChangeCipherSpec, Finished among it. */
export type Script = (finished: Uint8Array) => readonly Content[];

/** What a server shows of itself. */
export interface Shown {
	/** DER, its own first. */
	readonly chain: readonly Uint8Array[];
	/** @returns hash, algorithm and signature of its key for a handshake (RFC 5246, 7.4.1.4.1 and 7.4.3) */
	proof(signed: Uint8Array): readonly [hash: number, algorithm: number, signature: Uint8Array];
	/** What it asks for a client's certificate with, undefined where it does not. */
	readonly request?: Uint8Array;
}

/** One connection. */
export class KeyedConnection {
	readonly #socket: Socket;
	readonly #shown: Shown;
	readonly #script: Script;
	/** What it answers to data, undefined for nothing. */
	readonly #respond: ((asked: Uint8Array) => Uint8Array) | undefined;
	readonly #curve = createECDH("prime256v1");
	readonly #random = randomBytes(randomSize);
	/** All messages so far. */
	#said: Uint8Array = new Uint8Array(0);
	#client: Uint8Array = new Uint8Array(0);
	#master: Uint8Array = new Uint8Array(0);
	#keys: Uint8Array = new Uint8Array(0);
	#isExtended = false;
	#isEncrypted = false;
	#isFinished = false;
	/** Records that were encrypted. */
	#sent = 0;

	/** @param respond answers data; nothing does without it */
	constructor(socket: Socket, shown: Shown, script: Script, respond?: (asked: Uint8Array) => Uint8Array) {
		socket.setNoDelay().on("error", () => socket.destroy());
		this.#socket = socket;
		this.#shown = shown;
		this.#script = script;
		this.#respond = respond;
		socket.on("data", recordReader((record) => this.#take(record[0], record.subarray(recordHeader))));
	}

	#take(type: number, content: Uint8Array): void {
		if (type === types.cipher)
			this.#isEncrypted = true;
		else if (type === types.handshake && this.#client.length === 0)
			this.#answer(content);
		else if (type === types.data && this.#respond !== undefined)
			this.#send(types.data, this.#encrypt(types.data, this.#respond(this.#decrypt(content))));
		else if (this.#isFinished)
			// A hello in the clear, for one: who sends it waits in vain.
			return;
		else if (type === types.handshake && this.#isEncrypted)
			this.#finish(content);
		else if (type === types.handshake)
			this.#exchange(content);
	}

	#answer(hello: Uint8Array): void {
		this.#said = Uint8Array.from(hello);
		this.#client = this.#said.subarray(randomAt, randomAt + randomSize);
		const parameters = join(Uint8Array.of(3, 0, 23), vector(1, this.#curve.generateKeys()));
		const [hash, algorithm, signature] = this.#shown.proof(join(this.#client, this.#random, parameters));
		this.#isExtended = Buffer.from(hello).includes(Buffer.from(extendedSecret));
		// And that there is no renegotiation.
		const extensions = this.#isExtended ? join(extendedSecret, Uint8Array.of(0xff, 1, 0, 1, 0)) : new Uint8Array(0);
		this.#say(messages.hello, join(Uint8Array.of(3, 3), this.#random, vector(1, randomBytes(randomSize)), Uint8Array.of(0xc0, 0x2f, 0), vector(2, extensions)));
		this.#say(messages.certificate, vector(3, join(...this.#shown.chain.map((der) => vector(3, der)))));
		this.#say(messages.key, join(parameters, Uint8Array.of(hash, algorithm), vector(2, signature)));
		if (this.#shown.request !== undefined)
			this.#say(messages.request, this.#shown.request);
		this.#say(messages.done, new Uint8Array(0));
	}

	#exchange(message: Uint8Array): void {
		this.#said = join(this.#said, message);
		const secret = this.#curve.computeSecret(message.subarray(messageHeader + 1));
		this.#master = this.#isExtended ? expand(secret, "extended master secret", digestOf(this.#said), 48)
			: expand(secret, "master secret", join(this.#client, this.#random), 48);
		this.#keys = expand(this.#master, "key expansion", join(this.#random, this.#client), 2 * keySize + 2 * saltSize);
	}

	#finish(encrypted: Uint8Array): void {
		this.#isFinished = true;
		this.#said = join(this.#said, this.#decrypt(encrypted));
		const verified = expand(this.#master, "server finished", digestOf(this.#said), 12);
		this.#send(types.cipher, Uint8Array.of(1));
		for (const [type, content] of this.#script(message(messages.finished, verified)))
			this.#send(type, this.#encrypt(type, content));
	}

	/** The tag is not looked at. */
	#decrypt(encrypted: Uint8Array): Uint8Array {
		const nonce = encrypted.subarray(0, nonceSize);
		const cipher = createDecipheriv("aes-128-gcm", this.#keys.subarray(0, keySize), join(this.#keys.subarray(2 * keySize, 2 * keySize + saltSize), nonce));
		return cipher.update(encrypted.subarray(nonceSize, encrypted.length - tagSize));
	}

	#encrypt(type: number, content: Uint8Array): Uint8Array {
		const nonce = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, this.#sent++);
		const cipher = createCipheriv("aes-128-gcm", this.#keys.subarray(keySize, 2 * keySize), join(this.#keys.subarray(2 * keySize + saltSize), nonce));
		cipher.setAAD(join(nonce, Uint8Array.of(type, 3, 3, content.length >>> 8, content.length & 255)));
		return join(nonce, cipher.update(content), cipher.final(), cipher.getAuthTag());
	}

	#say(type: number, body: Uint8Array): void {
		const said = message(type, body);
		this.#said = join(this.#said, said);
		for (let at = 0; at < said.length; at += recordMaximum)
			this.#send(types.handshake, said.subarray(at, at + recordMaximum));
	}

	#send(type: number, content: Uint8Array): void {
		this.#socket.write(record(type, content));
	}
}

function digestOf(bytes: Uint8Array): Uint8Array {
	return createHash("sha256").update(bytes).digest();
}

/** PRF (RFC 5246, 5). */
function expand(secret: Uint8Array, label: string, seed: Uint8Array, size: number): Uint8Array {
	const begin = join(Buffer.from(label), seed);
	let bytes: Uint8Array = new Uint8Array(0);
	for (let step: Uint8Array = begin; bytes.length < size;) {
		step = createHmac("sha256", secret).update(step).digest();
		bytes = join(bytes, createHmac("sha256", secret).update(join(step, begin)).digest());
	}
	return bytes.subarray(0, size);
}
