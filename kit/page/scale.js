/** Numbers of any size, from 5e-324 to 1.8e308, on an axis and as text. */

/** What is larger is drawn as this: sums of larger ones may be no numbers. */
const LARGEST = 1e300;
/** Numbers whose distance is less, or less than a trillionth of them, are drawn as equal. */
const LEAST = 1e-290;

/**
 * A value as it is drawn, null for none.
 * @param {number | null} value
 */
export function drawable(value) {
	return value === null ? null : Math.max(-LARGEST, Math.min(LARGEST, value));
}

/**
 * What values are divided by before they are drawn, so that the axis has to do with numbers of usual size.
 * @param {number} size the largest without its sign
 */
export function factorOf(size) {
	return size > 1e12 || (size > 0 && size < 1e-6) ? 10 ** Math.max(-300, Math.floor(Math.log10(size))) : 1;
}

/**
 * The ends of an axis for values from `low` to `high`, which are drawable; null for no values.
 * @param {number | null} low
 * @param {number | null} high
 * @returns {[number, number]}
 */
export function rangeOf(low, high) {
	if (low === null || high === null)
		return [0, 1];
	const size = Math.max(Math.abs(low), Math.abs(high));
	if (high - low > Math.max(LEAST, size * 1e-12)) {
		const margin = (high - low) / 20;
		return [low - margin, high + margin];
	}
	const margin = size < LEAST ? 1 : size / 10;
	return [low - margin, high + margin];
}

/**
 * Round numbers on an axis, at most one more than `most`.
 * @param {number} low
 * @param {number} high more than `low`
 * @param {number} most
 */
export function stepsIn(low, high, most) {
	const least = (high - low) / most;
	const power = 10 ** Math.floor(Math.log10(least));
	const step = [1, 2, 5].map((factor) => factor * power).find((size) => size >= least) ?? 10 * power;
	const first = Math.ceil(low / step);
	return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step);
}

/**
 * A number as text, with so many digits; "no value" for none.
 * @param {number | null | undefined} value
 * @param {number} digits
 */
export function numberText(value, digits = 15) {
	return typeof value === "number" ? String(Number(value.toPrecision(digits))) : "no value";
}

/**
 * A text of a device without the controls that turn what stands behind it from right to left (Unicode UAX #9).
 * @param {string} text
 */
export function withoutTurns(text) {
	return text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
}
