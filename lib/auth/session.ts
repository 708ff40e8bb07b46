import { claims } from "./jwt.js";
import type { ClientStats } from "../stats.js";
import type { Text } from "../platform.js";
import { PLAIN_CREDENTIALS, TOKEN_UNUSABLE } from "../response.js";
import { Cooldown } from "./cooldown.js";
import type { TokenStore } from "./token-store.js";

const BEARER = "Bearer ";

/** Nothing is known against the token: the service has given it or confirmed it, or can't be asked. */
export const ACCEPTED = 0;
/** The app has set the token, and the service has not been asked about it. */
export const UNCONFIRMED = 1;
/** The service does not accept the token. */
export const REJECTED = 2;

/** The token of the device's user, and the header value it goes out in. */
export class Session {
	/** Value of the Authorization header (RFC 6750, section 2.1), "" for none. Built once for each token. */
	authorization = "";
	/** Why no request can go out with the token, "" for nothing. */
	fault = "";
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
	/** What the service says of the token: ACCEPTED, UNCONFIRMED or REJECTED. */
	status = ACCEPTED;
	/** Ticks when the service confirmed the token after an empty list, and after a refusal; undefined for never. Another token ends both. */
	listChecked: number | undefined;
	refusalChecked: number | undefined;
	/** In which the service is not asked about the token, or for a new one, because that has failed. Another token ends it. */
	readonly refreshCooldown = new Cooldown();
	/** Counts what the app says: `setAuthToken` and `clearAuthToken`. An answer to an earlier request changes no token. */
	tokenVersion = 0;

	/** Whether what is sent can be read on its way, so that neither a token nor a password may be. */
	readonly isPlaintext: boolean;

	private readonly text: Text;
	private readonly stats: ClientStats;
	private readonly store: TokenStore | undefined;
	private readonly judges: boolean;

	/**
	 * @param store where the token outlives a reboot; undefined keeps it in RAM
	 * @param judges whether the token's claims are looked at
	 * @param isPlaintext see there
	 */
	constructor(text: Text, stats: ClientStats, store: TokenStore | undefined, judges: boolean, isPlaintext: boolean) {
		this.text = text;
		this.stats = stats;
		this.store = store;
		this.judges = judges;
		this.isPlaintext = isPlaintext;
	}

	/**
	 * Takes the app's token. The service is asked about it before a request carries it, if it names its collection; not again
	 * when it is the present one.
	 * @param given text; null and undefined are none, anything else can't stand in a header
	 */
	set(given: unknown): void {
		this.tokenVersion++;
		if (given !== "" && given === this.token && this.fault === "" && this.status !== REJECTED)
			return this.save(given);
		this.renew(given);
		this.status = this.collectionId === "" ? ACCEPTED : UNCONFIRMED;
	}

	/**
	 * Takes a token that the service has given, and stores it. One that can't stand in a header is kept in RAM only, so that
	 * it can't bring a line of its own.
	 * @param given see `set`
	 */
	renew(given: unknown): void {
		const token = typeof given === "string" ? given : "";
		const usable = (given ?? "") === token && !/[^\x21-\x7e]/.test(token);
		this.authorization = token === "" ? "" : BEARER + token;
		this.fault = usable ? this.isPlaintext && token !== "" ? PLAIN_CREDENTIALS : "" : TOKEN_UNUSABLE;
		this.status = ACCEPTED;
		this.listChecked = this.refusalChecked = undefined;
		this.refreshCooldown.end();
		this.cleared = token === "";
		this.judge(token);
		this.save(usable ? token : "");
	}

	private save(token: string): void {
		try {
			this.store?.save(token);
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
		// An id that would have to be encoded is none of PocketBase's.
		if (type !== "auth" || !/^\w+$/.test(collectionId))
			return;
		this.collectionId = collectionId;
		this.refreshable = refreshable;
	}

	/** The token, "" when not authenticated. It is kept once only, in the header's value. */
	get token(): string {
		return this.authorization.slice(BEARER.length);
	}

	/** Returns the token stored before a reboot, "" when there is none. */
	load(): string {
		try {
			return this.store?.load() ?? "";
		}
		catch {
			this.stats.storageErrors++;
			return "";
		}
	}
}
