import RNG from "rng";
import handshakeProtocol from "ssl/handshake";
import PRF from "ssl/prf";
import TLSSession from "ssl/session";
import SSLStream from "ssl/stream";
import { HANDSHAKE_FAILED, TLSError } from "../../tls/tls-error.js";
import { clientHello } from "../../tls/client-hello.js";
import {
	APPLICATION_DATA, CERTIFICATE_VERIFY, FINISHED, HandshakeOrder, RECORD_HEADER, SERVER_HELLO, SERVER_HELLO_DONE
} from "../../tls/handshake-order.js";
import { ServerJudge } from "../../tls/judge.js";
import { joined, RANDOM_SIZE, SECRET_SIZE, WITH_RSA } from "../../tls/messages.js";
import type { CheckedOptions } from "../../tls/tls-socket-options.js";
import { Resumption } from "../../tls/resumption.js";
import { primitives } from "./sdk-primitives.js";

/**
 * TLS 1.2, the newest that the SDK has. Without its cache, which would take up a session of a peer that an earlier socket didn't verify.
 */
const SDK_OPTIONS = Object.freeze({ protocolVersion: 0x303, cache: false });

/**
 * Bytes of the buffer that records are received in: what a handshake that resumes a session needs, and the most that it grows to,
 * which holds the answer to a create. A longer record, and one of a handshake, gets a buffer of its own for as long as it lasts.
 */
const HANDSHAKE_SPACE = 128;
const SPACE_MAXIMUM = 1024;

/** What a handshake leaves. */
type Left = { -readonly [name in "clientRandom" | "handshakeDigests" | "resumption"]?: CheckedSession[name] };

/** The SDK's key exchange, which leaves the secret as it is before it is bound to anything. */
const unbound = Object.freeze({
	__proto__: handshakeProtocol.clientKeyExchange,
	generateMasterSecret(session: TLSSession, secret: ArrayBuffer): void {
		session.masterSecret = new Uint8Array(secret);
	}
} as unknown as TLSProtocol);

/**
 * The SDK's TLS session with a ClientHello and a way to receive records of its own: in one buffer instead of one a record, with
 * header and order checked before the SDK acts on them. The SDK's own hello offers static RSA and CBC first; its way to receive
 * waits for as many bytes as anything that is not TLS happens to announce, and its certificate manager decodes what an
 * attacker sends before anything is verified.
 */
export class CheckedSession extends TLSSession {
	/** What the handshake has to do with an earlier session, until it is complete. */
	readonly resumption: Resumption;
	private space = new Uint8Array(HANDSHAKE_SPACE);
	private readonly checked: CheckedOptions;
	readonly order: HandshakeOrder;
	/** In a full handshake, from the server's hello on. */
	private judge: ServerJudge | undefined;
	private record = this.space;
	/** Bytes of the record that have come. */
	private filled = 0;
	/** Bytes of the whole record, header included; 0 until they are known. */
	private size = 0;
	/** Records of the handshake that the socket has not taken yet, the hello first: nothing else may leave before. */
	unsent: Uint8Array | undefined;

	/** @param checked kept */
	constructor(checked: CheckedOptions) {
		super(SDK_OPTIONS);
		// What the SDK would copy and make for what it does not get to do here.
		this.options = SDK_OPTIONS;
		this.certificateManager = undefined;
		this.connectionEnd = true;
		this.checked = checked;
		const random = new Uint8Array(this.clientRandom = RNG.get(RANDOM_SIZE));
		// A session is that of the certificate that was shown, too.
		const place = checked.name + " " + checked.port + (checked.identity?.fingerprint ?? "");
		const resumption = this.resumption = new Resumption(checked.keeper, place, checked.authorities, primitives, random);
		const { answerable, record } = clientHello(random, checked.name, resumption, primitives);
		const message = record.subarray(RECORD_HEADER);
		this.order = new HandshakeOrder(resumption, answerable);
		this.handshakeMessages = { getChunk: () => message };
		this.unsent = record;
	}

	/** Takes one step. Returns whether the handshake is complete. @throws TLSError */
	override handshake(wire: TLSWire): boolean {
		const isDone = super.handshake(wire);
		this.flush(wire);
		// As long as Finished, but another message: the SDK would act on it, and send a second hello in the clear for one.
		if (this.order.complete && this.handshakeProcess !== FINISHED)
			throw new TLSError(HANDSHAKE_FAILED);
		for (let message = this.order.nextMessage(); message !== undefined; message = this.order.nextMessage())
			this.take(message);
		if (isDone && this.alert === undefined) {
			this.resumption.complete(this.masterSecret, this.judge?.verified);
			this.masterSecret.fill(0);
			// What is left of a handshake would take room until the connection ends.
			(this as Left).resumption = (this as Left).handshakeDigests = (this as Left).clientRandom = this.judge = undefined;
		}
		return isDone;
	}

	/** The handshake has failed: no secret of it is left, and no session goes on. */
	drop(): void {
		(this.masterSecret as Uint8Array | undefined)?.fill(0);
		this.resumption.drop();
	}

	/** @throws TLSError when what comes is no record, or not the one that must come now */
	override readPacket(wire: TLSWire): Uint8Array | undefined {
		if (this.size === 0) {
			if (!this.fill(wire, RECORD_HEADER))
				return undefined;
			const { space } = this;
			const size = this.size = this.order.recordSize(space);
			if (size > space.length) {
				this.record = new Uint8Array(size);
				this.record.set(space.subarray(0, RECORD_HEADER));
				if (size <= SPACE_MAXIMUM && space[0] === APPLICATION_DATA)
					this.space = this.record;
			}
		}
		if (!this.fill(wire, this.size))
			return undefined;
		const record = this.record.subarray(0, this.size);
		this.record = this.space;
		this.filled = this.size = 0;
		return this.order.checkRecord(record) ? record : undefined;
	}

	/**
	 * The SDK's messages, except the secret of a key exchange, which is bound to the whole handshake where the server does that
	 * (RFC 7627, 4), and the proof of the client's key: the SDK's is by RSA alone. They are to be flushed: a server that refuses a
	 * certificate closes at once, and resets the connection over its alert if more comes.
	 */
	override doProtocol(_wire: TLSWire, protocol: TLSProtocol, first?: unknown, second?: unknown): void {
		const binds = protocol === handshakeProtocol.clientKeyExchange && this.resumption.isExtended;
		const proof = protocol === handshakeProtocol.certificateVerify
			? this.checked.identity?.proof(new Uint8Array(this.handshakeDigests.SHA256.close(true))) : undefined;
		this.unsent = joined(this.unsent, proof === undefined ? (binds ? unbound : protocol).packetize(this, first, second)
			: handshakeProtocol.packetize(this, CERTIFICATE_VERIFY, new SSLStream(proof)));
		if (binds)
			this.masterSecret = PRF(this, this.masterSecret, "extended master secret", this.handshakeDigests.SHA256.close(true), SECRET_SIZE);
	}

	/** Writes what of the handshake the socket has not taken yet, as much as it takes. `wire.writable` becomes undefined if that fails. */
	flush(wire: TLSWire): void {
		const { unsent } = this;
		if (unsent === undefined || wire.writable === undefined || wire.writable === 0)
			return;
		const part = unsent.subarray(0, wire.writable);
		this.unsent = part.length < unsent.length ? unsent.subarray(part.length) : undefined;
		wire.writable = wire.write(part);
	}

	/**
	 * The SDK gets the server's hello, and of the other messages only what it needs: it would copy certificates and names of
	 * CAs, and check signatures once more, and less strictly.
	 */
	private take(message: Uint8Array): void {
		const { judge } = this;
		const type = message[0];
		if (type === SERVER_HELLO) {
			const { secret } = this.resumption;
			if (secret !== undefined) {
				this.clientSessionID = this.resumption.id.slice().buffer;
				this.masterSecret = secret;
			}
			else
				this.order.judge = this.judge = new ServerJudge(
					this.checked.verify ? this.checked : undefined, primitives, new Uint8Array(this.clientRandom), this.resumption.suite === WITH_RSA);
			handshakeProtocol.unpacketize(this, new SSLStream(message));
			return;
		}
		this.handshakeDigests.SHA256.write(message);
		if (type !== SERVER_HELLO_DONE || judge === undefined)
			return;
		this.dhparams = { named_curve: judge.group, dh_Ys: judge.point };
		if (this.order.isAsked)
			this.clientCerts = this.order.takesECDSA ? this.checked.identity?.chain ?? [] : [];
		this.handshakeProcess = SERVER_HELLO_DONE;
	}

	/** Receives up to `end`. Returns whether that has come. */
	private fill(wire: TLSWire, end: number): boolean {
		const count = Math.min(end - this.filled, wire.readable);
		if (count > 0) {
			wire.read(this.record.subarray(this.filled, this.filled + count));
			wire.readable -= count;
			this.filled += count;
		}
		return this.filled === end;
	}
}
