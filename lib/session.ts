import type { TokenStore } from "./token-store.js";

const BEARER = "Bearer ";

/** The token of the device's user, and the header value it goes out in. */
export class Session {
	/** Value of the Authorization header (RFC 6750, section 2.1), "" for none. Built once for each token. */
	authorization = "";
	/** Whether the token can stand in a header: "" or visible ASCII, so that it can't bring a line of its own. */
	usable = true;
	/** Times that the device's storage refused to keep or give back the token. */
	storageErrors = 0;

	private readonly store: TokenStore | undefined;

	/** @param store where the token outlives a reboot; undefined keeps it in RAM */
	constructor(store: TokenStore | undefined) {
		this.store = store;
	}

	/**
	 * Takes a new token and stores it. One that can't stand in a header is kept in RAM only.
	 * @param given text; null and undefined are none, anything else can't stand in a header either
	 */
	set(given: unknown): void {
		const token = typeof given === "string" ? given : "";
		this.authorization = token === "" ? "" : BEARER + token;
		this.usable = (given ?? "") === token && /^[\x21-\x7e]*$/.test(token);
		try {
			this.store?.save(this.usable ? token : "");
		}
		catch {
			this.storageErrors++;
		}
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
			this.storageErrors++;
			return "";
		}
	}
}
