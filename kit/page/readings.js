/**
 * A record of the collection "readings", as far as the page looks at it. Dates are PocketBase's: "2026-11-21 07:00:00.000Z".
 * @typedef {{
 *   readonly id: string, readonly device: string, readonly sensor: string, readonly value: number, readonly unit: string,
 *   readonly taken?: string, readonly created: string
 * }} Reading
 *
 * What is drawn at one place: a reading, or those of a part of the time. `from` and `to` are when the first and the last were
 * taken, `delay` the longest of late ones; milliseconds. The numbers are null for a reading without a value.
 * @typedef {{
 *   readonly from: number, readonly to: number, readonly count: number, readonly minimum: number | null, readonly mean: number | null,
 *   readonly maximum: number | null, readonly late: number, readonly delay: number, readonly reading?: Reading
 * }} Point
 * @typedef {{ readonly from: number, readonly to: number }} Gap
 */

/** Milliseconds that a device's clock may be ahead of the service's. What is further ahead is from the future. */
export const AHEAD = 60_000;
const DAY = 24 * 3_600_000; // milliseconds
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
 * When a reading was taken, in milliseconds; when it was received, where its device did not know, or says that it was in the
 * future.
 * @param {Pick<Reading, "taken" | "created">} reading
 */
export function timeOf({ taken, created }) {
	const time = milliseconds(taken);
	const received = milliseconds(created);
	return time <= received + AHEAD ? time : received;
}

/**
 * Milliseconds that a reading is from the future, 0 for others.
 * @param {Reading} reading
 */
export function aheadOf({ taken, created }) {
	const ahead = milliseconds(taken) - milliseconds(created);
	return ahead > AHEAD ? ahead : 0;
}

/**
 * Milliseconds from taken to received, 0 where clocks differ the other way; NaN where it is not known when it was taken.
 * @param {Reading} reading
 */
export function delayOf({ taken, created }) {
	return Math.max(0, milliseconds(created) - milliseconds(taken));
}

/**
 * How far back a sensor opens, in milliseconds: to its last reading, and to those before it of the same day.
 * @param {Pick<Reading, "taken" | "created"> & { readonly since: string }} last `since` is when the oldest of the newest few was received
 * @param {number} now
 */
export function depthOf(last, now) {
	return Math.max(now - timeOf(last), Math.min(DAY - 1, now - milliseconds(last.since)));
}

/**
 * Milliseconds from which on a pause is a gap: more than usual. NaN where nothing is usual, for one reading and none.
 * @param {readonly Pick<Point, "from" | "to" | "count">[]} points sorted
 */
export function shortestGapOf(points) {
	/** @type {number[]} */
	const intervals = [];
	points.forEach(({ from, to, count }, index) => {
		if (count > 1)
			intervals.push((to - from) / (count - 1));
		if (index > 0)
			intervals.push(from - points[index - 1].to);
	});
	const usual = intervals.sort((a, b) => a - b)[(intervals.length - 1) >> 1];
	return Math.max(LEAST_GAP, GAP * usual);
}

/**
 * The pauses that are longer than usual, oldest first. Within a part of the time none are found.
 * @param {readonly Pick<Point, "from" | "to" | "count">[]} points sorted
 * @returns {Gap[]}
 */
export function gapsIn(points) {
	const shortest = shortestGapOf(points);
	/** @type {Gap[]} */
	const gaps = [];
	for (let index = 1; index < points.length; index++) {
		const [from, to] = [points[index - 1].to, points[index].from];
		if (to - from > shortest)
			gaps.push({ from, to });
	}
	return gaps;
}

/**
 * What is said of the pauses. `isOpen` is set where the last of them goes on.
 * @param {readonly Point[]} points sorted, of the time that is shown
 * @param {{ readonly now: number, readonly isLive: boolean, readonly isSilent: boolean, readonly late: number, readonly last: number }} of
 *   whether the time shown goes on up to now; whether the device is silent; milliseconds after which a reading is late; when the last
 *   reading of all was taken, NaN for none
 * @returns {{ readonly gaps: Gap[], readonly isOpen: boolean }}
 */
export function pausesOf(points, { isLive, isSilent, last, late, now }) {
	const gaps = gapsIn(points);
	const from = points.at(-1)?.to ?? last;
	// What waits in an outbox is no gap before it is late.
	const isOpen = isLive && (isSilent ? from < now : now - from > Math.max(late, shortestGapOf(points)));
	return { gaps: isOpen ? [...gaps, { from, to: now }] : gaps, isOpen };
}

/** Readings of one sensor, each once, and parts of the time whose readings the service has put together. */
export class Series {
	/** @type {Map<string, Reading>} */
	#byId = new Map();
	/** @type {readonly Point[]} */
	#parts = [];

	/** How many readings it has, besides those in parts. */
	get size() {
		return this.#byId.size;
	}

	/**
	 * Adds a reading, or puts it in the place of the one with its id.
	 * @param {Reading} reading
	 */
	add(reading) {
		this.#byId.set(reading.id, reading);
	}

	/**
	 * Takes parts, as the service answers them. Readings that were received before `newest` are among them.
	 * @param {readonly (readonly number[])[]} parts
	 * @param {string | null} newest
	 */
	take(parts, newest) {
		this.#parts = parts.map(([from, to, count, minimum, mean, maximum, late, delay]) =>
			// A sum may be more than a number can be.
			({ from, to, count, minimum, mean: Math.min(maximum, Math.max(minimum, mean)), maximum, late, delay }));
		this.#byId = new Map([...this.#byId].filter(([, { created }]) => created > (newest ?? "")));
	}

	/**
	 * @param {string} id
	 * @returns whether it was there; it may be in a part
	 */
	remove(id) {
		return this.#byId.delete(id);
	}

	/**
	 * What was taken in a time, sorted by it.
	 * @param {number} from milliseconds
	 * @param {number} to milliseconds
	 * @param {number} late milliseconds after which a reading that is received is late
	 * @returns {Point[]}
	 */
	within(from, to, late) {
		const points = this.#parts.filter((part) => part.to >= from && part.from <= to);
		for (const reading of this.#byId.values()) {
			const time = timeOf(reading);
			if (time < from || time > to)
				continue;
			const value = Number.isFinite(reading.value) ? reading.value : null;
			const delay = delayOf(reading);
			const isLate = delay > late;
			points.push({ from: time, to: time, count: 1, minimum: value, mean: value, maximum: value, late: isLate ? 1 : 0, delay: isLate ? delay : 0, reading });
		}
		return points.sort((a, b) => a.from - b.from);
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
