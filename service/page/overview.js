/** All devices, for a superuser: silent ones first, with the last value of each. */
import { addressOf, choose, chosen } from "./choice.js";
import { agoText, curve, element, fillTable, link, valueText, write } from "./view.js";

/** Devices in one answer. */
const PAGE = 50;

export class Overview {
	#service;
	#found = { devices: 0, silent: 0, found: 0, items: [] };

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
		return this.refresh();
	}

	async refresh() {
		const { offset, order, search } = chosen();
		const found = await this.#service.devices({ offset, order, search });
		const now = chosen();
		if (now.offset === offset && now.order === order && now.search === search)
			this.#show(found);
	}

	/** Tells how long ago everything was. */
	tick() {
		for (const { id, seen } of this.#found.items)
			write(`seen-${id}`, agoText(seen, this.#service.now()));
	}

	/** A reading has come, or gone: the next refresh tells. */
	change() {
		return true;
	}

	forget() {
		this.#show({ devices: 0, silent: 0, found: 0, items: [] });
	}

	#show(found) {
		const { devices, items, silent } = found;
		const { offset, search } = chosen();
		this.#found = found;
		const which = search === "" ? "" : `, ${found.found} with “${search}” in their names`;
		write("overview-text", `${countText(devices)}, ${silent === 0 ? "none" : silent} of them silent${which}.`);
		fillTable("devices", items.map((device) => this.#row(device)));
		write("devices-place", found.found <= PAGE ? "" : `${offset + 1} to ${offset + items.length} of ${found.found}`);
		document.getElementById("devices-pages").hidden = found.found <= PAGE && offset === 0;
		document.getElementById("previous").disabled = offset === 0;
		document.getElementById("next").disabled = offset + items.length >= found.found;
	}

	#row({ curve: values, dropped, firmware, id, last, late, name, seen, silent }) {
		const notTold = seen === "" ? "" : "not told";
		return element("tr", { "data-id": id },
			element("th", { scope: "row" }, link(addressOf({ device: id }), name)),
			element("td", silent ? { class: "silent" } : {}, silent ? "silent: " : "", element("span", { id: `seen-${id}` }, agoText(seen, this.#service.now()))),
			element("td", {}, last === null ? "" : valueText(last), element("small", {}, last === null ? "" : last.sensor)),
			element("td", {}, curve(values)),
			element("td", {}, String(late)),
			...firmware === "" ? [element("td", {}, notTold), element("td", {}, notTold)]
				: [element("td", dropped > 0 ? { class: "late" } : {}, String(dropped)), element("td", {}, firmware)]);
	}
}

function countText(count) {
	return `${count} ${count === 1 ? "device" : "devices"}`;
}
