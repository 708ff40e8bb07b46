import type { Preferences, Text } from "../platform.js";

/** Bytes of one part: ESP8266 preferences hold values of at most 63. */
const PART = 60;
/** Key of the commit marker: bank, length and checksum of the token that counts. */
const MARKER = "token";

/**
 * Keeps the token in device preferences, in parts, in one of two banks. A new token is written to the bank that is not in
 * use, then the marker that names the bank, in one write; then the old bank is erased. A power cut at any of these writes
 * leaves the old token or the new one; a marker that does not fit its parts counts as none. Flash wears, so nothing is
 * written that is there already.
 */
export class TokenStore {
	private readonly preferences: Preferences;
	private readonly domain: string;
	private readonly text: Text;

	/** @param domain preference domain, at most 15 characters on ESP32; one for each service a device logs in to */
	constructor(preferences: Preferences, domain: string, text: Text) {
		this.preferences = preferences;
		this.domain = domain;
		this.text = text;
	}

	/** Stores `token`, which must be ASCII; "" erases what is stored. Throws what the preferences throw. */
	save(token: string): void {
		const old = this.marker();
		if (token === "") {
			if (this.preferences.get(this.domain, MARKER) !== undefined)
				this.preferences.delete(this.domain, MARKER);
			this.erase("a");
			this.erase("b");
			return;
		}
		const bytes = this.text.encode(token);
		const sum = checksum(bytes);
		if (old?.checksum === sum && old.length === bytes.length && token === this.load())
			return;
		const bank = old?.bank === "a" ? "b" : "a";
		this.write(bank, token, bytes.length, sum);
		this.erase(old?.bank === "a" ? "a" : "b");
	}

	private write(bank: string, token: string, length: number, sum: number): void {
		for (let part = 0; part * PART < length; part++)
			this.set(bank + part, token.slice(part * PART, (part + 1) * PART));
		this.erase(bank, Math.ceil(length / PART));
		this.set(MARKER, bank + " " + length + " " + sum);
	}

	/** Deletes the parts of a bank from number `part` on, the last first, so that a cut leaves no gap to stop at. */
	private erase(bank: string, part = 0): void {
		let end = part;
		while (this.preferences.get(this.domain, bank + end) !== undefined)
			end++;
		while (end > part)
			this.preferences.delete(this.domain, bank + --end);
	}

	private set(key: string, value: string): void {
		if (this.preferences.get(this.domain, key) !== value)
			this.preferences.set(this.domain, key, value);
	}

	private marker(): { bank: string; length: number; checksum: number } | undefined {
		const marker = this.preferences.get(this.domain, MARKER);
		const parts = typeof marker === "string" ? /^([ab]) (\d+) (\d+)$/.exec(marker) : null;
		return parts === null ? undefined : { bank: parts[1], length: Number(parts[2]), checksum: Number(parts[3]) };
	}

	/** The token that is stored, "" when there is none. */
	load(): string {
		const marker = this.marker();
		if (marker === undefined)
			return "";
		let token = "";
		for (let part = 0; part * PART < marker.length; part++) {
			const value = this.preferences.get(this.domain, marker.bank + part);
			if (typeof value !== "string")
				return "";
			token += value;
		}
		const bytes = this.text.encode(token);
		return bytes.length === marker.length && checksum(bytes) === marker.checksum ? token : "";
	}
}

/** Tells a token from a mixture of two. By numbers of 32 bits: on XS a loop costs by its steps. */
function checksum(bytes: Uint8Array): number {
	const { imul } = Math;
	const words = new Uint32Array(bytes.length + 3 >> 2);
	new Uint8Array(words.buffer).set(bytes);
	let hash = bytes.length;
	for (let at = words.length; --at >= 0;) {
		hash = imul(hash ^ words[at], 0x9e3779b1);
		hash ^= hash >>> 15;
	}
	return hash >>> 0;
}
