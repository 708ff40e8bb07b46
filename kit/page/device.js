/** A device: how it is, its sensors, and one of them over a time. */
import { Chart, MOVE, ZOOM } from "./chart.js";
import { addressOf, choose, chosen, offer, show } from "./choice.js";
import { csvOf } from "./csv.js";
import { curveOf, HEALTH, nameOf, numberIn, numbersOf } from "./health.js";
import { AHEAD, aheadOf, depthOf, lengthText, milliseconds, pausesOf, Series, timeOf } from "./readings.js";
import { numberText } from "./scale.js";
import { agoText, curve, element, fillTable, link, pointText, save, showFacts, showGaps, showTiles, timeText, valueText, write } from "./view.js";

/** Readings that are drawn by themselves, at most; then the service is asked to put them together. */
const MOST_READINGS = 1500;
/** Milliseconds from the last move or zoom until the service is asked. */
const SETTLED = 200;
/** Parts of the time shown that its end may lie from now, to be now. */
const NOW = 0.02;
/** Milliseconds from which on it is said that an answer is not there yet. */
const SLOW = 1000;
/** What is known of a device. */
const ASKED = "asked", MISSING = "missing", EMPTY = "empty", SHOWN = "shown";
const UNKNOWN = Object.freeze({ state: ASKED, name: "", more: false, reported: "", seen: "", sensors: [] });

export class Device {
	#service;
	#load;
	#chart;
	#found = UNKNOWN;
	#id = "";
	/** The name of the sensor, or of the number of the device's health, "" for none. */
	#sensor = "";
	/** Milliseconds; shown where none is chosen. */
	#span = 0;
	#series = new Series();
	/** The reading that was taken last in the time shown, where the service has put readings together; else null. */
	#last = null;
	/** When the time that is shown was asked for, by the browser's clock; Infinity when it is all there. */
	#asked = Infinity;
	/** Readings that arrive while the service is asked for others. */
	#arriving = new Series();
	#points = [];
	/** Counts what was asked for: an answer to an older question is not shown. */
	#question = 0;
	#settling = 0;
	#drawing = 0;
	/** When it was drawn, by the service's clock, milliseconds. */
	#drawn = 0;

	/**
	 * @param service where readings are asked for
	 * @param persist runs what may fail, until it works
	 */
	constructor(service, persist) {
		this.#service = service;
		this.#load = () => void persist(() => this.#ask());
		const press = (id, action) => document.getElementById(id).addEventListener("click", action);
		press("earlier", () => this.#plot.move(-MOVE));
		press("later", () => this.#plot.move(MOVE));
		press("zoom-in", () => this.#plot.zoom(ZOOM));
		press("zoom-out", () => this.#plot.zoom(1 / ZOOM));
		press("now", () => this.#view());
		press("csv", () => save(`${this.#found.name} ${this.#sensor}.csv`, "text/csv", csvOf(this.#points, { device: this.#found.name, sensor: this.#sensor, unit: this.#unit })));
	}

	/** Asks for all that is shown. What arrives meanwhile is kept. */
	async load() {
		if (this.#id !== this.#wanted) {
			this.forget();
			this.#showState();
		}
		await this.#update(true);
	}

	/** Asks how the device is, and for the last values of its sensors; for readings where another sensor is shown from now on. */
	async refresh() {
		await this.#update(false);
	}

	/** @param all whether readings are asked for, too, where the sensor stays */
	async #update(all) {
		const id = this.#wanted;
		const found = await this.#service.device(id, curveOf(chosen().sensor).sensor).catch((error) => {
			if (error.status !== 404)
				throw error;
			return { ...UNKNOWN, state: MISSING };
		});
		if (id !== this.#wanted)
			return;
		this.#id = id;
		const names = [...found.sensors.map(({ sensor }) => sensor).filter((name) => name !== HEALTH), ...numbersOf(found)];
		this.#found = { state: names.length === 0 ? EMPTY : SHOWN, ...found };
		const sensor = [chosen().sensor, this.#sensor].find((name) => names.includes(name)) ?? newestOf(this.#measured) ?? names[0] ?? "";
		offer("sensor", names.map((name) => ({ value: name, text: curveOf(name).text })), sensor);
		this.#showState();
		this.#showDevice();
		if (all || sensor !== this.#sensor) {
			if (sensor !== this.#sensor)
				this.#series = new Series();
			this.#sensor = sensor;
			await this.#ask();
		}
		this.redraw();
	}

	/** Tells how long ago everything was, and goes on in time. */
	tick() {
		const now = this.#service.now();
		write("device-seen", agoText(this.#found.seen, now));
		this.#measured.forEach(({ created }, index) => write(`sensor-${index}`, agoText(created, now)));
		// The curve moves when it moves by a pixel.
		if (this.#found.state === SHOWN && ((this.#window().isLive && Math.abs(now - this.#drawn) >= this.#plot.pixel) || this.#isWaiting))
			this.redraw();
		this.#showLast();
	}

	/** Draws once for all that comes in the same frame. */
	redraw() {
		if (this.#drawing === 0)
			this.#drawing = requestAnimationFrame(() => this.#draw());
	}

	/**
	 * A reading has come, changed or gone.
	 * @returns whether a refresh tells more, "now" where it cannot wait
	 */
	change(reading, action) {
		if (reading.device !== this.#id)
			return false;
		// Of many sensors not all are shown.
		if (!this.#found.more && !this.#found.sensors.some(({ sensor }) => sensor === reading.sensor))
			return "now";
		const { number, sensor } = curveOf(this.#sensor);
		const shown = number === "" ? reading : numberIn(reading, number);
		if (reading.sensor === sensor && shown !== undefined)
			this.#changeShown(shown, action);
		return true;
	}

	forget() {
		this.#question++;
		this.#id = this.#sensor = "";
		this.#found = UNKNOWN;
		this.#series = new Series();
		this.#last = null;
		this.#asked = Infinity;
		if (this.#chart !== undefined)
			this.redraw();
	}

	/** Another choice of the form. */
	choose(name) {
		if (name !== "late")
			return this.#load();
		this.redraw();
		// Those of parts are counted by the service.
		if (this.#points.some(({ reading }) => reading === undefined))
			this.#load();
	}

	get #wanted() {
		return this.#service.ownDevice || chosen().device;
	}

	/** What the device measures. */
	get #measured() {
		return this.#found.sensors.filter(({ sensor }) => sensor !== HEALTH);
	}

	/** The last reading of the sensor that is shown, by when it was received. */
	get #newest() {
		return this.#found.sensors.find(({ sensor }) => sensor === curveOf(this.#sensor).sensor);
	}

	/** Whether the service takes its time to say what is in the time shown. */
	get #isWaiting() {
		return performance.now() - this.#asked > SLOW;
	}

	/** Made when its place is shown, and has a width. */
	get #plot() {
		const onPick = (point) => write("chart-point", point === undefined ? "" : pointText(point, chosen().late, this.#unit));
		return this.#chart ??= new Chart(document.getElementById("chart"), onPick, (from, to) => this.#view(from, to));
	}

	get #unit() {
		return curveOf(this.#sensor).unit ?? this.#newest?.unit ?? "";
	}

	/** The time that is shown. */
	#window() {
		const { from, span, to } = chosen();
		if (to > from)
			return { from, to, isLive: false };
		const now = this.#service.now();
		return { from: now - (span || this.#span), to: now, isLive: true };
	}

	/** Shows another time; now, where none is given. The service is asked when it stays so. */
	#view(from, to) {
		const now = this.#service.now();
		if (from === undefined)
			choose({ from: "", to: "" });
		else if (Math.abs(now - to) < (to - from) * NOW)
			choose({ from: "", to: "", span: String((to - from) / 1000) });
		else
			choose({ from: String(Math.round(from)), to: String(Math.round(to)), span: "" });
		this.#asked = Math.min(this.#asked, performance.now());
		this.redraw();
		clearTimeout(this.#settling);
		this.#settling = setTimeout(this.#load, SETTLED);
	}

	async #ask() {
		const mine = ++this.#question;
		const fresh = this.#arriving = new Series();
		let lastTaken = null;
		if (this.#sensor !== "") {
			this.#asked = Math.min(this.#asked, performance.now());
			this.#span = this.#spanOf(this.#newest);
			const { from, isLive, to } = this.#window();
			const { number, sensor } = curveOf(this.#sensor);
			const query = { sensor, number, from: Math.floor(Math.max(0, from)), to: Math.ceil(to) + (isLive ? AHEAD : 0), late: chosen().late };
			const { last = null, newest, parts, readings = [] } = await this.#service.readings(this.#id, query);
			if (mine !== this.#question)
				return;
			if (parts !== undefined)
				fresh.take(parts, newest);
			const withUnit = (reading) => ({ ...reading, unit: curveOf(this.#sensor).unit ?? reading.unit });
			readings.forEach((reading) => fresh.add(withUnit(reading)));
			lastTaken = last && withUnit(last);
		}
		this.#series = fresh;
		this.#last = lastTaken;
		this.#asked = Infinity;
		this.#arriving = new Series();
		this.redraw();
	}

	/** The shortest time of the menu that holds what a sensor opens with; at least a quarter of an hour. */
	#spanOf(last) {
		const age = depthOf(last, this.#service.now());
		const spans = [...document.querySelectorAll("[name=span] option")].map(({ value }) => Number(value) * 1000).filter((span) => span >= 900_000);
		return spans.find((span) => span > age) ?? spans.at(-1);
	}

	#changeShown(reading, action) {
		const time = timeOf(reading);
		const { from, isLive, to } = this.#window();
		if (time < from || (!isLive && time > to))
			return;
		if (action === "create") {
			this.#series.add(reading);
			this.#arriving.add(reading);
			if (this.#series.size > MOST_READINGS)
				return this.#load();
		}
		else if (!this.#series.remove(reading.id))
			return this.#load(); // it is in a part
		else if (action === "update")
			this.#series.add(reading);
		this.redraw();
	}

	#draw() {
		this.#drawing = 0;
		const { late } = chosen();
		const { from, isLive, to } = this.#window();
		this.#points = this.#series.within(from, to + (isLive ? AHEAD : 0), late);
		const points = this.#points;
		const now = this.#service.now();
		const { gaps, isOpen } = pausesOf(points, { now, isLive, isSilent: this.#found.silent, late, last: this.#newest === undefined ? NaN : timeOf(this.#newest) });
		const longestGap = Math.max(0, ...gaps.map((gap) => gap.to - gap.from));
		const count = points.reduce((sum, point) => sum + point.count, 0);
		const delayed = points.reduce((sum, point) => sum + point.late, 0);
		const longestDelay = points.reduce((longest, { delay }) => Math.max(longest, delay), 0);
		const values = valuesOf(points);
		this.#showSpan(isLive, to - from);
		const inThisTime = this.#isWaiting ? "so far: the service has not answered" : "in this time";
		this.#showTitle();
		showTiles("tiles", [
			["Last value", "", ""],
			["Mean", values === undefined ? "none" : this.#text(values.mean, 4), values === undefined ? inThisTime : `${numberText(values.minimum, 4)} to ${this.#text(values.maximum, 4)}`],
			["Readings", String(count), inThisTime],
			count === 0 && !isOpen ? ["Gaps", "not known", `no readings ${inThisTime}`]
				: ["Gaps", String(gaps.length), gaps.length === 0 ? "none" : isOpen ? `no reading for ${lengthText(now - gaps.at(-1).from)}` : `longest ${lengthText(longestGap)}`],
			["Delivered late", String(delayed), delayed === 0 ? "none" : `longest ${lengthText(longestDelay)}`]
		]);
		this.#showLast();
		showGaps(gaps, isOpen);
		write("chart-text", this.#describe(count, values));
		write("chart-unit", this.#unit);
		write("chart-zone", `Times are those of ${zoneText(to)}.`);
		if (this.#found.state === SHOWN)
			this.#plot.show(points, gaps, from, isLive ? Math.max(to, points.at(-1)?.to ?? 0) : to);
		this.#drawn = now;
	}

	/** What stands above all, and in the browser's tab. */
	#showTitle() {
		const { name, state } = this.#found;
		const titles = { [ASKED]: "A device", [MISSING]: "There is no such device", [EMPTY]: name, [SHOWN]: this.#sensor === "" ? name : `${name}: ${curveOf(this.#sensor).text}` };
		write("chart-title", titles[state]);
		if (!document.getElementById("device").hidden)
			document.title = name === "" ? "Readings" : `${name} · Readings`;
	}

	/** Shows what there is of a device, and says what is not there. */
	#showState() {
		const { more, state } = this.#found;
		const texts = {
			[ASKED]: "Asking the service for this device …",
			[MISSING]: "The address names a device that this service does not have, or has no more.",
			[EMPTY]: "No readings yet. When the device posts one, it shows here by itself.",
			[SHOWN]: more ? "This device has more than 100 sensors. The first 100 by name are here; the table of arrivals leads to others." : ""
		};
		write("device-text", texts[state]);
		const trail = document.getElementById("trail");
		trail.hidden = this.#service.ownDevice !== "";
		trail.firstElementChild.setAttribute("href", addressOf({}));
		for (const part of document.querySelectorAll("[data-shown]"))
			part.hidden = !part.dataset.shown.split(" ").includes(state);
		this.#showTitle();
	}

	#showLast() {
		const point = this.#points.at(-1);
		const ago = (time) => `${lengthText(Math.max(0, this.#service.now() - time))} ago`;
		if (point === undefined) {
			write("tile-0", "none");
			write("tile-detail-0", "in this time");
			return;
		}
		const last = point.reading ?? this.#last;
		// Of what is longer ago than the service keeps readings there are only means.
		write("tile-0", last === null ? "not kept" : valueText(last));
		write("tile-detail-0", last === null ? `mean of ${point.count} ${this.#text(point.mean, 4)}, ${ago(point.to)}` : ago(timeOf(last)));
	}

	#text(value, digits) {
		return valueText({ value: value === null ? value : Number(value.toPrecision(digits)), unit: this.#unit });
	}

	/** The curve in words. */
	#describe(count, values) {
		if (count === 0)
			return this.#sensor === "" ? "" : this.#isWaiting ? "The service has not answered for this time yet." : "No readings in this time.";
		const points = this.#points;
		const ahead = points.map(({ reading }) => reading === undefined ? 0 : aheadOf(reading)).filter((length) => length > 0);
		const parts = points.filter((point) => point.count > 1).length;
		return [
			this.#isWaiting ? "The service has not answered for all of this time yet. " : "",
			count === 1 ? `1 reading at ${timeText(points[0].from)}` : `${count} readings from ${timeText(points[0].from)} to ${timeText(points.at(-1).to)}`,
			values === undefined ? ", none with a value." : count === 1 ? `: ${this.#text(values.mean, 15)}.` : `, between ${this.#text(values.minimum, 15)} and ${this.#text(values.maximum, 15)}.`,
			parts === 0 ? "" : ` They are put together into ${parts} parts: the line is the mean, the band goes from the minimum to the maximum.`,
			ahead.length === 0 ? "" : ` ${ahead.length} ${ahead.length === 1 ? "is" : "are"} from the future by the device's clock, by up to ${lengthText(Math.max(...ahead))}, and drawn when received.`
		].join("");
	}

	/** What the menu of times says. */
	#showSpan(isLive, length) {
		const menu = document.querySelector("[name=span]");
		const value = isLive ? String(Math.round(length / 1000)) : "";
		show("span", [...menu.options].some((option) => option.value === value) ? value : "");
		document.getElementById("now").disabled = isLive;
	}

	#showDevice() {
		const { damaged, dropped, firmware, heap, interval, late, library, pending, readings, refused, rejected, reported, retries, rssi, seen, silent, start, uptime } = this.#found;
		const now = this.#service.now();
		write("device-title", `About ${this.#found.name}`);
		showFacts("device-facts", [
			["Last reading received", element("span", { id: "device-seen" }, agoText(seen, now))],
			["Silent", silent ? element("strong", { class: "silent" }, `yes: nothing for more than two intervals of ${lengthText(interval * 1000)}`) : interval > 0 ? "no" : "not known: it reports no interval"],
			["Readings received", String(readings ?? 0)],
			["Of them late by more than 90 s", String(late ?? 0)],
			...reported ? [
				["Last report", timeText(milliseconds(reported))],
				["Firmware", firmware],
				["Library", library],
				["Up for", lengthText(uptime * 1000)],
				["Started by", start],
				["Free memory", heap > 0 ? this.#numberLink("heap", `${heap} bytes`) : ""],
				["Wi-Fi", rssi < 0 ? this.#numberLink("rssi", `${rssi} dBm`) : ""],
				["Waiting in its outbox", this.#numberLink("pending", String(pending))],
				["Lost since its start", `${dropped} dropped, ${refused} refused, ${rejected} rejected, ${damaged} damaged`],
				["Repeated requests", String(retries)]
			].filter(([, text]) => text !== "") : []
		]);
		fillTable("sensors", this.#measured.map((sensor, index) => element("tr", {},
			element("th", { scope: "row" }, link(addressOf({ device: this.#id, sensor: sensor.sensor }), sensor.sensor)),
			element("td", {}, valueText(sensor)),
			element("td", {}, curve(sensor.curve)),
			element("td", { id: `sensor-${index}` }, agoText(sensor.created, now)))));
	}

	/** A number of the last report, which leads to its curve. */
	#numberLink(number, text) {
		return link(addressOf({ device: this.#id, sensor: nameOf(number) }), text);
	}
}

/** The sensor whose reading was received last, undefined for none. */
function newestOf(sensors) {
	return sensors.reduce((newest, sensor) => newest === undefined || sensor.created > newest.created ? sensor : newest, undefined)?.sensor;
}

/** The time zone of this browser: "Europe/Berlin, UTC+1". @param time milliseconds */
function zoneText(time) {
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	const offset = new Intl.DateTimeFormat("en", { timeZoneName: "shortOffset" }).formatToParts(time).find(({ type }) => type === "timeZoneName").value.replace("GMT", "UTC");
	return timeZone === offset ? timeZone : `${timeZone}, ${offset}`;
}

/** Minimum, mean and maximum of all values; undefined for none. */
function valuesOf(points) {
	const found = points.filter(({ mean }) => mean !== null);
	if (found.length === 0)
		return undefined;
	const count = found.reduce((sum, point) => sum + point.count, 0);
	const [minimum, maximum] = [Math.min(...found.map((point) => point.minimum)), Math.max(...found.map((point) => point.maximum))];
	// Each is divided before: their sum may be more than a number can be.
	const mean = found.reduce((sum, point) => sum + point.mean * (point.count / count), 0);
	return { minimum, maximum, mean: Math.min(maximum, Math.max(minimum, mean)) };
}
