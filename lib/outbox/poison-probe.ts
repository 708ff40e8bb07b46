/** Readings that are tried behind refused ones in one delivery. */
const MOST_TRIED = 3;

/** What to do about a reading that the service has refused. */
export const REJECT = 1;
export const GO_ON = 2;
export const PAUSE = 3;

/**
 * Finds out which readings the service will never take ("poison") where its answers do not say it: a reading that ends a
 * batch goes alone; one that is refused without a reason is rejected only when the service has taken another since, because
 * a device whose token is not good any more is refused in the same words. Until then the readings behind it are tried, one
 * at a time. Readings are known by their numbers, which grow; 0 is none.
 */
export class PoisonProbe {
	/** Number of a reading that must not go with others: it ended a batch, or was refused without a reason. */
	suspect = 0;
	/** Number before which readings are passed over, to try one that is behind refused ones; 0 while none is tried. */
	from = 0;
	/** Whether the service has taken a reading in this delivery, and since it refused the suspect. */
	hasTaken = false;

	/** Readings that were tried since the service has taken one. */
	private tried = 0;
	/** Number before which all were refused when one was taken: refused again, they are rejected. */
	private poisoned = 0;

	/** A delivery begins. */
	begin(): void {
		this.hasTaken = false;
		this.tried = 0;
	}

	/**
	 * The service has taken what was sent.
	 * @param last number of the last reading
	 * @returns whether it leaves the log: one that was tried stays, and is sent again behind those before it, which is harmless
	 */
	taken(last: number): boolean {
		const isTried = this.from > 0;
		this.hasTaken = true;
		this.tried = 0;
		if (isTried)
			this.poisoned = last;
		this.from = 0;
		return !isTried;
	}

	/** A reading has ended a batch. */
	endedBatch(number: number): void {
		this.suspect = number;
		this.hasTaken = false;
	}

	/**
	 * The service has refused a reading that was sent alone.
	 * @param isFinal whether the answer says that it will never be taken
	 * @returns `REJECT`, `GO_ON` with the reading behind it, or `PAUSE`, because in this delivery enough were tried
	 */
	refused(number: number, isFinal: boolean): number {
		if (this.from === 0) {
			if (isFinal || number < this.poisoned || this.hasTaken && this.suspect === number)
				return REJECT;
			this.endedBatch(number);
		}
		this.from = number + 1;
		return this.tried++ < MOST_TRIED ? GO_ON : PAUSE;
	}

	/**
	 * There is no reading to be sent.
	 * @returns whether to begin anew with the first: those that are left were tried in an earlier delivery
	 */
	exhausted(): boolean {
		const isTried = this.from > 0;
		this.from = 0;
		return isTried && this.tried === 0;
	}
}
