import RNG from "rng";
import handshakeProtocol from "ssl/handshake";
import PRF from "ssl/prf";
import TLSSession from "ssl/session";
import SSLStream from "ssl/stream";
import { HANDSHAKE_FAILED, NOT_TLS, RECORD_DAMAGED, TLSError, VERSION_REFUSED } from "../../tls/error.js";
import { clientHello } from "./client-hello.js";
import {
	ALERT, APPLICATION_DATA, CHANGE_CIPHER_SPEC, HANDSHAKE, HandshakeOrder, RECORD_HEADER, SERVER_HELLO, SERVER_HELLO_DONE, SERVER_KEY_EXCHANGE
} from "./handshake-order.js";
import { isAddress } from "./host-names.js";
import { ServerJudge } from "./judge.js";
import { MessageAssembler } from "./message-assembler.js";
import { RANDOM_SIZE, SECP256R1, SECRET_SIZE, SESSION_MAXIMUM } from "./messages.js";
import type { CheckedOptions } from "./options.js";
import { Resumption } from "./resumption.js";
import { primitives } from "./sdk-primitives.js";
import { storedAuthorities, storedAuthority } from "./store.js";

/** TLS 1.2, the newest that the SDK has. Without its cache, which would take up a session of a peer that an earlier socket didn't verify. */
const SDK_OPTIONS = Object.freeze({ protocolVersion: 0x303, cache: false, tls_elliptic_curves: Object.freeze([SECP256R1]) });

/**
 * Bytes of the buffer that records are received in; it holds the answer to a create. A longer record gets a buffer of
 * its own for as long as it lasts.
 */
const RECEIVE_SPACE = 1024;

/** Most data in a record (RFC 5246, 6.2.1). */
export const DATA_MAXIMUM = 0x4000;

/** Most bytes that encryption may add to a record (RFC 5246, 6.2.3). */
const EXPANSION_MAXIMUM = 0x800;

/** First byte of the version of all TLS. */
const MAJOR = 3;
/** Second byte of TLS 1.1 (RFC 4346, 6.2.1). */
const MINOR_OF_1_1 = 2;

/** Alerts (RFC 5246, 7.2). */
export const WARNING = 1;
export const CLOSE_NOTIFY = 0;
/** Warnings that are passed over in a handshake: servers send one, that they do not know the name. */
const WARNINGS_MAXIMUM = 4;

/** Steps of the SDK's handshake: it begins, and it waits for a message. */
const BEGIN = 0;
const WAIT = -1;

/** The SDK's key exchange, which leaves the secret as it is before it is bound to anything. */
const unbound = Object.freeze({
	__proto__: handshakeProtocol.clientKeyExchange,
	generateMasterSecret(session: TLSSession, secret: ArrayBuffer): void {
		session.masterSecret = new Uint8Array(secret);
	}
});

/**
 * The SDK's TLS session with a ClientHello and a way to receive records of its own: in one buffer instead of one a record, with
 * header and order checked before the SDK acts on them. The SDK's own hello offers static RSA and CBC first; its way to receive
 * waits for as many bytes as anything that is not TLS happens to announce, and its certificate manager decodes what an
 * attacker sends before anything is verified.
 */
export class CheckedSession extends TLSSession {
	private readonly space = new Uint8Array(RECEIVE_SPACE);
	private readonly name: string;
	private readonly dhe: boolean;
	private readonly order: HandshakeOrder;
	private readonly judge: ServerJudge;
	private readonly resumption: Resumption;
	private readonly messages = new MessageAssembler();
	private warnings = 0;
	private record = this.space;
	/** Bytes of the record that have come. */
	private filled = 0;
	/** Bytes of the whole record, header included; 0 until they are known. */
	private size = 0;

	constructor({ authorities, dhe, keeper, name, port, verify }: CheckedOptions) {
		super(SDK_OPTIONS);
		// An address is not a server name (RFC 6066, 3).
		this.name = isAddress(name) ? "" : name;
		this.dhe = dhe;
		const trust = verify ? { name, authoritiesFor: authorities === undefined ? storedAuthorities : () => authorities.read() } : undefined;
		const judge = this.judge = new ServerJudge(trust, primitives, () => new Uint8Array(this.clientRandom));
		this.resumption = new Resumption(keeper, { place: name + " " + port, dhe, given: authorities?.encoded, authority: storedAuthority }, primitives,
			new Uint8Array(RNG.get(SESSION_MAXIMUM)));
		this.order = new HandshakeOrder(judge, this.resumption);
		this.initiateHandshake();
	}

	/** Whether a session was offered, and a failure may be its. */
	get isPending(): boolean {
		return this.resumption.isPending;
	}

	/** Takes one step. Returns whether the handshake is complete. @throws TLSError */
	override handshake(wire: TLSWire): boolean {
		if (this.handshakeProcess === BEGIN) {
			this.sayHello(wire);
			return false;
		}
		const isDone = super.handshake(wire);
		for (let message = this.messages.next(); message !== undefined; message = this.messages.next())
			this.take(message);
		if (isDone && this.alert === undefined) {
			this.resumption.complete(this.masterSecret, this.judge.verified);
			this.masterSecret.fill(0);
		}
		return isDone;
	}

	/** The session is not to go on any more. */
	drop(): void {
		this.resumption.drop();
	}

	/** @throws TLSError when what comes is no record, or not the one that must come now */
	override readPacket(wire: TLSWire): Uint8Array | undefined {
		if (this.size === 0) {
			if (!this.fill(wire, RECORD_HEADER))
				return undefined;
			this.begin();
		}
		if (!this.fill(wire, this.size))
			return undefined;
		const record = this.record.subarray(0, this.size);
		this.record = this.space;
		this.filled = this.size = 0;
		const type = record[0];
		if (!this.order.encrypted) {
			if (type === HANDSHAKE) {
				this.messages.push(record.subarray(RECORD_HEADER));
				return undefined;
			}
			if (type === ALERT && this.isPassedOver(record))
				return undefined;
			if (type === CHANGE_CIPHER_SPEC && !this.messages.isEmpty)
				throw new TLSError(HANDSHAKE_FAILED);
		}
		this.order.checkRecord(record);
		return record;
	}

	/** The SDK's messages, except the secret of a key exchange, which is bound to the whole handshake where the server does that (RFC 7627, 4). */
	override doProtocol(wire: TLSWire, protocol: object, ...parameters: readonly number[]): void {
		const binds = protocol === handshakeProtocol.clientKeyExchange && this.resumption.isExtended;
		super.doProtocol(wire, binds ? unbound : protocol, ...parameters);
		if (binds)
			this.masterSecret = PRF(this, this.masterSecret, "extended master secret", this.handshakeDigests.SHA256.close(true), SECRET_SIZE);
	}

	private sayHello(wire: TLSWire): void {
		const { dhe, name, resumption } = this;
		this.clientRandom = RNG.get(RANDOM_SIZE);
		const record = clientHello({ random: new Uint8Array(this.clientRandom), name, dhe, id: resumption.id, ticket: resumption.ticket }, primitives);
		const message = record.subarray(RECORD_HEADER);
		this.handshakeMessages = { getChunk: () => message };
		this.handshakeProcess = WAIT;
		wire.writable = wire.write(record);
	}

	/**
	 * The SDK gets the server's hello, and of the other messages only what it needs: it would copy certificates and names of
	 * CAs, and check signatures once more, and less strictly.
	 */
	private take(message: Uint8Array): void {
		const { judge, messages, order, resumption } = this;
		const [type] = message;
		order.checkMessage(message);
		if (type === SERVER_HELLO) {
			const { secret } = resumption;
			if (secret !== undefined) {
				this.clientSessionID = copyOf(resumption.id);
				this.masterSecret = secret;
			}
			handshakeProtocol.unpacketize(this, new SSLStream(message));
			return;
		}
		this.handshakeDigests.SHA256.write(message);
		const { exchange } = judge;
		if (type === SERVER_KEY_EXCHANGE && exchange !== undefined) {
			const { numbers: [modulus, generator, value], point } = exchange;
			this.dhparams = point === undefined
				? { dh_p: copyOf(modulus), dh_g: copyOf(generator), dh_Ys: copyOf(value) }
				: { named_curve: SECP256R1, dh_Ys: copyOf(point) };
		}
		if (type !== SERVER_HELLO_DONE)
			return;
		if (judge.isAsked)
			this.clientCerts = [];
		this.handshakeProcess = SERVER_HELLO_DONE;
		if (!messages.isEmpty)
			throw new TLSError(HANDSHAKE_FAILED);
	}

	/** Whether the alert only warns (RFC 6066, 3); not that the peer closes. */
	private isPassedOver(record: Uint8Array): boolean {
		return record.length === RECORD_HEADER + 2 && record[RECORD_HEADER] === WARNING && record[RECORD_HEADER + 1] !== CLOSE_NOTIFY
			&& this.warnings++ < WARNINGS_MAXIMUM;
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

	private begin(): void {
		const { space } = this;
		const type = space[0];
		const length = (space[3] ?? 0) << 8 | (space[4] ?? 0);
		const known = type === CHANGE_CIPHER_SPEC || type === ALERT || type === HANDSHAKE || type === APPLICATION_DATA;
		if (!known || space[1] !== MAJOR || length === 0 || (length > DATA_MAXIMUM && length > DATA_MAXIMUM + (this.order.encrypted ? EXPANSION_MAXIMUM : 0)))
			throw new TLSError(this.order.fresh ? NOT_TLS : RECORD_DAMAGED);
		// Whoever answers the first message with an alert of TLS 1.1 has settled on that.
		if (type === ALERT && space[2] === MINOR_OF_1_1 && this.order.fresh)
			throw new TLSError(VERSION_REFUSED);
		this.size = RECORD_HEADER + length;
		if (this.size <= RECEIVE_SPACE)
			return;
		this.record = new Uint8Array(this.size);
		this.record.set(space.subarray(0, RECORD_HEADER));
	}
}

/** The SDK takes buffers; the message is the next record's soon. */
function copyOf(bytes: Uint8Array): ArrayBuffer {
	return bytes.slice().buffer;
}
