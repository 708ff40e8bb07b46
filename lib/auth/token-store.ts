import type { Preferences, Text } from "../platform.js";
import { ignore } from "../request/exchange.js";
import { isUnawaited } from "../shared/thrown.js";

/** What a value of this form begins with. */
const VERSION = "v2";
/** Keys of the two banks. */
const FIRST = "a";
const SECOND = "b";
/** Bytes of the longest value: NVS on ESP32 takes 4,000 with the NUL at the end. */
const LONGEST = 3999;

/** A token that is stored whole. */
export interface StoredToken {
	/** Counts the tokens stored, modulo 2^32. */
	readonly serial: number;
	readonly token: string;
	/** Base URL of the service that it was stored for. */
	readonly service: string;
	/** Its owner, see `Session`. */
	readonly identity: string;
}

// docs/decisions/0049-token-store-in-two-banks.md
/**
 * Keeps the token in device preferences, in one value: version, serial, length of what follows, token, base URL of the
 * service, identity. There are two banks; the higher serial counts. A new token is written to the bank that does not count,
 * then the other bank is deleted. So no value that counts is ever written over: boards delete a value before they write
 * another in its place, and a power cut at any change leaves the old token or the new one.
 *
 * A value that does not begin with `VERSION` is not a token. Neither is one whose length differs. A changed character
 * inside is found by NVS, which has a checksum of its own, or by the service. Flash wears, so nothing is written that is
 * there already.
 */
export class TokenStore {
	private readonly preferences: Preferences;
	private readonly domain: string;
	private readonly text: Text;
	private readonly service: string;

	/**
	 * @param domain preference domain, at most 15 characters on ESP32; one for each service a device logs in to
	 * @param service base URL, without a space
	 */
	constructor(preferences: Preferences, domain: string, text: Text, service: string) {
		this.preferences = preferences;
		this.domain = domain;
		this.text = text;
		this.service = service;
	}

	/**
	 * Stores `token`, which must be visible ASCII; "" erases what is stored, whatever its service and form.
	 * @param identity whose it is
	 * @throws RangeError for a token that does not fit in one value: nothing is stored then; and what the preferences throw
	 */
	save(token: string, identity: string): void {
		const { free, key, stored } = this.find();
		if (stored === undefined) {
			// What is there is damaged, or of another version.
			this.delete(FIRST);
			this.delete(SECOND);
		}
		else if (token === stored.token && identity === stored.identity && this.service === stored.service)
			return;
		if (token !== "")
			this.write(free, (stored?.serial ?? 0) + 1 | 0, token.concat(" ", this.service, " ", identity));
		// Before the one that counts, so that it does not come to count again.
		else if (stored !== undefined)
			this.delete(free);
		if (stored !== undefined)
			atOnce(this.preferences.delete(this.domain, key));
	}

	/** The token that is stored for this service, undefined when there is none. */
	load(): StoredToken | undefined {
		const { key, stored } = this.find();
		// On ESP32 a damaged value comes back once: NVS finds it by its checksum, deletes it, and the SDK returns it.
		return stored?.service === this.service && this.read(key)?.token === stored.token ? stored : undefined;
	}

	/** Finds the token that counts, its bank, and the one for the next. */
	private find(): { readonly stored: StoredToken | undefined; readonly key: string; readonly free: string } {
		const first = this.read(FIRST), second = this.read(SECOND);
		if (isLater(second, first))
			return { stored: second, key: SECOND, free: FIRST };
		return { stored: first, key: FIRST, free: first === undefined ? FIRST : SECOND };
	}

	private write(key: string, serial: number, content: string): void {
		const value = VERSION.concat(" ", String(serial), " ", String(content.length), " ", content);
		if (value.length * 3 > LONGEST && this.text.encode(value).length > LONGEST) {
			this.save("", "");
			throw new RangeError("the token is too long for preferences");
		}
		atOnce(this.preferences.set(this.domain, key, value));
	}

	/** Reads a bank; undefined when it holds no token of this form. */
	private read(key: string): StoredToken | undefined {
		const value = atOnce(this.preferences.get(this.domain, key));
		if (typeof value !== "string")
			return undefined;
		const words = value.split(" ");
		if (words[0] !== VERSION || words.length < 6)
			return undefined;
		const number = words[1], length = words[2], token = words[3], service = words[4];
		const serial = Number(number) | 0;
		const content = VERSION.length + number.length + length.length + 3;
		if (String(serial) !== number || value.length - content !== Number(length) || token === "")
			return undefined;
		return { serial, token, service, identity: words.slice(5).join(" ") };
	}

	private delete(key: string): void {
		// Preferences of an app's own may give null where there is nothing.
		if ((atOnce(this.preferences.get(this.domain, key)) ?? undefined) !== undefined)
			atOnce(this.preferences.delete(this.domain, key));
	}
}

/** What preferences have returned. @throws TypeError for a promise: what it brings comes too late */
function atOnce(result: unknown): unknown {
	if (isUnawaited(result, ignore))
		throw new TypeError("preferences must not return promises");
	return result;
}

/** Whether a token was stored after another. Serials wrap. */
function isLater(token: StoredToken | undefined, other: StoredToken | undefined): boolean {
	return token !== undefined && (other === undefined || (token.serial - other.serial | 0) > 0);
}
