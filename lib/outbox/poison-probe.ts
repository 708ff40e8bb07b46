/** What to do about a reading that the service has refused. */
export const REJECT = 1;
export const GO_ON = 2;
export const PAUSE = 3;
export type Action = typeof REJECT | typeof GO_ON | typeof PAUSE;

/** What the refusals of a reading count together when it is rejected. */
const ENOUGH = 16;

/** Why the service has refused a reading that was sent alone. */
export interface Reason {
	/** What a refusal counts. */
	readonly weight: number;
	/** Whether it can't be what all readings have in common, so that no other need have been taken since the last refusal. */
	readonly isOwn: boolean;
}

/** The answer says nothing of the reading: it is a refusal in general words, or a redirection, a page or nothing in place of a record. */
export const NO_REASON: Reason = Object.freeze({ weight: 1, isOwn: false });
/** The service's validation. */
export const VALIDATION: Reason = Object.freeze({ weight: 8, isOwn: false });
/** The reading's id is another record's. */
export const FOREIGN_ID: Reason = Object.freeze({ weight: 8, isOwn: true });
/** The service has failed at it, or asked for a pause, each time it was sent, though it answers others. */
export const FAILS_AGAIN: Reason = Object.freeze({ weight: 2, isOwn: false });
/** No service takes it: it is too long, or no JSON for others. */
export const NEVER_TAKEN: Reason = Object.freeze({ weight: ENOUGH, isOwn: true });

/** Readings that are refused one after the other in one delivery before it pauses. */
const MOST_TRIED = 3;
/** Suspects that are known at the same time. */
const MOST_SUSPECTS = 16;
/** Readings kept in the log because of a suspect, from which on it is settled without pauses. */
const MOST_KEPT = 200;

/** A reading that the service has refused when it was sent alone. */
interface Suspect {
	readonly number: number;
	/** Sum of what its refusals count. */
	score: number;
	/** Ticks when a refusal last counted, and how often the service had taken something by then. */
	at: number;
	taken: number;
	/** Why it was refused last. */
	reason: Reason;
}

// docs/decisions/0068-a-refusal-without-a-reason.md
/**
 * Finds out which readings the service will never take ("poison"), though refusals may be chance, a gateway's, or meant for
 * the device: PocketBase refuses a guest in the words in which it refuses a reading. A reading that was refused becomes a
 * suspect. The others go on past it and stay in the log meanwhile, which gives its readings back in their order. A suspect is
 * tried once more in each delivery, and rejected when its refusals count `ENOUGH`: two validation errors, or sixteen refusals
 * without a reason, each with another reading taken since the last: a field that the collection requires and no reading has
 * is the collection's fault. Time lies between those that count. Readings are known by their numbers, which grow; 0 means no reading.
 */
export class PoisonProbe {
	/** Number before which all readings in the log are suspects or taken; 0 while none is kept because of a suspect. */
	from = 0;
	/** How many these are. */
	kept = 0;
	/** Number from which on readings are sent that are not suspects: after `from` when there is no room for more suspects. */
	next = 0;
	/** Whether the service has taken a reading in this delivery. */
	hasTaken = false;
	/** Whether only suspects are sent any more in this delivery. */
	isRetrying = false;
	/** Whether the storage had no room for a reading: suspects are settled without pauses. */
	isFull = false;

	/** In the order of their numbers. */
	private readonly suspects: Suspect[] = [];
	/** Index of the suspect that is tried next. */
	private turn = 0;
	/** Readings refused in this delivery since the service has taken one, and how often it has taken something at all. */
	private tried = 0;
	private taken = 0;

	/** A delivery begins. */
	begin(): void {
		if (this.isRetrying)
			this.next = this.from;
		this.isRetrying = this.hasTaken = false;
		this.tried = 0;
	}

	/** The service has just taken a reading: what another gets is not what all get. */
	took(): void {
		this.hasTaken = true;
		this.tried = 0;
		this.taken++;
	}

	/**
	 * The service has what was sent, which proves nothing for others where it was found there.
	 * @param last number of the last reading
	 * @param count how many
	 * @returns whether they leave the log at once: there are no suspects
	 */
	accepted(last: number, count: number): boolean {
		if (!this.keeps)
			return true;
		if (last < this.from)
			this.forget(last);
		else if (this.next > this.from)
			this.isRetrying = true;
		else {
			this.from = this.next = last + 1;
			this.kept += count;
		}
		return false;
	}

	/**
	 * The service has refused a reading that was sent alone.
	 * @param ticks now
	 * @param gap milliseconds between two refusals of a reading that count
	 * @returns `REJECT`, which only the first suspect is, `GO_ON` with other readings, or `PAUSE`, because in this delivery
	 * enough were refused
	 */
	refused(number: number, reason: Reason, ticks: number, gap: number): Action {
		// A service that fails is given time in any case.
		const hurries = this.hurries && reason !== FAILS_AGAIN;
		const known: Suspect | undefined = this.suspects[this.placeOf(number)];
		const suspect = known ?? this.suspect(number, reason);
		if (suspect === undefined)
			return this.another();
		suspect.reason = reason;
		const counts = known === undefined || (hurries || (ticks - known.at | 0) >= gap) && this.canCount(known);
		if (counts) {
			suspect.score += reason.weight;
			suspect.at = ticks;
			suspect.taken = this.taken;
		}
		if (suspect === this.suspects[0]) {
			if (suspect.score >= ENOUGH && (reason !== FAILS_AGAIN || this.hurries))
				return REJECT;
			if (hurries && counts)
				return GO_ON;
		}
		return this.another();
	}

	/** Makes a reading a suspect; undefined where there is no room for one more. */
	private suspect(number: number, reason: Reason): Suspect | undefined {
		this.next = number + 1;
		if (this.suspects.length === MOST_SUSPECTS)
			return undefined;
		const suspect = { number, score: 0, at: 0, taken: 0, reason };
		this.suspects.push(suspect);
		this.from = this.next;
		this.kept++;
		return suspect;
	}

	/** Whether another reading is tried after a refusal. */
	private another(): Action {
		return this.tried++ < MOST_TRIED ? GO_ON : PAUSE;
	}

	/**
	 * Only suspects are left to be sent.
	 * @returns number of the one to be tried, 0 for none in this delivery
	 */
	due(): number {
		const suspects = this.suspects;
		const first = suspects[0];
		this.isRetrying = true;
		if (first !== undefined && this.hurries && this.canCount(first))
			return first.number;
		if (this.turn < suspects.length)
			return suspects[this.turn++].number;
		this.turn = 0;
		return 0;
	}

	/**
	 * Whether a refusal counts: what all readings have in common is not one reading's fault, so that another must have been
	 * taken since the last.
	 */
	private canCount({ score, taken, reason }: Suspect): boolean {
		const isRepeated = (reason === NO_REASON || reason === FAILS_AGAIN) && score > reason.weight;
		return reason.isOwn || this.taken > taken || isRepeated && this.hurries;
	}

	/** A reading is a suspect no more: it was taken or rejected, or has left. */
	forget(number: number): void {
		const at = this.placeOf(number);
		if (at < 0)
			return;
		this.suspects.splice(at, 1);
		if (at < this.turn)
			this.turn--;
		if (this.next > this.from) {
			this.next = this.from;
			this.isRetrying = false;
		}
	}

	/** Index of a reading among the suspects; -1 where it is none. */
	private placeOf(number: number): number {
		return this.suspects.findIndex((each) => each.number === number);
	}

	/** Number before which all readings in the log are taken. */
	get first(): number {
		return this.suspects.length > 0 ? this.suspects[0].number : this.from;
	}

	/** Called when the oldest `count` readings have left the log. */
	left(count: number): void {
		this.kept = Math.max(0, this.kept - count);
	}

	/** Nothing is before the first suspect any more. */
	released(): void {
		if (this.suspects.length > 0)
			return;
		this.from = this.next = this.kept = 0;
		this.isFull = this.isRetrying = false;
	}

	/** Whether readings that are suspects or taken are kept in the log. */
	get keeps(): boolean {
		return this.from > 0;
	}

	/** Whether refusals count without time between them, and without others that are taken between. */
	get hurries(): boolean {
		return this.isFull || this.suspects.length === MOST_SUSPECTS || this.kept > MOST_KEPT;
	}
}
