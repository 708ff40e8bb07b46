/**
 * A record of the collection "readings", as far as the page looks at it. Dates are PocketBase's: "2026-11-21 07:00:00.000Z".
 * @typedef {{
 *   readonly id: string, readonly device: string, readonly sensor: string, readonly value: number, readonly unit: string,
 *   readonly taken?: string, readonly created: string
 * }} Reading
 * @typedef {{ readonly from: number, readonly to: number }} Gap
 */

/** Times the usual interval from which on a pause is a gap. */
const GAP = 3;
/** Milliseconds; no shorter pause is a gap. */
const LEAST_GAP = 1000;

/**
 * Milliseconds since 1970 of a PocketBase date; NaN for none.
 * @param {string | undefined} date
 */
export function milliseconds(date) {
	return date ? Date.parse(date.replace(" ", "T")) : NaN;
}

/**
 * When a reading was taken, in milliseconds; when it was received, where its device did not know.
 * @param {Reading} reading
 */
export function timeOf({ taken, created }) {
	const time = milliseconds(taken);
	return Number.isNaN(time) ? milliseconds(created) : time;
}

/**
 * Milliseconds from taken to received, 0 where clocks differ the other way; NaN where it is not known when it was taken.
 * @param {Reading} reading
 */
export function delayOf({ taken, created }) {
	return Math.max(0, milliseconds(created) - milliseconds(taken));
}

/**
 * The pauses that are longer than usual, oldest first.
 * @param {readonly number[]} times in milliseconds, sorted
 * @returns {Gap[]}
 */
export function gapsIn(times) {
	/** @type {number[]} */
	const intervals = [];
	for (let index = 1; index < times.length; index++)
		intervals.push(times[index] - times[index - 1]);
	const usual = [...intervals].sort((a, b) => a - b)[(intervals.length - 1) >> 1];
	const shortest = Math.max(LEAST_GAP, GAP * usual);
	/** @type {Gap[]} */
	const gaps = [];
	for (let index = 1; index < times.length; index++) {
		if (intervals[index - 1] > shortest)
			gaps.push({ from: times[index - 1], to: times[index] });
	}
	return gaps;
}

/** Readings of one sensor, in the order in which they were taken, each once. */
export class Series {
	/** @type {Map<string, Reading>} */
	#byId = new Map();
	/** @type {readonly Reading[] | undefined} */
	#sorted;
	#limit;

	/** @param {number} limit readings that are kept, the newest */
	constructor(limit) {
		this.#limit = limit;
	}

	/**
	 * Adds a reading, or puts it in the place of the one with its id.
	 * @param {Reading} reading
	 */
	add(reading) {
		this.#byId.set(reading.id, reading);
		this.#sorted = undefined;
	}

	/** @param {string} id */
	remove(id) {
		this.#byId.delete(id);
		this.#sorted = undefined;
	}

	/**
	 * The readings that were taken since `from`, in milliseconds. Older ones are let go.
	 * @param {number} from
	 */
	since(from) {
		if (this.#sorted === undefined || (this.#sorted.length > 0 && timeOf(this.#sorted[0]) < from)) {
			const sorted = [...this.#byId.values()].filter((reading) => timeOf(reading) >= from).sort((a, b) => timeOf(a) - timeOf(b));
			this.#sorted = sorted.slice(Math.max(0, sorted.length - this.#limit));
			this.#byId = new Map(this.#sorted.map((reading) => [reading.id, reading]));
		}
		return this.#sorted;
	}
}

/**
 * A length of time as text: "0.4 s", "12 s", "3 min", "5.2 h", "4 d".
 * @param {number} length milliseconds
 */
export function lengthText(length) {
	const seconds = length / 1000;
	if (seconds < 10)
		return `${seconds.toFixed(1)} s`;
	if (seconds < 120)
		return `${Math.round(seconds)} s`;
	if (seconds < 7200)
		return `${Math.round(seconds / 60)} min`;
	return seconds < 172_800 ? `${(seconds / 3600).toFixed(1)} h` : `${Math.round(seconds / 86_400)} d`;
}
