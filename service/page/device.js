/** A device: how it is, its sensors, and one of them over a time. */
import { Chart, MOVE, ZOOM } from "./chart.js";
import { addressOf, choose, chosen, offer, show } from "./choice.js";
import { csvOf } from "./csv.js";
import { AHEAD, aheadOf, depthOf, gapsIn, lengthText, milliseconds, Series, timeOf } from "./readings.js";
import { numberText } from "./scale.js";
import { agoText, curve, element, fillTable, link, pointText, save, showFacts, showGaps, showTiles, timeText, valueText, write } from "./view.js";

/** Readings that are drawn by themselves, at most; then the service is asked to put them together. */
const MOST_READINGS = 1500;
/** Milliseconds from the last move or zoom until the service is asked. */
const SETTLED = 200;
/** Parts of the time shown that its end may lie from now, to be now. */
const NOW = 0.02;
/** A device's reports of itself are no measurements: it opens with them only when it has nothing else. */
const HEALTH = "health";

export class Device {
	#service;
	#load;
	#chart;
	#found = { name: "", sensors: [] };
	#id = "";
	#sensor = "";
	/** Milliseconds; shown where none is chosen. */
	#span = 0;
	#series = new Series();
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
		if (this.#id !== this.#wanted)
			this.forget();
		this.#sensor = "";
		await this.refresh();
	}

	/** Asks how the device is, and for the last values of its sensors; for readings where another sensor is shown from now on. */
	async refresh() {
		const id = this.#wanted;
		const found = await this.#service.device(id).catch((error) => {
			if (error.status !== 404)
				throw error;
			return { id, name: "There is no such device", sensors: [], silent: false, seen: "" };
		});
		if (id !== this.#wanted)
			return;
		this.#id = id;
		this.#found = found;
		const names = found.sensors.map(({ sensor }) => sensor);
		const sensor = [chosen().sensor, this.#sensor].find((name) => names.includes(name)) ?? newestOf(found.sensors);
		offer("sensor", names.map((name) => ({ value: name, text: name })), sensor);
		this.#showDevice();
		if (sensor !== this.#sensor) {
			this.#sensor = sensor;
			this.#series = new Series();
			await this.#ask();
		}
		this.redraw();
	}

	/** Tells how long ago everything was, and goes on in time. */
	tick() {
		const now = this.#service.now();
		write("device-seen", agoText(this.#found.seen, now));
		this.#found.sensors.forEach(({ created }, index) => write(`sensor-${index}`, agoText(created, now)));
		// The curve moves when it moves by a pixel.
		if (this.#id !== "" && this.#window().isLive && Math.abs(now - this.#drawn) >= this.#plot.pixel)
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
		if (!this.#found.sensors.some(({ sensor }) => sensor === reading.sensor))
			return "now";
		if (reading.sensor === this.#sensor)
			this.#changeShown(reading, action);
		return true;
	}

	forget() {
		this.#question++;
		this.#id = this.#sensor = "";
		this.#found = { name: "", sensors: [] };
		this.#series = new Series();
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
		return chosen().device || this.#service.ownDevice;
	}

	/** Made when its place is shown, and has a width. */
	get #plot() {
		const onPick = (point) => write("chart-point", point === undefined ? "" : pointText(point, chosen().late, this.#unit));
		return this.#chart ??= new Chart(document.getElementById("chart"), onPick, (from, to) => this.#view(from, to));
	}

	get #unit() {
		return this.#found.sensors.find(({ sensor }) => sensor === this.#sensor)?.unit ?? "";
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
		this.redraw();
		clearTimeout(this.#settling);
		this.#settling = setTimeout(this.#load, SETTLED);
	}

	async #ask() {
		const mine = ++this.#question;
		const fresh = this.#arriving = new Series();
		if (this.#sensor !== "") {
			this.#span = this.#spanOf(this.#found.sensors.find(({ sensor }) => sensor === this.#sensor));
			const { from, isLive, to } = this.#window();
			const query = { sensor: this.#sensor, from: Math.floor(Math.max(0, from)), to: Math.ceil(to) + (isLive ? AHEAD : 0), late: chosen().late };
			const { newest, parts, readings = [] } = await this.#service.readings(this.#id, query);
			if (mine !== this.#question)
				return;
			if (parts !== undefined)
				fresh.take(parts, newest);
			readings.forEach((reading) => fresh.add(reading));
		}
		this.#series = fresh;
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
		const gaps = gapsIn(points);
		const longestGap = Math.max(0, ...gaps.map((gap) => gap.to - gap.from));
		const count = points.reduce((sum, point) => sum + point.count, 0);
		const delayed = points.reduce((sum, point) => sum + point.late, 0);
		const longestDelay = points.reduce((longest, { delay }) => Math.max(longest, delay), 0);
		const values = valuesOf(points);
		this.#showSpan(isLive, to - from);
		write("chart-title", this.#sensor === "" ? this.#found.name === "" ? "" : `${this.#found.name}: no readings yet` : `${this.#found.name}: ${this.#sensor}`);
		showTiles("tiles", [
			["Last value", "", ""],
			["Mean", values === undefined ? "none" : this.#text(values.mean, 4), values === undefined ? "in this time" : `${numberText(values.minimum, 4)} to ${this.#text(values.maximum, 4)}`],
			["Readings", String(count), "in this time"],
			["Gaps", String(gaps.length), gaps.length === 0 ? "none" : `longest ${lengthText(longestGap)}`],
			["Delivered late", String(delayed), delayed === 0 ? "none" : `longest ${lengthText(longestDelay)}`]
		]);
		this.#showLast();
		showGaps(gaps);
		write("chart-text", this.#describe(count, values));
		this.#plot.show(points, gaps, from, isLive ? Math.max(to, points.at(-1)?.to ?? 0) : to);
		this.#drawn = this.#service.now();
	}

	#showLast() {
		const last = this.#points.at(-1);
		if (last === undefined) {
			write("tile-0", "none");
			write("tile-detail-0", "in this time");
			return;
		}
		const age = `${lengthText(Math.max(0, this.#service.now() - last.to))} ago`;
		write("tile-0", last.reading === undefined ? this.#text(last.mean, 4) : valueText(last.reading));
		write("tile-detail-0", last.count > 1 ? `mean of ${last.count}, ${age}` : age);
	}

	#text(value, digits) {
		return valueText({ value: value === null ? value : Number(value.toPrecision(digits)), unit: this.#unit });
	}

	/** The curve in words. */
	#describe(count, values) {
		if (count === 0)
			return this.#sensor === "" ? "" : "No readings in this time.";
		const points = this.#points;
		const ahead = points.map(({ reading }) => reading === undefined ? 0 : aheadOf(reading)).filter((length) => length > 0);
		const parts = points.filter((point) => point.count > 1).length;
		return [
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
		const { damaged, dropped, firmware, heap, interval, late, library, pending, readings, refused, rejected, reported, retries, rssi, seen, sensors, silent, start, uptime } = this.#found;
		const now = this.#service.now();
		document.getElementById("trail").hidden = this.#service.ownDevice !== "";
		write("device-title", this.#found.name);
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
				["Free memory", heap > 0 ? `${heap} bytes` : ""],
				["Wi-Fi", rssi < 0 ? `${rssi} dBm` : ""],
				["Waiting in its outbox", String(pending)],
				["Lost since its start", `${dropped} dropped, ${refused} refused, ${rejected} rejected, ${damaged} damaged`],
				["Repeated requests", String(retries)]
			].filter(([, text]) => text !== "") : []
		]);
		fillTable("sensors", sensors.map((sensor, index) => element("tr", {},
			element("th", { scope: "row" }, link(addressOf({ device: this.#id, sensor: sensor.sensor }), sensor.sensor)),
			element("td", {}, valueText(sensor)),
			element("td", {}, curve(sensor.curve)),
			element("td", { id: `sensor-${index}` }, agoText(sensor.created, now)))));
	}
}

/** The sensor whose reading was received last. */
function newestOf(sensors) {
	const measured = sensors.filter(({ sensor }) => sensor !== HEALTH);
	return (measured.length > 0 ? measured : sensors).reduce((newest, { created, sensor }) => created > newest.created ? { created, sensor } : newest, { created: "", sensor: "" }).sensor;
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
