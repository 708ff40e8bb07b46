import TLSSession from "ssl/session";
import { NOT_TLS, RECORD_DAMAGED, TLSError, VERSION_REFUSED } from "../../tls/error.js";
import type { Trust } from "./chain.js";
import { ALERT, APPLICATION_DATA, CHANGE_CIPHER_SPEC, HANDSHAKE, HandshakeOrder, RECORD_HEADER } from "./handshake-order.js";
import { isAddress } from "./host-names.js";
import { ServerJudge } from "./judge.js";
import { authoritiesOf, type CheckedOptions } from "./options.js";
import { primitives } from "./sdk-primitives.js";
import { storedAuthorities } from "./store.js";

/** TLS 1.2, the newest that the SDK has. */
const TLS_VERSION = 0x303;

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

/**
 * The SDK's TLS session with a way to receive records of its own: in one buffer instead of one a record, with header and
 * order checked before the SDK acts on them. The SDK's own way waits for as many bytes as anything that is not TLS
 * happens to announce, and its certificate manager decodes what an attacker sends before anything is verified.
 */
export class CheckedSession extends TLSSession {
	private readonly space = new Uint8Array(RECEIVE_SPACE);
	private readonly order: HandshakeOrder;
	private record = this.space;
	/** Bytes of the record that have come. */
	private filled = 0;
	/** Bytes of the whole record, header included; 0 until they are known. */
	private size = 0;

	constructor(options: TLSSessionOptions, trust: Trust | undefined) {
		super(options);
		const judge = new ServerJudge(trust, primitives, () => new Uint8Array(this.clientRandom));
		this.order = new HandshakeOrder(judge);
		this.certificateManager = {
			// The SDK would keep a copy of the server's certificate, which nobody reads.
			verify: (chain) => {
				chain[0] = this.space.subarray(0, 0);
				return true;
			},
			register: () => undefined,
			getKey: () => judge.takeKey(),
			findPreferredCert: () => judge.chooseCertificates()
		};
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
		this.order.check(record);
		return record;
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

/** A session that is about to begin its handshake. @throws TLSError for an invalid CA */
export function makeSession({ name, verify, certificate }: CheckedOptions): CheckedSession {
	// Without the cache, which would take up a session of a peer that an earlier socket didn't verify.
	const options = { protocolVersion: TLS_VERSION, cache: false };
	const trust = verify ? { name, authoritiesFor: finderOf(certificate) } : undefined;
	// An address is not a server name (RFC 6066, 3).
	const session = new CheckedSession(name === "" || isAddress(name) ? options : { ...options, serverName: name }, trust);
	session.initiateHandshake();
	return session;
}

function finderOf(certificate: CheckedOptions["certificate"]): Trust["authoritiesFor"] {
	const given = authoritiesOf(certificate);
	return given === undefined ? storedAuthorities : () => given;
}
