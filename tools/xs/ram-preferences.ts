import type { PreferenceValue } from "../../host/preference-file.js";
import type { PreferenceStore } from "./device.js";

/** Preferences that are gone with the process. */
export class RAMPreferences implements PreferenceStore {
	readonly #domains = new Map<string, Map<string, PreferenceValue>>();

	get(domain: string, key: string): PreferenceValue | undefined {
		return this.#domains.get(domain)?.get(key);
	}

	set(domain: string, key: string, value: PreferenceValue): void {
		const values = this.#domains.get(domain) ?? new Map<string, PreferenceValue>();
		values.set(key, value);
		this.#domains.set(domain, values);
	}

	delete(domain: string, key: string): void {
		this.#domains.get(domain)?.delete(key);
	}
}
