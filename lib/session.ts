import { claims } from "./jwt.js";
import type { Monitor } from "./monitor.js";
import type { Text } from "./platform.js";
import { PLAIN_CREDENTIALS, TOKEN_UNUSABLE } from "./response.js";
import type { TokenStore } from "./token-store.js";

const BEARER = "Bearer ";

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
	/** Whether the token can be exchanged for a new one, and in which collection. */
	refreshable = false;
	collectionId = "";
	/** Whether it is the app's will that there is no token. */
	cleared = false;
	/** Whether the service has said that it doesn't take the token any more, whatever the claims are. */
	refused = false;
	/** How often the token has been set. */
	changes = 0;

	/** Whether what is sent can be read on its way, so that neither a token nor a password may be. */
	readonly open: boolean;

	private readonly text: Text;
	private readonly monitor: Monitor;
	private readonly store: TokenStore | undefined;
	private readonly judges: boolean;

	/**
	 * @param store where the token outlives a reboot; undefined keeps it in RAM
	 * @param judges whether the token's claims are looked at
	 * @param open see there
	 */
	constructor(text: Text, monitor: Monitor, store: TokenStore | undefined, judges: boolean, open: boolean) {
		this.text = text;
		this.monitor = monitor;
		this.store = store;
		this.judges = judges;
		this.open = open;
	}

	/**
	 * Takes a new token and stores it. One that can't stand in a header is kept in RAM only, so that it can't bring a line
	 * of its own.
	 * @param given text; null and undefined are none, anything else can't stand in a header either
	 */
	set(given: unknown): void {
		const token = typeof given === "string" ? given : "";
		const usable = (given ?? "") === token && /^[\x21-\x7e]*$/.test(token);
		this.authorization = token === "" ? "" : BEARER + token;
		this.fault = usable ? this.open && token !== "" ? PLAIN_CREDENTIALS : "" : TOKEN_UNUSABLE;
		this.cleared = token === "";
		this.refused = false;
		this.changes++;
		this.judge(token);
		try {
			this.store?.save(usable ? token : "");
		}
		catch {
			this.monitor.storageErrors++;
		}
	}

	private judge(token: string): void {
		this.since = this.expires = -1;
		if (!this.judges || token === "")
			return;
		const { exp, refreshable, collectionId, type } = claims(token, this.text);
		this.expires = exp;
		this.collectionId = collectionId;
		// An id that would have to be encoded is none of PocketBase's.
		this.refreshable = refreshable && type === "auth" && /^\w+$/.test(collectionId);
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
			this.monitor.storageErrors++;
			return "";
		}
	}
}
