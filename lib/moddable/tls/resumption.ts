/** What one handshake has to do with the session of another (RFC 5246, 7.3; RFC 5077; RFC 7627, 5.3). Imports nothing of the SDK. */
import { HANDSHAKE_FAILED, TLSError } from "../../tls/error.js";
import type { Verified } from "./chain.js";
import { isOffered } from "./client-hello.js";
import { areEqual } from "./der.js";
import type { Offer } from "./handshake-order.js";
import type { ServerHello, Ticket } from "./messages.js";
import type { Primitives } from "./primitives.js";
import { DECLINED, ENTRY_MAXIMUM, RESUMED, type SessionKeeper } from "./session-keeper.js";

/** Seconds from the full handshake on, after which there must be another (RFC 5246, F.1.4). */
const LIFE_MAXIMUM = 86_400;

/**
 * An entry is an array of bytes: SHA-256 of what the session belongs to and of all that follows; when it was stored and when it ends,
 * in seconds since 1970; suite; kind; number of the CA in the device's own store; secret; the server's ticket or id.
 */
const STORED = 32;
const END = 36;
const SUITE = 40;
const KIND = 42;
const AUTHORITY = 43;
const SECRET = 44;
const TOKEN = 92;

/** The kind: a ticket or an id; with a secret that is bound to its handshake. */
const TICKET = 1;
const EXTENDED = 2;

/** What a session belongs to. */
export interface Scope {
	/** Name, port and options. */
	readonly place: string;
	/** Whether DHE is offered. */
	readonly dhe: boolean;
	/** The app's CAs in DER; undefined for the device's own. */
	readonly given: readonly Uint8Array[] | undefined;
	/** The certificate of the device's own CA with this number; undefined when there is none. */
	readonly authority: (number: number) => Uint8Array | undefined;
}

// docs/decisions/0054-tls-sessions-are-resumed.md
/** A session that is offered to the server, and the one that is kept afterwards. */
export class Resumption implements Offer {
	/** For the hello. */
	readonly id: Uint8Array;
	/** For the hello: empty to ask for one, undefined to want none. */
	readonly ticket: Uint8Array | undefined;
	/** Whether the secret is bound to the handshake (RFC 7627). */
	isExtended = false;

	private readonly keeper: SessionKeeper | undefined;
	private readonly scope: Scope;
	private readonly primitives: Primitives;
	/** The entry that is offered; undefined once the server has declined it. */
	private entry: Uint8Array | undefined;
	private isDeclined = false;
	private isResumed = false;
	private suite = 0;
	/** Ticket or id of the session that follows. */
	private token: Uint8Array | undefined;
	private kind = 0;
	/** Seconds that the server means to take its ticket for, 0 for any time. */
	private lifetime = 0;

	/**
	 * @param keeper undefined to neither offer nor keep a session
	 * @param random as many bytes as an id has; kept
	 */
	constructor(keeper: SessionKeeper | undefined, scope: Scope, primitives: Primitives, random: Uint8Array) {
		this.keeper = keeper;
		this.scope = scope;
		this.primitives = primitives;
		this.id = random;
		this.ticket = keeper && random.subarray(0, 0);
		const entry = this.entry = keeper?.get();
		if (entry === undefined)
			return;
		const token = entry.subarray(TOKEN);
		if (!this.isGood(entry))
			this.drop();
		// The server echoes the id when it takes a ticket (RFC 5077, 3.4).
		else if ((entry[KIND] & TICKET) === 0)
			this.id = token;
		else
			this.ticket = token;
	}

	/** Whether a session was offered: what fails then may do so because of it, even where it seems to be declined. */
	get isPending(): boolean {
		return this.entry !== undefined || this.isDeclined;
	}

	/** The secret of the session that goes on, a copy; undefined in a full handshake. */
	get secret(): Uint8Array | undefined {
		return this.isResumed ? this.entry?.slice(SECRET, TOKEN) : undefined;
	}

	onHello({ id, isExtended, suite }: ServerHello): boolean {
		const { entry } = this;
		this.isExtended = isExtended;
		this.suite = suite;
		if (!isOffered(suite, this.scope.dhe))
			throw new TLSError(HANDSHAKE_FAILED);
		if (entry === undefined || !areEqual(id, this.id)) {
			this.token = id.slice();
			this.isDeclined = entry !== undefined;
			this.drop();
			return false;
		}
		// Nobody may weaken a session by going on with it (RFC 5246, 7.4.1.3; RFC 7627, 5.3).
		if (suite !== numberAt(entry, SUITE) >>> 16 || isExtended !== (entry[KIND] & EXTENDED) > 0)
			throw new TLSError(HANDSHAKE_FAILED);
		this.isResumed = true;
		return true;
	}

	onTicket({ lifetime, ticket }: Ticket): void {
		if (ticket.length === 0)
			return;
		this.lifetime = lifetime;
		this.kind = TICKET;
		this.token = ticket.slice();
	}

	/**
	 * The server's Finished has come: keeps the session that follows, and reports what became of the one that was offered.
	 * @param secret copied
	 * @param verified of a full handshake
	 */
	complete(secret: Uint8Array, verified: Verified | undefined): void {
		const { entry, isExtended, keeper, kind, lifetime, suite, token } = this;
		if (keeper === undefined)
			return;
		if (token !== undefined && token.length > 0 && TOKEN + token.length <= ENTRY_MAXIMUM) {
			const next = new Uint8Array(TOKEN + token.length);
			const view = new DataView(next.buffer);
			const now = seconds(Date.now());
			// A new ticket does not make a session longer.
			const end = entry === undefined ? Math.min(now + LIFE_MAXIMUM, seconds(verified?.to ?? 0)) : numberAt(entry, END);
			view.setUint32(STORED, now);
			view.setUint32(END, lifetime > 0 ? Math.min(end, now + lifetime) : end);
			view.setUint16(SUITE, suite);
			next[KIND] = kind + (isExtended ? EXTENDED : 0);
			next[AUTHORITY] = entry?.[AUTHORITY] ?? verified?.authority.number ?? 0;
			next.set(secret, SECRET);
			next.set(token, TOKEN);
			next.set(this.digestOf(next));
			keeper.set(next);
		}
		if (this.isResumed)
			keeper.tell(RESUMED);
		else if (this.isDeclined)
			keeper.tell(DECLINED);
	}

	/** No connection goes on with the session any more. */
	drop(): void {
		if (this.entry !== undefined)
			this.keeper?.set(undefined);
		this.entry = undefined;
	}

	/** Whether it is an entry, of this scope, as it was stored, and not over. A clock that was set back does not know that. */
	private isGood(entry: Uint8Array): boolean {
		const now = seconds(Date.now());
		return entry.length > TOKEN && areEqual(entry.subarray(0, STORED), this.digestOf(entry)) && now >= numberAt(entry, STORED) && now < numberAt(entry, END);
	}

	/** Without the CA that the session was verified with, it is that of nothing. */
	private digestOf(entry: Uint8Array): Uint8Array {
		const { primitives, scope: { authority, dhe, given, place } } = this;
		const all = given ?? [authority(entry[AUTHORITY]) ?? entry];
		return primitives.digest("SHA256", primitives.bytes(place + " " + dhe + " "), ...all, entry.subarray(STORED));
	}
}

function numberAt(entry: Uint8Array, at: number): number {
	return new DataView(entry.buffer, entry.byteOffset).getUint32(at);
}

function seconds(milliseconds: number): number {
	return Math.floor(milliseconds / 1000);
}
