/** What is shown, for a spreadsheet. */
import { aheadOf, delayOf } from "./readings.js";

/**
 * Points as CSV (RFC 4180): readings as they are; where the service has put some together, the parts of the time.
 * @param {readonly import("./readings.js").Point[]} points
 * @param {{ readonly device: string, readonly sensor: string, readonly unit: string }} of
 */
export function csvOf(points, { device, sensor, unit }) {
	const readings = points.flatMap(({ reading }) => reading === undefined ? [] : [reading]);
	const rows = readings.length === points.length
		? [["device", "sensor", "value", "unit", "taken", "received", "seconds late", "seconds ahead"],
			...readings.map((reading) => [device, sensor, reading.value, reading.unit, reading.taken, reading.created, delayOf(reading) / 1000, aheadOf(reading) / 1000])]
		: [["device", "sensor", "unit", "first taken", "last taken", "readings", "minimum", "mean", "maximum", "late"],
			...points.map(({ from, to, count, minimum, mean, maximum, late }) => [device, sensor, unit, dateOf(from), dateOf(to), count, minimum, mean, maximum, late])];
	return rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

/** @param {number} time milliseconds */
function dateOf(time) {
	return new Date(time).toISOString().replace("T", " ");
}

/**
 * A text that a spreadsheet would take for a formula gets an apostrophe: names come from devices.
 * @param {string | number | null | undefined} value nothing, too, for what is not known
 */
function cellOf(value) {
	const text = typeof value === "string" ? value.replace(/^[=+\-@\t\r]/, "'$&") : Number.isFinite(value) ? String(value) : "";
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
