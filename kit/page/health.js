/** What a device reports of itself (records-client/health) as curves: numbers in the `extra` of the readings of its sensor "health". */

/** The sensor of the reports. They are no measurements. */
export const HEALTH = "health";

/** By the name in a report. */
const NUMBERS = {
	heap: { text: "free memory", unit: "bytes" },
	rssi: { text: "Wi-Fi", unit: "dBm" },
	pending: { text: "waiting in the outbox", unit: "" }
};

/** What a curve shows: `sensor`, and the `number` of its reports, "" for the values themselves; `text` names it. */
export function curveOf(name) {
	const number = Object.keys(NUMBERS).find((key) => nameOf(key) === name) ?? "";
	return number === "" ? { sensor: name, number, text: name } : { sensor: HEALTH, number, ...NUMBERS[number] };
}

/** The name of a number among those of sensors. */
export function nameOf(number) {
	return `${HEALTH} ${number}`;
}

/** Names of the numbers that a device's last report has; nought is a number that its board can't tell. */
export function numbersOf({ heap, reported, rssi }) {
	return reported === "" ? [] : [...heap > 0 ? ["heap"] : [], ...rssi < 0 ? ["rssi"] : [], "pending"].map(nameOf);
}

/** A report as a reading of one of its numbers; undefined where it does not tell it. */
export function numberIn(report, number) {
	const value = report.extra?.[number];
	return typeof value === "number" && (value !== 0 || number === "pending") ? { ...report, value, unit: NUMBERS[number].unit } : undefined;
}
