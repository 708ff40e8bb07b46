/** Preferences in RAM, for tests: what a device's flash would hold. */
export class MemoryPreferences<Value = string> {
	readonly #values = new Map<string, Value>();

	get(domain: string, key: string): Value | undefined {
		return this.#values.get(`${domain} ${key}`);
	}

	set(domain: string, key: string, value: Value): void {
		this.#values.set(`${domain} ${key}`, value);
	}

	delete(domain: string, key: string): void {
		this.#values.delete(`${domain} ${key}`);
	}
}
