import type { Preferences } from "../lib/platform.js";

/** What a cut throws; nothing of the program runs behind it on a device. */
export class PowerCut extends Error {}

/**
 * Preferences in RAM whose power fails at a change: a device's flash, and what is left in it. As on ESP32, ESP8266 and Pico a
 * value that is there is deleted before another takes its place, so that this is two changes.
 */
export class FailingPreferences implements Preferences {
	/** Changes that took effect: values written and values deleted. */
	writes = 0;
	/** Longest key and value that were ever written. */
	longestKey = 0;
	longestValue = 0;
	readonly #values = new Map<string, unknown>();
	#left = Number.MAX_SAFE_INTEGER;
	#after = false;

	/** Fails at the `count`-th change from now, from 0, before or after it has taken effect. */
	cutAt(count: number, after: boolean): void {
		this.#left = count;
		this.#after = after;
	}

	/** The power is back. */
	restore(): void {
		this.#left = Number.MAX_SAFE_INTEGER;
	}

	get(domain: string, key: string): unknown {
		return this.#values.get(`${domain}/${key}`);
	}

	set(domain: string, key: string, value: string): void {
		if (typeof value !== "string")
			throw new TypeError("value must be text");
		this.longestKey = Math.max(this.longestKey, key.length);
		this.longestValue = Math.max(this.longestValue, value.length);
		if (this.#values.has(`${domain}/${key}`))
			this.delete(domain, key);
		this.#write(() => this.#values.set(`${domain}/${key}`, value));
	}

	delete(domain: string, key: string): void {
		this.#write(() => this.#values.delete(`${domain}/${key}`));
	}

	/** Puts in what no store has written. */
	put(domain: string, key: string, value: unknown): void {
		this.#values.set(`${domain}/${key}`, value);
	}

	/** Takes away what a store has written. */
	drop(domain: string, key: string): void {
		this.#values.delete(`${domain}/${key}`);
	}

	/** Keys of a domain, sorted. */
	keys(domain: string): string[] {
		return [...this.#values.keys()].filter((key) => key.startsWith(`${domain}/`)).map((key) => key.slice(domain.length + 1)).sort();
	}

	#write(effect: () => void): void {
		const cut = this.#left-- <= 0;
		if (cut && !this.#after)
			throw new PowerCut("power cut");
		effect();
		this.writes++;
		if (cut)
			throw new PowerCut("power cut");
	}
}
