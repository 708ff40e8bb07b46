import TCP from "embedded:io/socket/tcp";
import { BlockCipher } from "crypt";
import GCM from "gcm";
import RNG from "rng";
import { TLSSocket } from "../../lib/moddable/tls/socket.js";
import type { TLSSocketOptions } from "../../lib/tls/tls-socket-options.js";
import { STREAM_CUT } from "../../lib/tls/tls-error.js";
import { contentOf, SEQUENCE } from "../../lib/tls/der.js";
import { readKey } from "../../lib/tls/public-key.js";
import { signatureAlgorithm, verifySignature } from "../../lib/tls/signature.js";
import { primitives } from "../../lib/moddable/tls/sdk-primitives.js";
import { edited, fromHex, join } from "./bytes.js";
import type { CipherJob, HandshakeJob, Job, SignatureJob } from "./jobs.js";
import { certificateFlight } from "./records.js";
import { talk, textOf } from "./scripted-peer.js";

/** A chain or a flight that the jobs behind it change. */
interface Base {
	readonly pieces: readonly Uint8Array[];
	readonly authorities: readonly Uint8Array[];
	readonly host: string;
}

/** Does jobs, one after the other. */
export class Worker {
	#base: Base = { pieces: [], authorities: [], host: "" };

	/** What the jobs behind it are about. */
	prepare(job: Job): void {
		if (job.kind === "chain")
			this.#base = { pieces: job.chain.map(fromHex), authorities: job.authorities.map(fromHex), host: job.host };
		else if (job.kind === "flight") {
			this.#base = { pieces: job.records.map(fromHex), authorities: job.authorities.map(fromHex), host: "localhost" };
			stopClock(job.now);
		}
	}

	/** Returns the verdict. */
	async verdict(job: Job): Promise<string> {
		try {
			return await this.#do(job);
		}
		catch (error) {
			return `throws: ${textOf(error)}`;
		}
	}

	#do(job: Job): string | Promise<string> {
		switch (job.kind) {
			case "chain": return this.#chain([]);
			case "changed chain": return this.#chain(job.edits);
			case "flight": return this.#flight([]);
			case "changed flight": return this.#flight(job.edits);
			case "signature": return verdictOfSignature(job);
			case "cipher": return verdictOfCipher(job);
			case "handshake": return shakeHands(job);
		}
	}

	#chain(edits: Parameters<typeof edited>[1]): string {
		const { pieces, authorities, host } = this.#base;
		const { error, opened, left } = talk(host, authorities, certificateFlight(edited(pieces, edits)), false);
		if (opened)
			return "open, though nothing was signed";
		if (error !== "")
			return `refused: ${error}`;
		return left === 0 ? "accepted" : `waiting with ${left} bytes left`;
	}

	#flight(edits: Parameters<typeof edited>[1]): string {
		const { pieces, authorities, host } = this.#base;
		RNG.reset();
		const { error, opened, received } = talk(host, authorities, join(...edited(pieces, edits)), true);
		if (received)
			return "open, and has taken data";
		if (!opened)
			return `refused: ${error}`;
		return error === `TLSError: ${STREAM_CUT}` ? "open" : `open, then ${error}`;
	}
}

/** Whether the key has signed the message, by the functions that check certificates. */
function verdictOfSignature({ algorithm, info, message, signature }: SignatureJob): string {
	const known = signatureAlgorithm(contentOf(fromHex(algorithm), SEQUENCE));
	if (known === undefined)
		return "algorithm unknown";
	return verifySignature(known, readKey(contentOf(fromHex(info), SEQUENCE), primitives), [fromHex(message)], fromHex(signature), primitives) ? "valid" : "invalid";
}

function verdictOfCipher({ key, nonce, additional, data }: CipherJob): string {
	const bytes = fromHex(data);
	const plain = new GCM(new BlockCipher("AES", fromHex(key).buffer)).process(bytes, bytes, fromHex(nonce).buffer, fromHex(additional).buffer, false);
	return plain === undefined ? "invalid" : `valid ${plain.toHex()}`;
}

/** Over TCP, with the same random numbers and the same time as each flight has it again. */
function shakeHands({ port, authorities, now }: HandshakeJob): Promise<string> {
	stopClock(now);
	RNG.reset();
	return new Promise((resolve) => {
		const socket = new TLSSocket({
			address: "127.0.0.1", host: "localhost", port,
			TCP: { io: TCP },
			secure: { certificate: authorities.map(fromHex) },
			onWritable: () => {
				socket.close();
				resolve("open");
			},
			onError: (error: unknown) => resolve(`refused: ${textOf(error)}`)
		} as TLSSocketOptions);
	});
}

/** The time is in a ClientHello. */
function stopClock(now: number): void {
	const Clock = Date;
	globalThis.Date = class extends Clock {
		constructor(at = now) {
			super(at);
		}
		static override now(): number {
			return now;
		}
	} as DateConstructor;
}
