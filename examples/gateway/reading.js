import { parseJSON } from "records-client";

/** Bytes of a datagram that may hold a reading. */
const LONGEST = 400;
/** Characters that the service's collection takes. */
const LONGEST_SENSOR = 100, LONGEST_UNIT = 30;

/**
 * Reads a datagram of whoever is in the network. Nothing of it is believed: not that it is text, JSON, or flat.
 * @param datagram bytes
 * @returns the reading; or text that says why it is none
 */
export function readingOf(datagram) {
	if (datagram.byteLength > LONGEST)
		return `longer than ${LONGEST} bytes`;
	let text;
	try {
		text = String.fromArrayBuffer(datagram);
	}
	catch {
		return "not UTF-8";
	}
	// The language's own JSON.parse ends the app when lists in lists fill the stack.
	const reading = parseJSON(text);
	if (typeof reading !== "object" || reading === null || Array.isArray(reading))
		return "not a JSON object";
	const { sensor, value, unit = "" } = reading;
	if (typeof sensor !== "string" || sensor.trim() === "" || sensor.length > LONGEST_SENSOR)
		return `sensor must be text of 1 to ${LONGEST_SENSOR} characters`;
	if (typeof value !== "number" || !Number.isFinite(value))
		return "value must be a number";
	if (typeof unit !== "string" || unit.length > LONGEST_UNIT)
		return `unit must be text of at most ${LONGEST_UNIT} characters`;
	return { sensor, value, unit };
}
