/** What one handshake has to do with the session of another (RFC 5246, 7.3; RFC 5077; RFC 7627, 5.3). Imports nothing of the SDK. */
import { HANDSHAKE_FAILED, TLSError } from "./tls-error.js";
import type { Verified } from "./chain.js";
import { areEqual } from "./der.js";
import type { Offer } from "./handshake-order.js";
import type { ServerHello, Ticket } from "./messages.js";
import type { Primitives } from "./primitives.js";
import { DECLINED, ENTRY_MAXIMUM, RESUMED, type SessionKeeper } from "./session-keeper.js";
import type { TrustedAuthorities } from "./trust.js";

/** Milliseconds from the full handshake on, after which there must be another (RFC 5246, F.1.4). */
const LIFE_MAXIMUM = 86_400_000;

/**
 * An entry is an array of bytes: SHA-256 of what the session belongs to and of all that follows; when it was stored and when it ends,
 * in milliseconds since 1970; last byte of the suite; kind; number of the CA in the device's own store; secret; the server's ticket or id.
 */
const STORED = 32;
const END = 40;
const SUITE = 48;
const KIND = 49;
const AUTHORITY = 50;
const SECRET = 51;
const TOKEN = 99;

/** The kind: a ticket or an id; with a secret that is bound to its handshake, which versions up to 0.1.0 did not need. */
const TICKET = 1;
const EXTENDED = 2;

// docs/decisions/0054-tls-sessions-are-resumed.md
/** A session that is offered to the server, and the one that is kept afterwards. */
export class Resumption implements Offer {
	/** For the hello. */
	readonly id: Uint8Array;
	/** For the hello: empty to ask for one, undefined to want none. */
	readonly ticket: Uint8Array | undefined;
	/** Whether the secret is bound to the handshake (RFC 7627). */
	isExtended = false;
	/** The cipher suite that the server has chosen. */
	suite = 0;

	private readonly keeper: SessionKeeper | undefined;
	private readonly place: string;
	private readonly authorities: Pick<TrustedAuthorities, "encoded">;
	private readonly primitives: Primitives;
	/** The entry that is offered; undefined once the server has declined it. */
	private entry: Uint8Array | undefined;
	/** What has become of the session that was offered. */
	private outcome: number | undefined;
	/** Ticket or id of the session that follows. */
	private token: Uint8Array | undefined;
	private kind = 0;
	/** Milliseconds that the session which follows may go on. */
	private life = LIFE_MAXIMUM;

	/**
	 * @param keeper undefined to neither offer nor keep a session
	 * @param place name and port, and the certificate that the client shows
	 * @param authorities that the peer is verified with
	 * @param random as many bytes as an id has; kept
	 */
	constructor(keeper: SessionKeeper | undefined, place: string, authorities: Pick<TrustedAuthorities, "encoded">, primitives: Primitives,
		random: Uint8Array) {
		this.keeper = keeper;
		this.place = place;
		this.authorities = authorities;
		this.primitives = primitives;
		this.id = random;
		this.ticket = keeper && random.subarray(0, 0);
		const entry = this.entry = keeper?.get();
		if (entry === undefined)
			return;
		const now = Date.now();
		const token = entry.subarray(TOKEN);
		// Not an entry, bound to no handshake, not of this place, not as it was stored, over, or the clock was set back.
		if (token.length === 0 || (entry[KIND] & EXTENDED) === 0 || !areEqual(entry.subarray(0, STORED), this.digestOf(entry))
			|| now < timeAt(entry, STORED) || now >= timeAt(entry, END))
			this.drop();
		// The server echoes the id when it takes a ticket (RFC 5077, 3.4).
		else if ((entry[KIND] & TICKET) === 0)
			this.id = token;
		else
			this.ticket = token;
	}

	/** Whether a session was offered: what fails then may do so because of it, even where it seems to be declined. */
	get isPending(): boolean {
		return this.entry !== undefined || this.outcome === DECLINED;
	}

	/** The secret of the session that goes on, a copy; undefined in a full handshake. */
	get secret(): Uint8Array | undefined {
		return this.outcome === RESUMED ? this.entry?.slice(SECRET, TOKEN) : undefined;
	}

	onHello(hello: ServerHello): boolean {
		this.isExtended = hello.isExtended;
		this.suite = hello.suite;
		if (this.entry === undefined || !areEqual(hello.id, this.id)) {
			this.token = hello.id.slice();
			if (this.entry !== undefined)
				this.outcome = DECLINED;
			this.drop();
			return false;
		}
		// Nobody may weaken a session by going on with it (RFC 5246, 7.4.1.3; RFC 7627, 5.3).
		if ((hello.suite & 0xff) !== this.entry[SUITE] || !hello.isExtended)
			throw new TLSError(HANDSHAKE_FAILED);
		this.outcome = RESUMED;
		return true;
	}

	onTicket(message: Ticket): void {
		if (message.ticket.length === 0)
			return;
		if (message.lifetime > 0)
			this.life = Math.min(LIFE_MAXIMUM, 1000 * message.lifetime);
		this.kind = TICKET;
		this.token = message.ticket.slice();
	}

	/**
	 * The server's Finished has come: keeps the session that follows, and reports what became of the one that was offered.
	 * @param secret copied
	 * @param verified of a full handshake
	 */
	complete(secret: Uint8Array, verified: Verified | undefined): void {
		const { entry, token } = this;
		if (this.keeper === undefined)
			return;
		// A session that is bound to no handshake should not go on (RFC 7627, 5.3).
		if (this.isExtended && token !== undefined && token.length > 0 && TOKEN + token.length <= ENTRY_MAXIMUM) {
			const next = new Uint8Array(TOKEN + token.length);
			const view = new DataView(next.buffer);
			const now = Date.now();
			view.setFloat64(STORED, now);
			// A new ticket does not make a session longer.
			view.setFloat64(END, Math.min(now + this.life, entry === undefined ? verified?.to ?? 0 : timeAt(entry, END)));
			next[SUITE] = this.suite;
			next[KIND] = this.kind + EXTENDED;
			next[AUTHORITY] = entry?.[AUTHORITY] ?? verified?.authority.number ?? 0;
			next.set(secret, SECRET);
			next.set(token, TOKEN);
			next.set(this.digestOf(next));
			this.keeper.set(next);
		}
		if (this.outcome !== undefined)
			this.keeper.stats.emit("resume", this.outcome);
	}

	/** No connection goes on with the session any more. */
	drop(): void {
		if (this.entry !== undefined)
			this.keeper?.set(undefined);
		this.entry = undefined;
	}

	/** Without the CA that the session was verified with, it is that of nothing. */
	private digestOf(entry: Uint8Array): Uint8Array {
		return this.primitives.digest("SHA256", [this.primitives.bytes(this.place + " ")]
			.concat(this.authorities.encoded(entry[AUTHORITY]) ?? entry, entry.subarray(STORED)));
	}
}

function timeAt(entry: Uint8Array, at: number): number {
	return new DataView(entry.buffer, entry.byteOffset).getFloat64(at);
}
