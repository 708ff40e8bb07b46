/** Puts readings into the page. Whatever comes from the service is put in as text. */
import { addressOf } from "./choice.js";
import { aheadOf, delayOf, lengthText, milliseconds, timeOf } from "./readings.js";
import { drawable, numberText, withoutTurns } from "./scale.js";

const SHOWN_GAPS = 20;
/** Of the drawing of a small curve, as in index.html, without its margin. */
const WIDTH = 120, HEIGHT = 28;

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
	if (place !== null && place.textContent !== text)
		place.textContent = text;
}

export function timeText(time) {
	const date = new Date(time);
	const clock = date.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
	return date.toDateString() === new Date().toDateString() ? clock : `${date.toLocaleDateString()} ${clock}`;
}

export function valueText({ value, unit }) {
	return unit && typeof value === "number" ? `${numberText(value)} ${withoutTurns(unit)}` : numberText(value);
}

/** How long ago a PocketBase date was: "never" for none. */
export function agoText(date, now) {
	return date ? `${lengthText(Math.max(0, now - milliseconds(date)))} ago` : "never";
}

/** How a reading was delivered: "on time", "late by 4.0 s", "from the future by 3.0 h", or that nobody knows. */
export function deliveryText(reading, late) {
	const delay = delayOf(reading);
	if (Number.isNaN(delay))
		return "time taken not known";
	if (aheadOf(reading) > 0)
		return `from the future by ${lengthText(aheadOf(reading))}`;
	return delay > late ? `late by ${lengthText(delay)}` : "on time";
}

/** A point of the curve as a sentence. */
export function pointText({ count, from, late: delayed, maximum, mean, minimum, reading, to }, late, unit) {
	return reading === undefined
		? `mean ${valueText({ value: mean, unit })}, ${numberText(minimum)} to ${numberText(maximum)}: ${count} readings from ${timeText(from)} to ${timeText(to)}, ${delayed} late`
		: `${valueText(reading)} at ${timeText(timeOf(reading))}, ${deliveryText(reading, late)}`;
}

/** @param tiles each `[name, value, detail]`; an empty text is written by somebody else, into `tile-INDEX` and `tile-detail-INDEX` */
export function showTiles(id, tiles) {
	const place = document.getElementById(id);
	if (place.childElementCount === 0) {
		place.replaceChildren(...tiles.map(([name], index) => element("div", {}, element("dt", {}, name),
			element("dd", {}, element("span", { id: `tile-${index}` }), element("small", { id: `tile-detail-${index}` })))));
	}
	tiles.forEach(([, value, detail], index) => {
		if (value !== "") {
			write(`tile-${index}`, value);
			write(`tile-detail-${index}`, detail);
		}
	});
}

/** @param facts each `[name, text or element]` */
export function showFacts(id, facts) {
	document.getElementById(id).replaceChildren(...facts.map(([name, fact]) => element("div", {}, element("dt", {}, name), element("dd", {}, fact))));
}

/** A link to another choice. */
export function link(address, text) {
	return element("a", { href: address }, text);
}

/** Puts rows into a table. A link in it that has the focus keeps it. */
export function fillTable(id, rows) {
	const place = document.getElementById(id);
	// On a phone a row is a card, in which each cell says what it is.
	const heads = [...place.closest("table").tHead.rows[0].cells];
	for (const { cells } of rows)
		[...cells].forEach((cell, index) => cell.setAttribute("data-head", heads[index].textContent));
	const address = place.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
	place.replaceChildren(...rows);
	if (address !== null)
		[...place.querySelectorAll("a")].find((found) => found.getAttribute("href") === address)?.focus();
}

/** Values, the newest first, as a small curve. Whoever does not see it has the last value. */
export function curve(values) {
	const drawn = values.map((value) => drawable(value)).reverse();
	const [low, high] = [Math.min(...drawn), Math.max(...drawn)];
	const across = WIDTH / Math.max(1, drawn.length - 1);
	const up = (value) => high > low ? (high / 2 - value / 2) / (high / 2 - low / 2) : 0.5;
	const picture = document.getElementById("curve").content.firstElementChild.cloneNode(true);
	picture.firstElementChild.setAttribute("points", drawn.map((value, index) => `${(index * across).toFixed(1)},${(up(value) * HEIGHT).toFixed(1)}`).join(" "));
	return picture;
}

/** Has the browser save a text as a file. */
export function save(name, type, text) {
	const address = URL.createObjectURL(new Blob([text], { type }));
	element("a", { href: address, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param isOpen whether the last goes on */
export function showGaps(gaps, isOpen) {
	const place = document.getElementById("gaps");
	place.hidden = gaps.length === 0;
	place.querySelector("summary").textContent = `Gaps: ${gaps.length}`;
	place.querySelector("ol").replaceChildren(...gaps.slice(-SHOWN_GAPS).reverse().map(({ from, to }, index) =>
		element("li", {}, `${timeText(from)} ${isOpen && index === 0 ? "until now" : `to ${timeText(to)}`}, ${lengthText(to - from)}`)));
}

/**
 * @param readings newest first, with their devices (expand)
 * @param late milliseconds
 */
export function showArrivals(readings, late) {
	document.getElementById("arrivals-section").hidden = readings.length === 0;
	fillTable("arrivals", readings.map((reading) => {
		const isLate = delayOf(reading) > late || aheadOf(reading) > 0;
		const { name = "", username = "", id } = reading.expand?.device ?? { id: reading.device };
		const texts = [
			reading.sensor, valueText(reading),
			Number.isNaN(milliseconds(reading.taken)) ? "not known" : timeText(milliseconds(reading.taken)), timeText(milliseconds(reading.created))
		];
		const device = element("td", {}, link(addressOf({ device: id, sensor: reading.sensor }), name || username || id));
		return element("tr", { "data-id": reading.id }, device, ...texts.map((text) => element("td", {}, text)),
			element("td", isLate ? { class: "late" } : {}, deliveryText(reading, late)));
	}));
}

/**
 * @param state "live", "lost" or ""
 * @param text is told by a screen reader
 * @param more changes each second, and is not
 */
export function showConnection(state, text, more) {
	document.getElementById("connection").dataset.state = state;
	write("connection", text);
	write("connection-more", more);
}

export function showLogin(shown) {
	document.getElementById("login").hidden = !shown;
	document.getElementById("readings").hidden = shown;
	document.getElementById("logout").hidden = shown;
}
