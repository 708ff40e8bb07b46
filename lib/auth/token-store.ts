import type { Preferences, Text } from "../platform.js";

/** Bytes of one part: ESP8266 preferences hold values of at most 63. */
const PART = 60;
/** Key of the one marker that former versions wrote: bank, length and checksum. */
const FORMER = "token";
/** Keys of all markers. Those of today have the name of their bank. */
const MARKERS: readonly string[] = Object.freeze([FORMER, "a", "b"]);

/** A token that is stored whole. */
interface Stored {
	/** Key of its marker. */
	readonly key: string;
	readonly bank: string;
	readonly serial: number;
	readonly token: string;
}

/**
 * Keeps the token in device preferences, in parts, in one of two banks. Each bank has a marker: serial, length and checksum;
 * of those that fit their parts the highest serial counts. A new token is written to the bank that is not in use, then the
 * marker, which is not there; then the old marker and its parts are deleted. So no value that counts is ever written over:
 * boards delete a value before they write another in its place, and a power cut at any change leaves the old token or the
 * new one. Flash wears, so nothing is written that is there already.
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
		const old = this.current();
		if (token !== "" && token === old?.token && old.key !== FORMER)
			return;
		// Before the one that counts, so that none of them comes to count again.
		for (const key of MARKERS) {
			if (key !== old?.key)
				this.delete(key);
		}
		const bank = old?.bank === "a" ? "b" : "a";
		if (token !== "")
			this.write(bank, token, old === undefined ? 1 : old.serial + 1);
		if (old !== undefined)
			this.delete(old.key);
		this.erase(bank === "a" ? "b" : "a");
		if (token === "")
			this.erase(bank);
	}

	/** The token that is stored, "" when there is none. */
	load(): string {
		return this.current()?.token ?? "";
	}

	private write(bank: string, token: string, serial: number): void {
		const bytes = this.text.encode(token);
		const { length } = bytes;
		for (let part = 0; part * PART < length; part++)
			this.set(bank + part, token.slice(part * PART, (part + 1) * PART));
		this.erase(bank, Math.ceil(length / PART));
		this.set(bank, serial + " " + length + " " + checksum(bytes));
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

	private delete(key: string): void {
		if (this.preferences.get(this.domain, key) !== undefined)
			this.preferences.delete(this.domain, key);
	}

	private current(): Stored | undefined {
		let current: Stored | undefined;
		for (const key of MARKERS) {
			const stored = this.read(key);
			if (stored !== undefined && (current === undefined || stored.serial > current.serial))
				current = stored;
		}
		return current;
	}

	/** Reads what a marker marks; undefined when it is none, or does not fit its parts. */
	private read(key: string): Stored | undefined {
		const marker = this.preferences.get(this.domain, key);
		const parts = typeof marker === "string" ? /^([ab]|\d{1,15}) (\d+) (\d+)$/.exec(marker) : null;
		if (parts === null)
			return undefined;
		const bank = key === FORMER ? parts[1] : key;
		const serial = key === FORMER ? 0 : Number(parts[1]);
		const length = Number(parts[2]);
		let token = "";
		for (let part = 0; part * PART < length; part++) {
			const value = this.preferences.get(this.domain, bank + part);
			if (typeof value !== "string")
				return undefined;
			token += value;
		}
		const bytes = this.text.encode(token);
		return serial >= 0 && length > 0 && bytes.length === length && checksum(bytes) === Number(parts[3]) ? { key, bank, serial, token } : undefined;
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
