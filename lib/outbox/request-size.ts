import type { AllOutboxLimits } from "./outbox-limits.js";

/** How many readings go into the next request: fewer where a batch was too much, one where the service takes no batches. */
export class RequestSize {
	private readonly limits: AllOutboxLimits;
	/** Readings in a batch: halved when it was too much, one more when it was not. */
	private batch: number;
	/**
	 * Readings that are delivered one by one before a batch is tried again, because the service takes none; 0 while it takes
	 * them. A count, because a device that sleeps has no time that goes on.
	 */
	private singles = 0;
	/** Readings to be sent before the one that has ended a batch, which goes alone; undefined where nothing is known to end one. */
	ahead: number | undefined;

	constructor(limits: AllOutboxLimits) {
		this.limits = limits;
		this.batch = limits.batch;
	}

	/** Readings in the next request, at most. */
	get most(): number {
		return this.singles > 0 ? 1 : Math.max(1, this.ahead ?? this.batch);
	}

	/** So many have been delivered by one request. */
	delivered(count: number): void {
		if (this.ahead !== undefined)
			this.ahead = this.ahead < count ? undefined : this.ahead - count;
		if (this.singles > 0)
			this.singles--;
		else if (this.batch < this.limits.batch)
			this.batch++;
	}

	/** A batch of so many was too much. */
	tooMuch(count: number): void {
		this.ahead = undefined;
		this.batch = count >> 1;
	}

	/** The service takes no batches. */
	unsupported(): void {
		this.ahead = undefined;
		this.batch = this.limits.batch;
		this.singles = this.limits.batchRetry;
	}
}
