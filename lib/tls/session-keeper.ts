/** Keeps the TLS session of a client from one connection to the next. Imports nothing of the SDK. */
import type { SessionStore, TLSStats } from "./tls-options.js";

/** Most bytes of an entry. */
export const ENTRY_MAXIMUM = 512;

/** What a keeper reports: the outcome of offering a session. */
export const RESUMED = 1;
export const DECLINED = 0;
export const FAILED = -1;

/** One entry, in RAM and where the app keeps it over deep sleep. */
export class SessionKeeper {
	readonly stats: TLSStats;
	private store: SessionStore | undefined;
	private entry: Uint8Array | undefined;
	private wasAsked = false;

	/** @param stats gets the events, and counts what the store fails in */
	constructor(store: SessionStore | undefined, stats: TLSStats) {
		this.store = store;
		this.stats = stats;
	}

	/**
	 * Returns the entry's bytes, undefined for none. The app is asked once: afterwards the keeper knows. Whether they are one is not known.
	 */
	get(): Uint8Array | undefined {
		if (this.wasAsked || this.store === undefined)
			return this.entry;
		this.wasAsked = true;
		try {
			const kept: unknown = this.store.get();
			Promise.resolve(kept).catch(() => undefined);
			const bytes = kept instanceof ArrayBuffer ? new Uint8Array(kept) : kept ?? undefined;
			if (bytes instanceof Uint8Array && bytes.length <= ENTRY_MAXIMUM)
				this.entry = bytes.slice();
			else if (bytes !== undefined)
				this.stats.storageErrors++;
		}
		catch {
			this.stats.storageErrors++;
		}
		return this.entry;
	}

	/** Keeps an entry in place of the one before; undefined for none. @param bytes the keeper's from now on */
	set(bytes: Uint8Array | undefined): void {
		const { entry } = this;
		entry?.fill(0);
		this.entry = bytes;
		this.wasAsked = true;
		if (bytes === undefined && entry === undefined)
			return;
		void this.save(bytes);
	}

	/** The store may fail at once or later. */
	private async save(bytes: Uint8Array | undefined): Promise<void> {
		try {
			await this.store?.set(bytes?.slice());
		}
		catch {
			this.stats.storageErrors++;
		}
	}
}
