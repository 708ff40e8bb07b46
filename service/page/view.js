/** Puts readings into the page. Whatever comes from the service is put in as text. */
import { delayOf, lengthText, milliseconds, timeOf } from "./readings.js";

const SHOWN_GAPS = 20;

/** @param children elements and texts */
export function element(name, attributes, ...children) {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(attributes))
		made.setAttribute(key, value);
	made.append(...children);
	return made;
}

/** Writes a text where it is another than what stands there: a screen reader tells it again otherwise. */
export function write(id, text) {
	const place = document.getElementById(id);
	if (place.textContent !== text)
		place.textContent = text;
}

export function timeText(time) {
	const date = new Date(time);
	const clock = date.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
	return date.toDateString() === new Date().toDateString() ? clock : `${date.toLocaleDateString()} ${clock}`;
}

export function valueText({ value, unit }) {
	return unit ? `${value} ${unit}` : String(value);
}

/** How a reading was delivered: "on time", "late by 4.0 s", or that nobody knows. */
export function deliveryText(reading, late) {
	const delay = delayOf(reading);
	if (Number.isNaN(delay))
		return "time taken not known";
	return delay > late ? `late by ${lengthText(delay)}` : "on time";
}

/** A reading as a sentence. */
export function readingText(reading, late) {
	return `${valueText(reading)} at ${timeText(timeOf(reading))}, ${deliveryText(reading, late)}`;
}

/** @param tiles each `[name, value, detail]` */
export function showTiles(tiles) {
	document.getElementById("tiles").replaceChildren(...tiles.map(([name, value, detail]) =>
		element("div", {}, element("dt", {}, name), element("dd", {}, value, element("small", {}, detail)))));
}

export function showGaps(gaps) {
	const place = document.getElementById("gaps");
	place.hidden = gaps.length === 0;
	place.querySelector("summary").textContent = `Gaps: ${gaps.length}`;
	place.querySelector("ol").replaceChildren(...gaps.slice(-SHOWN_GAPS).reverse().map(({ from, to }) =>
		element("li", {}, `${timeText(from)} to ${timeText(to)}, ${lengthText(to - from)}`)));
}

/**
 * @param readings newest first
 * @param nameOf the name of a device's id
 * @param late milliseconds
 */
export function showArrivals(readings, nameOf, late) {
	document.getElementById("arrivals").replaceChildren(...readings.map((reading) => {
		const isLate = delayOf(reading) > late;
		const texts = [
			nameOf(reading.device), reading.sensor, valueText(reading),
			Number.isNaN(milliseconds(reading.taken)) ? "not known" : timeText(timeOf(reading)), timeText(milliseconds(reading.created))
		];
		return element("tr", { "data-id": reading.id }, ...texts.map((text) => element("td", {}, text)),
			element("td", isLate ? { class: "late" } : {}, deliveryText(reading, late)));
	}));
}

/** @param state "live", "lost" or "" */
export function showConnection(state, text) {
	document.getElementById("connection").dataset.state = state;
	write("connection", text);
}

export function showLogin(shown) {
	document.getElementById("login").hidden = !shown;
	document.getElementById("readings").hidden = shown;
	document.getElementById("logout").hidden = shown;
}
