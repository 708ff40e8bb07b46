import type { Preferences } from "../lib/platform.js";

/** Preferences in RAM, for tests: what a device's flash would hold. */
export class MemoryPreferences implements Preferences {
	readonly #values = new Map<string, string>();

	get(domain: string, key: string): string | undefined {
		return this.#values.get(`${domain} ${key}`);
	}

	set(domain: string, key: string, value: string): void {
		this.#values.set(`${domain} ${key}`, value);
	}

	delete(domain: string, key: string): void {
		this.#values.delete(`${domain} ${key}`);
	}
}
