import { claims, NEVER } from "../pocketbase/token-claims.js";
import type { ClientStats } from "../stats.js";
import type { Text } from "../platform.js";
import { NO_TOKEN, PLAIN_CREDENTIALS, TOKEN_UNUSABLE } from "../response.js";
import { GrowingPause } from "./growing-pause.js";
import { NO_IDENTITY, UNKNOWN_IDENTITY } from "./credentials.js";
import type { ServiceClock } from "./service-clock.js";
import type { StoredToken, TokenStore } from "./token-store.js";

const BEARER = "Bearer ";

/** There is no token; a log-in may bring one. */
export const NONE = 0;
/** The app has taken the token away: no log-in of the client's brings another. */
export const CLEARED = 1;
/** The token was restored, and the function for credentials has not said whether it is that user's. */
export const UNIDENTIFIED = 2;
/** The app has set the token, or doubts it, and the service has not been asked about it. */
export const UNCONFIRMED = 3;
/** Nothing is known against the token: the service has given it or confirmed it, or can't be asked. */
export const ACCEPTED = 4;
/** The service does not accept the token. */
export const REJECTED = 5;
/** What is known of the token. */
export type TokenStatus = typeof NONE | typeof CLEARED | typeof UNIDENTIFIED | typeof UNCONFIRMED | typeof ACCEPTED | typeof REJECTED;

/** Whose the stored token is. */
export interface AuthRecord {
	/** Id of the user's record. */
	readonly id: string;
	/** Id of its auth collection. */
	readonly collectionId: string;
}

/**
 * The token of the device's user, the header value it goes out in, and what is known of it. Nobody else writes here: others have a
 * `Readonly<Session>`, and its methods say what has happened.
 *
 * ```
 * NONE, REJECTED         ── renew ──► ACCEPTED
 * ACCEPTED               ── doubt ──► UNCONFIRMED ── accept ──► ACCEPTED
 * ACCEPTED, UNCONFIRMED  ── reject ─► REJECTED
 * any                    ── set ────► UNCONFIRMED; without a token CLEARED
 * any                    ── restore ► UNCONFIRMED; where a function for credentials is to be asked UNIDENTIFIED
 * UNIDENTIFIED           ─ identify ► UNCONFIRMED; another user's NONE
 * ```
 * A token that names no collection can't be asked about: it is `ACCEPTED` where others are `UNCONFIRMED`.
 */
export class Session {
	/** Value of the Authorization header (RFC 6750, section 2.1), "" for none. Built once for each token. */
	authorization = "";
	/** Why no request can go out with the token, "" for nothing. */
	fault = "";
	/** The token if there is a fault. */
	private unsendable = "";
	/** The token's `exp` in seconds since 1970 by the service's time, NEVER when it can't be read or is not to be judged. */
	expires = NEVER;
	/** Whether the service has issued or confirmed it when it had expired by the clock: it is good until another time is learned. */
	isFresh = false;
	/** Whether a log-in of the client's has brought it. */
	isBrought = false;
	/** Id of the auth collection that can be asked about the token; "" for a token that names none. */
	collectionId = "";
	/** Whether it can be exchanged for a new one there. */
	refreshable = false;
	status: TokenStatus = NONE;
	/** Ticks when the service confirmed the token after an empty list, and after a refusal; undefined for never. Another token ends both. */
	listChecked: number | undefined;
	refusalChecked: number | undefined;
	/** Pause after a failed refresh; a new token ends it. */
	readonly refreshPause = new GrowingPause();
	/** Who `credentials` log in: NO_IDENTITY without, UNKNOWN_IDENTITY until a function has been asked. */
	owner: string;
	/** Owner of the token: the user of a log-in, or of the app's own token. It is stored with the token. */
	identity: string;
	/** Counts what the app says: `setAuthToken` and `clearAuthToken`. An answer to an earlier request changes no token. */
	tokenVersion = 0;
	/** Counts how often the service has accepted the token, or has exchanged it for another of the same user. */
	confirmations = 0;
	/**
	 * Counts the tokens that have come otherwise, by a log-in or from the app, and those that were taken away: the service need not have
	 * accepted the one before.
	 */
	logIns = 0;

	/** Whether what is sent can be read on its way, so that neither a token nor a password may be. */
	readonly isPlaintext: boolean;

	/** When the token was first looked at, by the service's time; undefined until then. */
	private since: number | undefined;
	private readonly text: Text;
	private readonly stats: ClientStats;
	private readonly clock: ServiceClock;
	private readonly store: TokenStore | undefined;
	private readonly judges: boolean;
	private readonly longest: number;
	private readonly asks: boolean;

	/**
	 * @param clock by which the token is judged; its owner has it learn
	 * @param store where the token outlives a reboot; undefined keeps it in RAM
	 * @param judges whether the token's claims are looked at
	 * @param isPlaintext see there
	 * @param longest characters of a token that a request has room for
	 * @param owner see there
	 */
	constructor(text: Text, stats: ClientStats, clock: ServiceClock, store: TokenStore | undefined, judges: boolean, isPlaintext: boolean,
		longest = Infinity, owner = NO_IDENTITY) {
		this.text = text;
		this.stats = stats;
		this.clock = clock;
		this.store = store;
		this.judges = judges;
		this.isPlaintext = isPlaintext;
		this.longest = longest;
		this.owner = this.identity = owner;
		this.asks = owner === UNKNOWN_IDENTITY;
	}

	/**
	 * Takes the app's token. The service is asked about it before a request carries it, if it names its collection; not again
	 * when it is the present one. One that can't stand in a header is kept in RAM only, so that it can't bring a line of its
	 * own.
	 * @param given text; null and undefined mean no token, anything else can't stand in a header
	 * @param identity whose it is
	 */
	set(given: unknown, identity = this.owner): void {
		this.tokenVersion++;
		if (this.isPresent(given))
			return this.save(given);
		const token = typeof given === "string" ? given : "";
		const isNone = (given ?? "") === "";
		const fault = isNone ? "" : token === "" ? TOKEN_UNUSABLE : this.faultOf(token);
		this.take(token, isNone || fault !== "" ? fault : this.plaintextFault, identity);
		this.save(fault === "" ? token : "");
		this.doubt();
	}

	/**
	 * Takes a token that the service has just given, and stores it. Whatever the clock says, it is good until the service refuses it.
	 * @param token one that `faultOf` finds nothing wrong with
	 * @param ticks now
	 * @param identity whose it is; the present one's if left out
	 */
	renew(token: string, ticks: number, identity?: string): void {
		this.take(token, this.plaintextFault, identity);
		this.save(token);
		this.trust(ticks);
	}

	/** A log-in of the client's has brought a token. @param ticks now */
	logIn(token: string, ticks: number): void {
		this.renew(token, ticks, this.owner);
		this.isBrought = true;
	}

	/**
	 * Reads the token back that was stored before a reboot, and takes it as the app's. It must be of this service, and of the
	 * same user as `credentials`; a function is asked for them later. One that can't be sent is forgotten.
	 * @returns whether there was one
	 */
	restore(): boolean {
		const stored = this.load();
		if (stored === undefined)
			return false;
		if (this.faultOf(stored.token) !== "") {
			this.save("");
			return false;
		}
		if (!this.asks && this.owner !== NO_IDENTITY && stored.identity !== this.owner)
			return false;
		const isPresent = this.isPresent(stored.token);
		this.set(stored.token, stored.identity);
		if (this.asks && !isPresent)
			this.status = UNIDENTIFIED;
		return true;
	}

	/** Whether this is the present token, which nothing is known against. */
	private isPresent(given: unknown): given is string {
		return given !== "" && given === this.token && this.fault === "" && this.status !== REJECTED;
	}

	/** A function for credentials has been asked. @param owner who they log in */
	belongsTo(owner: string): void {
		this.owner = owner;
	}

	/** It was asked because of the token: another's is forgotten. */
	identify(): void {
		if (this.identity === this.owner) {
			this.status = this.collectionId === "" ? ACCEPTED : UNCONFIRMED;
			return;
		}
		this.take("", "", this.owner);
		this.save("");
		this.status = NONE;
	}

	/** The service has just accepted the token: it is good, whatever the clock says. @param ticks now */
	accept(ticks: number): void {
		this.status = ACCEPTED;
		this.confirmations++;
		this.trust(ticks);
	}

	/** Whether nothing is known against the token. There need not be any. */
	get isAccepted(): boolean {
		return this.status === ACCEPTED || this.authorization === "";
	}

	/** The service is to be asked about the token before the next request, if it can be. */
	doubt(): void {
		if (this.collectionId !== "" && this.status === ACCEPTED)
			this.status = UNCONFIRMED;
	}

	/** The service does not accept the token. */
	reject(): void {
		this.status = REJECTED;
	}

	/** Another time was learned: by that the token is judged anew. */
	judgeAnew(): void {
		this.isFresh = false;
	}

	/**
	 * Whether a token that went out had expired when it was looked at, as far as the time is known.
	 * @param expires its `exp`, NEVER for none
	 * @param ticks now
	 */
	isOver(expires: number, ticks: number): boolean {
		return expires !== NEVER && this.clock.carryOn(ticks) >= expires && !this.isFresh;
	}

	/** Whether there is a token of which nothing bad is known. @param ticks now */
	isValid(ticks: number): boolean {
		return this.authorization !== "" && this.status !== REJECTED && !this.isOver(this.expires, ticks);
	}

	/**
	 * Looks at the token's age.
	 * @param share part of its life after which a token is to be exchanged, from 0 to 1
	 * @param now the service's time in seconds since 1970
	 * @returns when that is over; if it can't be exchanged, when it expires
	 */
	youngUntil(share: number, now: number): number {
		const since = this.since ??= now;
		return this.refreshable && this.expires !== NEVER ? since + (this.expires - since) * share : this.expires;
	}

	/** Tokens of the service live so many seconds: this one was given that long before it expires. */
	livesFor(seconds: number): void {
		this.since = this.expires - seconds;
	}

	/**
	 * The service has confirmed the token after an answer that a guest would get, too.
	 * @param list whether that was an empty list, not a refusal
	 * @param ticks now
	 */
	checked(list: boolean, ticks: number): void {
		if (list)
			this.listChecked = ticks;
		else
			this.refusalChecked = ticks;
	}

	private get plaintextFault(): string {
		return this.isPlaintext ? PLAIN_CREDENTIALS : "";
	}

	/** Why a token can't be sent, "" for nothing. */
	faultOf(token: string): string {
		if (token === "")
			return NO_TOKEN;
		if (token.length > this.longest)
			return "token is too long for limits.send";
		return /[^\x21-\x7e]/.test(token) ? TOKEN_UNUSABLE : "";
	}

	private take(token: string, fault: string, identity: string | undefined): void {
		this.authorization = token === "" || fault !== "" ? "" : BEARER + token;
		this.unsendable = fault === "" ? "" : token;
		this.fault = fault;
		if (identity === undefined)
			this.confirmations++;
		else {
			this.logIns++;
			this.identity = identity;
		}
		this.status = token === "" ? CLEARED : ACCEPTED;
		this.isFresh = this.isBrought = false;
		this.listChecked = this.refusalChecked = undefined;
		this.refreshPause.end();
		this.judge(token);
	}

	private save(token: string): void {
		try {
			this.store?.save(token, this.identity);
		}
		catch {
			this.stats.storageErrors++;
		}
	}

	private trust(ticks: number): void {
		if (this.isOver(this.expires, ticks)) {
			this.isFresh = true;
			this.clock.doubt();
		}
	}

	/** When a token expires, in seconds since 1970; NEVER when that can't be read. */
	expiry(token: string): number {
		return claims(token, this.text).exp;
	}

	private judge(token: string): void {
		this.since = undefined;
		this.expires = NEVER;
		this.collectionId = "";
		this.refreshable = false;
		if (!this.judges || token === "")
			return;
		const { exp, refreshable, collectionId, type } = claims(token, this.text);
		this.expires = exp;
		// PocketBase has no ids that would have to be encoded.
		if (type !== "auth" || !/^\w+$/.test(collectionId))
			return;
		this.collectionId = collectionId;
		this.refreshable = refreshable;
	}

	/** The token, "" when not authenticated. One that can be sent is kept once only, in the header's value. */
	get token(): string {
		return this.unsendable || this.authorization.slice(BEARER.length);
	}

	/** Whose the token is, as it says itself; null without a token of a user's. */
	get record(): AuthRecord | null {
		const { collectionId, id, type } = claims(this.token, this.text);
		return type === "auth" && id !== "" ? { id, collectionId } : null;
	}

	private load(): StoredToken | undefined {
		try {
			return this.store?.load();
		}
		catch {
			this.stats.storageErrors++;
			return undefined;
		}
	}
}
