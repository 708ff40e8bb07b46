import { claims } from "../pocketbase/token-claims.js";
import type { ClientStats } from "../stats.js";
import type { Text } from "../platform.js";
import { NO_TOKEN, PLAIN_CREDENTIALS, TOKEN_TOO_LONG, TOKEN_UNUSABLE } from "../response.js";
import { GrowingPause } from "./growing-pause.js";
import { NO_IDENTITY, UNKNOWN_IDENTITY } from "./credentials.js";
import type { StoredToken, TokenStore } from "./token-store.js";

const BEARER = "Bearer ";

/** Nothing is known against the token: the service has given it or confirmed it, or can't be asked. */
export const ACCEPTED = 0;
/** The app has set the token, or doubts it, and the service has not been asked about it. */
export const UNCONFIRMED = 1;
/** The service does not accept the token. */
export const REJECTED = 2;
/** What the service says of a token. */
export type TokenStatus = typeof ACCEPTED | typeof UNCONFIRMED | typeof REJECTED;

/** Whose the stored token is. */
export interface AuthRecord {
	/** Id of the user's record. */
	readonly id: string;
	/** Id of its auth collection. */
	readonly collectionId: string;
}

/** The token of the device's user, and the header value it goes out in. */
export class Session {
	/** Value of the Authorization header (RFC 6750, section 2.1), "" for none. Built once for each token. */
	authorization = "";
	/** Why no request can go out with the token, "" for nothing. */
	fault = "";
	/** The token if there is a fault. */
	private unsendable = "";
	/** The token's `exp` in seconds since 1970 by the service's time, -1 when it can't be read or is not to be judged. */
	expires = -1;
	/** When the token was first looked at, by the same time; -1 until then. */
	since = -1;
	/** Id of the auth collection that can be asked about the token; "" for a token that names none. */
	collectionId = "";
	/** Whether it can be exchanged for a new one there. */
	refreshable = false;
	/** Whether it is the app's will that there is no token. */
	cleared = false;
	/** What the service says of the token. Only this class sets it. */
	status: TokenStatus = ACCEPTED;
	/** Ticks when the service confirmed the token after an empty list, and after a refusal; undefined for never. Another token ends both. */
	listChecked: number | undefined;
	refusalChecked: number | undefined;
	/** Pause after a failed refresh; a new token ends it. */
	readonly refreshPause = new GrowingPause();
	/** Who `credentials` log in: NO_IDENTITY without, UNKNOWN_IDENTITY until a function has been asked. */
	owner: string;
	/** Owner of the token: the user of a log-in, or of the app's own token. It is stored with the token. */
	identity: string;
	/** Whether a function for credentials has to be asked before the token is used, which was restored. */
	isUnidentified = false;
	/** Counts what the app says: `setAuthToken` and `clearAuthToken`. An answer to an earlier request changes no token. */
	tokenVersion = 0;
	/** Counts how often the service has accepted the token, or has exchanged it for another of the same user. */
	confirmations = 0;
	/** Counts the tokens that have come otherwise, by a log-in or from the app, and those that were taken away: the service need not have accepted the one before. */
	logIns = 0;

	/** Whether what is sent can be read on its way, so that neither a token nor a password may be. */
	readonly isPlaintext: boolean;

	private readonly text: Text;
	private readonly stats: ClientStats;
	private readonly store: TokenStore | undefined;
	private readonly judges: boolean;
	private readonly longest: number;
	private readonly asks: boolean;

	/**
	 * @param store where the token outlives a reboot; undefined keeps it in RAM
	 * @param judges whether the token's claims are looked at
	 * @param isPlaintext see there
	 * @param longest characters of a token that a request has room for
	 * @param owner see there
	 */
	constructor(text: Text, stats: ClientStats, store: TokenStore | undefined, judges: boolean, isPlaintext: boolean, longest = Infinity, owner = NO_IDENTITY) {
		this.text = text;
		this.stats = stats;
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
		if (given !== "" && given === this.token && this.fault === "" && this.status !== REJECTED)
			return this.save(given);
		const token = typeof given === "string" ? given : "";
		const isNone = (given ?? "") === "";
		const fault = isNone ? "" : token === "" ? TOKEN_UNUSABLE : this.faultOf(token);
		this.take(token, isNone || fault !== "" ? fault : this.plaintextFault, identity);
		this.save(fault === "" ? token : "");
		this.status = this.collectionId === "" ? ACCEPTED : UNCONFIRMED;
	}

	/**
	 * Takes a token that the service has given, and stores it.
	 * @param token one that `faultOf` finds nothing wrong with
	 * @param identity whose it is; the present one's if left out
	 */
	renew(token: string, identity?: string): void {
		this.take(token, this.plaintextFault, identity);
		this.save(token);
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
		const { identity, token } = stored;
		if (this.faultOf(token) !== "") {
			this.save("");
			return false;
		}
		if (!this.asks && this.owner !== NO_IDENTITY && identity !== this.owner)
			return false;
		this.set(token, identity);
		this.isUnidentified = this.asks;
		return true;
	}

	/** The function for credentials has said who the owner is: another's token is forgotten. */
	identify(): void {
		this.isUnidentified = false;
		if (this.identity === this.owner)
			return;
		this.take("", "", this.owner);
		this.save("");
		this.cleared = false;
	}

	/** The service accepts the token. */
	accept(): void {
		this.status = ACCEPTED;
		this.confirmations++;
	}

	/** Whether nothing is known against the token. */
	get isAccepted(): boolean {
		return this.status === ACCEPTED;
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

	private get plaintextFault(): string {
		return this.isPlaintext ? PLAIN_CREDENTIALS : "";
	}

	/** Why a token can't be sent, "" for nothing. */
	faultOf(token: string): string {
		if (token === "")
			return NO_TOKEN;
		if (token.length > this.longest)
			return TOKEN_TOO_LONG;
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
			this.isUnidentified = false;
		}
		this.status = ACCEPTED;
		this.listChecked = this.refusalChecked = undefined;
		this.refreshPause.end();
		this.cleared = token === "";
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

	/** When a token expires, in seconds since 1970; -1 when that can't be read. */
	expiry(token: string): number {
		return claims(token, this.text).exp;
	}

	private judge(token: string): void {
		this.since = this.expires = -1;
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
