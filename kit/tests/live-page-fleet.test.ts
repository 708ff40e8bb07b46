/** The live page in a browser: devices are compared, and what there is of one is shown. */
import { ago, inBrowser, type Scene } from "./browser/scene.js";
import type { Visit, VisitOptions } from "./browser/visit.js";

const ROWS = '[...document.querySelectorAll("#devices tr")].map((row) => [...row.cells].map((cell) => cell.textContent))';

/** In the page: words of names and cells that lie on several lines. */
const BROKEN = `[...document.querySelectorAll("h2, tbody th, tbody td")].flatMap((cell) => {
	const broken = [];
	const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		for (const { index, 0: word } of walker.currentNode.data.matchAll(/[^\\s-]+-?/g)) {
			const range = document.createRange();
			range.setStart(walker.currentNode, index);
			range.setEnd(walker.currentNode, index + word.length);
			if (range.getClientRects().length > 1)
				broken.push(word);
		}
	}
	return broken;
})`;

/** In the page: cells that are cut off, or outside of the screen. */
const CUT = `[...document.querySelectorAll("tbody th, tbody td")].filter((cell) => cell.offsetParent !== null && cell.textContent !== "" && (
	cell.getBoundingClientRect().right > innerWidth || cell.scrollWidth > cell.clientWidth + 1)).map((cell) => cell.textContent)`;

async function visitOfOperator(scene: Scene, options?: VisitOptions): Promise<Visit> {
	const visit = await scene.visit(options);
	// The form takes an operator without a choice.
	await visit.until('!document.getElementById("login").hidden');
	await visit.page.getByLabel("Name or email").fill("operator@example.test");
	await visit.page.getByLabel("Password").fill("operator-pass-1234");
	await visit.page.getByRole("button", { name: "Log in" }).click();
	await visit.until('document.getElementById("connection").textContent === "live"');
	return visit;
}

inBrowser("one sensor of all devices is shown, the one that most have, or another; firmware and silence narrow the list", async (t, scene) => {
	const report = (device: string, extra: object): Promise<void> => scene.post(device, { sensor: "health", value: 1, extra });
	await scene.post("device-one", { sensor: "temperature", value: 20, unit: "°C" });
	await scene.post("device-two", { sensor: "temperature", value: 30, unit: "°C" });
	await scene.post("device-two", { sensor: "battery", value: 3.7, unit: "V" });
	await report("device-one", { interval: 3600, firmware: "green/1", rssi: -67, pending: 4, dropped: 0 });
	await report("device-two", { interval: 0.001, firmware: "green/2", rssi: 0, pending: 0, dropped: 2 });
	await scene.untilSilent(1);
	const visit = await visitOfOperator(scene);
	const shown = `${ROWS}.map((row) => row.join("|").replace(/silent for [0-9.]+ (s|min)/, "silent").replace(/[0-9.]+ (s|min) ago/, "now")).join()`;
	await visit.until(`${shown} === "Device two|silent|30 °C|||0|0|2|green/2,Device one|now|20 °C||-67 dBm|4|0|0|green/1"`);
	t.is(await visit.page.evaluate('document.getElementById("column-title").textContent'), "temperature");
	await visit.page.locator("[name=column]").selectOption({ label: "battery" });
	await visit.until(`${shown}.startsWith("Device two|silent|3.7 V|") && ${shown}.includes("Device one|now|none|")`);
	await visit.page.locator("[name=firmware]").selectOption({ label: "green/1 (1)" });
	await visit.until(`${ROWS}.length === 1 && ${shown}.startsWith("Device one|")`);
	t.is(await visit.page.locator("#overview-text").textContent(), "2 devices, 1 of them silent, 1 found.");
	await visit.page.locator("[name=silent]").selectOption({ label: "silent" });
	await visit.until(`${ROWS}.length === 0`);
	await visit.page.locator("[name=firmware]").selectOption({ label: "any" });
	await visit.until(`${ROWS}.length === 1 && ${shown}.startsWith("Device two|")`);
	// It outlives a reload, and a look at a device.
	await visit.page.reload();
	await visit.until(`${ROWS}.length === 1 && ${shown}.startsWith("Device two|silent|3.7 V|")`);
	await visit.page.locator("#devices tr:nth-child(1) a").click();
	await visit.until('document.getElementById("chart-title").textContent === "Device two: battery"');
	await visit.page.getByRole("link", { name: "All devices" }).click();
	await visit.until(`${ROWS}.length === 2 && ${shown}.startsWith("Device two|silent|3.7 V|")`);
	// A new sensor is offered by itself.
	await scene.post("device-one", { sensor: "pressure", value: 1013 });
	await visit.until('[...document.querySelector("[name=column]").options].map(({ text }) => text).join() === "temperature,battery,pressure"');
});

inBrowser("without devices the page says how one is made, and shows the first by itself", async (t, scene) => {
	for (const name of ["device-one", "device-two"])
		await scene.service.manage("DELETE", `/api/collections/users/records/${scene.device(name).id}`);
	const visit = await visitOfOperator(scene);
	await visit.until('!document.getElementById("no-devices").hidden && document.getElementById("some-devices").hidden');
	t.regex((await visit.page.locator("#no-devices").textContent())!, /fleet -- add/);
	await visit.checkAccess();
	await scene.addDevice("greenhouse-1");
	await scene.post("greenhouse-1", { sensor: "a", value: 1 });
	await visit.until(`document.getElementById("no-devices").hidden && ${ROWS}.length === 1`);
});

inBrowser("on a phone no name is broken inside a word, and all of a device can be seen", async (t, scene) => {
	const name = "greenhouse-behind-the-house-of-the-gardener-17";
	await scene.addDevice(name);
	await scene.post(name, { sensor: "temperature-of-the-soil", value: 20, unit: "°C" });
	await scene.post(name, { sensor: "health", value: 1, extra: { interval: 0.001, firmware: "greenhouse-controller/1.12.3-beta", rssi: -67, pending: 4, dropped: 3 } });
	await scene.untilSilent(1);
	const visit = await visitOfOperator(scene, { width: 360, height: 740, hasTouch: true });
	await visit.until(`${ROWS}.length === 3`);
	await visit.checkAccess();
	t.deepEqual(await visit.page.evaluate<string[]>(BROKEN), []);
	t.deepEqual(await visit.page.evaluate<string[]>(CUT), []);
	await visit.page.locator("#devices tr:nth-child(1) a").click();
	await visit.until('document.getElementById("chart-text").textContent.startsWith("1 reading ")');
	t.deepEqual(await visit.page.evaluate<string[]>(BROKEN), []);
	t.deepEqual(await visit.page.evaluate<string[]>(CUT), []);
});
inBrowser("a device's curve has its unit and the time zone; health is no sensor, and its numbers are curves", async (t, scene) => {
	await scene.post("device-one", ...[60, 30, 0].map((seconds) => ({ sensor: "temperature", value: 20, unit: "°C", taken: ago(seconds) })));
	await scene.post("device-one", ...[60, 30].map((seconds) => ({ sensor: "health", value: 1, taken: ago(seconds), extra: { interval: 3600, heap: 40_000 - seconds, rssi: -60, pending: 2 } })));
	const visit = await scene.visitOfDevice();
	await visit.until('document.getElementById("chart-text").textContent.startsWith("3 readings")');
	t.is(await visit.page.locator("#chart-unit").textContent(), "°C");
	t.is(await visit.page.locator("#chart-zone").textContent(), "Times are those of UTC.");
	t.is(await visit.page.evaluate("document.title"), "Device one · Readings");
	t.is(await visit.page.evaluate('[...document.querySelectorAll("#sensors a")].map((link) => link.textContent).join()'), "temperature");
	t.is(await visit.page.evaluate('[...document.querySelector("[name=sensor]").options].map(({ text }) => text).join()'), "temperature,free memory,Wi-Fi,waiting in the outbox");
	await visit.page.getByRole("link", { name: "39970 bytes" }).click();
	await visit.until('document.getElementById("chart-title").textContent === "Device one: free memory"');
	await visit.until('document.getElementById("chart-text").textContent.endsWith(", between 39940 bytes and 39970 bytes.")');
	t.is(await visit.page.locator("#chart-unit").textContent(), "bytes");
	await scene.post("device-one", { sensor: "health", value: 1, taken: ago(0), extra: { interval: 3600, heap: 39_000, rssi: -61, pending: 0 } });
	await visit.until('document.getElementById("chart-text").textContent.endsWith(", between 39000 bytes and 39970 bytes.")');
	await visit.page.locator("[name=sensor]").selectOption({ label: "Wi-Fi" });
	await visit.until('document.getElementById("chart-text").textContent.endsWith(", between -61 dBm and -60 dBm.")');
	t.regex(await visit.tile("Last value"), /^-61 dBm/);
	await visit.checkAccess();
	await visit.page.reload();
	await visit.until('document.getElementById("chart-title").textContent === "Device one: Wi-Fi"');
});

inBrowser("a device with more than 100 sensors says so, and shows another that is asked for", async (t, scene) => {
	await scene.post("device-one", ...Array.from({ length: 103 }, (_, index) => ({ sensor: `s${String(index).padStart(3, "0")}`, value: index, taken: ago(5) })));
	const visit = await scene.visitOfDevice({}, "#sensor=s102");
	await visit.until('document.getElementById("chart-title").textContent === "Device one: s102"');
	t.regex((await visit.page.locator("#device-text").textContent())!, /^This device has more than 100 sensors\./);
	t.is(await visit.page.evaluate('document.querySelectorAll("#sensors tr").length'), 101);
	await visit.page.locator("[name=sensor]").selectOption({ label: "s001" });
	await visit.until('document.getElementById("chart-title").textContent === "Device one: s001"');
});
