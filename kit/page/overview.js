/** All devices, for somebody who sees them: silent ones first, with the last value of one sensor of each. */
import { addressOf, choose, chosen, offer } from "./choice.js";
import { HEALTH } from "./health.js";
import { lengthText, milliseconds } from "./readings.js";
import { agoText, curve, element, fillTable, link, valueText, write } from "./view.js";

/** Devices in one answer, and sensors. */
const PAGE = 50, MOST_SENSORS = 100;
/** Milliseconds that a value may be older than the device's last reading before its own age is told. */
const OLD = 90_000;
/** What is known before the service has told. */
const NONE = Object.freeze({ devices: 0, silent: 0, found: 0, firmware: [], items: [] });

export class Overview {
	#service;
	#found = NONE;
	/** Of all devices, those that most have first; undefined when they are to be asked for. */
	#sensors;

	/**
	 * @param service where devices are asked for
	 * @param onPage called when another page of devices was chosen
	 */
	constructor(service, onPage) {
		this.#service = service;
		for (const [id, by] of [["previous", -PAGE], ["next", PAGE]]) {
			document.getElementById(id).addEventListener("click", () => {
				choose({ offset: String(Math.max(0, chosen().offset + by)) });
				onPage();
			});
		}
	}

	load() {
		document.title = "Readings";
		this.#sensors = undefined;
		return this.refresh();
	}

	async refresh() {
		this.#sensors ??= await this.#service.sensors();
		const question = this.#question;
		const found = await this.#service.devices(question);
		if (JSON.stringify(question) === JSON.stringify(this.#question))
			this.#show(found);
	}

	/** What is asked for. */
	get #question() {
		const { column, firmware, offset, order, search, silent } = chosen();
		return { firmware, offset, order, search, silent, sensor: column || this.#sensors?.[0] || "" };
	}

	/** Tells how long ago everything was. */
	tick() {
		for (const { id, seen, silent } of this.#found.items)
			write(`seen-${id}`, this.#seenText(seen, silent));
	}

	/** A reading has come, or gone: the next refresh tells. */
	change({ sensor }) {
		if (sensor !== HEALTH && this.#sensors?.includes(sensor) === false && this.#sensors.length < MOST_SENSORS)
			this.#sensors = undefined;
		return true;
	}

	forget() {
		this.#sensors = undefined;
		this.#show(NONE);
	}

	#show(found) {
		const { devices, firmware: versions, items, silent } = found;
		const { firmware, offset, search } = chosen();
		const { sensor } = this.#question;
		this.#found = found;
		const isTold = found !== NONE;
		const isNarrowed = firmware !== "" || search !== "" || chosen().silent !== "";
		write("overview-text", !isTold ? "Asking the service for its devices …" : devices === 0 ? "" : `${countText(devices)}, ${silent === 0 ? "none" : silent} of them silent${isNarrowed ? `, ${found.found} found` : ""}.`);
		document.getElementById("no-devices").hidden = !isTold || devices > 0;
		document.getElementById("some-devices").hidden = devices === 0;
		const sensors = this.#sensors ?? [];
		offer("column", (sensor === "" || sensors.includes(sensor) ? sensors : [sensor, ...sensors]).map((name) => ({ value: name, text: name })), sensor);
		const known = versions.some((version) => version.firmware === firmware) || firmware === "" ? versions : [{ firmware, devices: 0 }, ...versions];
		offer("firmware", [{ value: "", text: "any" }, ...known.map((version) => ({ value: version.firmware, text: `${version.firmware} (${version.devices})` }))], firmware);
		write("column-title", sensor === "" ? "Last value" : sensor);
		fillTable("devices", items.map((device) => this.#row(device)));
		write("devices-place", found.found <= PAGE ? "" : `${offset + 1} to ${offset + items.length} of ${found.found}`);
		document.getElementById("devices-pages").hidden = found.found <= PAGE && offset === 0;
		document.getElementById("previous").disabled = offset === 0;
		document.getElementById("next").disabled = offset + items.length >= found.found;
	}

	#row({ curve: values, dropped, firmware, id, last, late, name, pending, reported, rssi, seen, silent }) {
		const cell = (text, className = "") => element("td", className === "" ? {} : { class: className }, text);
		const reports = reported === "" ? ["", "", "", seen === "" ? "" : "not told"] : [rssi < 0 ? `${rssi} dBm` : "", String(pending), String(dropped), firmware];
		const [signal, waiting, lost, version] = reports;
		return element("tr", { "data-id": id },
			element("th", { scope: "row" }, link(addressOf({ device: id, ...last === null ? {} : { sensor: last.sensor } }), name)),
			element("td", silent ? { class: "silent" } : {}, silent ? "silent for " : "", element("span", { id: `seen-${id}` }, this.#seenText(seen, silent))),
			element("td", {}, ...this.#value(last, seen)),
			element("td", {}, curve(values)),
			cell(signal), cell(waiting), cell(String(late)), cell(lost, dropped > 0 ? "late" : ""), cell(version));
	}

	/** A value, and its age where others of the device are younger. */
	#value(last, seen) {
		if (last === null)
			return ["none"];
		const age = milliseconds(seen) - milliseconds(last.created);
		return [valueText(last), ...age > OLD ? [element("small", {}, agoText(last.created, this.#service.now()))] : []];
	}

	#seenText(seen, silent) {
		const now = this.#service.now();
		return silent ? lengthText(now - milliseconds(seen)) : agoText(seen, now);
	}
}

function countText(count) {
	return `${count} ${count === 1 ? "device" : "devices"}`;
}
