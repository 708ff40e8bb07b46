import type { StoredReading } from "../../../tools/stored-readings.js";

/** What the device has told of its puts, to be held against what the service has. */
export class Ledger {
	/** Serial number of the next put that may be under way, or is to be made. */
	next = 1;
	/** Ids of the readings whose put has returned, by serial number. */
	readonly #told = new Map<number, string>();
	/** Serial numbers of puts during which the device has died. */
	readonly #untold = new Set<number>();

	/** Puts that have returned. */
	get told(): number {
		return this.#told.size;
	}

	/** A put has returned. */
	add(serial: number, id: string): void {
		this.#told.set(serial, id);
		this.next = serial + 1;
	}

	/** The device has died: the put of the next reading may have been under way. */
	skip(): void {
		this.#untold.add(this.next++);
	}

	/**
	 * Holds what the service has against what was told: readings that were told and are not there, that are there twice, and that are there though the device
	 * died before it told them; and in plain words what must not be.
	 */
	audit(stored: readonly StoredReading[]) {
		const findings: string[] = [];
		const ids = new Map<number, string>();
		let lost = 0;
		let twice = 0;
		for (const { id, value } of stored) {
			if (ids.has(value)) {
				twice++;
				findings.push(`reading ${value} is there twice, as ${ids.get(value)} and as ${id}`);
			}
			else if (!this.#told.has(value) && !this.#untold.has(value))
				findings.push(`reading ${value} (${id}) was never put`);
			ids.set(value, id);
		}
		for (const [serial, id] of this.#told) {
			if (!ids.has(serial)) {
				lost++;
				findings.push(`reading ${serial} (${id}) is lost`);
			}
			else if (ids.get(serial) !== id)
				findings.push(`reading ${serial} was told to be ${id} and is ${ids.get(serial)}`);
		}
		return { lost, twice, untold: [...this.#untold].filter((serial) => ids.has(serial)).length, findings };
	}
}
