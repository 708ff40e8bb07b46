/** The live page in a browser, beside a real service and the running firmware. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../../service/project.js";
import { folder } from "../../host-tests/runner/folder.js";
import { ago, inBrowser, password } from "./browser/scene.js";
import type { Visit } from "./browser/visit.js";

/** Where the README's picture is made; RECORDS_SCREENSHOT=docs/live-page.png makes it anew. */
const picture = join(projectRoot(), process.env.RECORDS_SCREENSHOT ?? "build/live-page.png");
const mostBytes = 150_000;

/** The columns of the arrivals. */
async function arrivals({ page }: Visit): Promise<string[][]> {
	return page.evaluate('[...document.querySelectorAll("#arrivals tr")].map((row) => [...row.cells].map((cell) => cell.textContent))');
}

/** In the page: the time that the address has, in milliseconds; the menu's where it has none. */
const SHOWN = `((values) => ({ from: Number(values.get("from") ?? NaN), to: Number(values.get("to") ?? NaN),
	length: Math.round(values.has("to") ? values.get("to") - values.get("from") : 1000 * (values.get("span") ?? document.querySelector("[name=span]").value)) }))(new URLSearchParams(location.hash.slice(1)))`;

async function shown({ page }: Visit): Promise<{ from: number; to: number; length: number }> {
	return page.evaluate(SHOWN);
}

inBrowser("readings of the running firmware arrive, stay out in an outage, and come late behind it", async (t, scene) => {
	const visit = await scene.visit({}, "#span=900&late=2"); // a slow machine needs more than a minute
	await visit.login("device-one", password);
	await visit.until('document.getElementById("connection").textContent === "live"');
	await visit.until('document.getElementById("chart-title").textContent === "Device one"');
	await visit.until('document.getElementById("device-text").textContent.startsWith("No readings yet.")');
	const home = await folder(t);
	scene.runFirmware(home);
	await visit.until('document.getElementById("chart-title").textContent === "Device one: temperature"');
	await visit.untilArrivals(25);
	t.regex(await visit.tile("Last value"), /^\d+(\.\d)? °C[\d.]+ (s|min) ago$/);
	await scene.untilPut(25);

	await scene.service.plain.stop();
	await visit.until('document.getElementById("connection").dataset.state === "lost"');
	const before = await visit.count("Delivered late");
	// The first of them waits for longer than two seconds, however fast the machine is.
	await scene.untilPut(25);
	await scene.killFirmware();
	await scene.restart();
	await visit.until('document.getElementById("connection").textContent === "live"');
	// With so few new ones the late ones stay in the table, however slowly it is looked at.
	scene.runFirmware(home, 10);
	await visit.until(`Number.parseInt([...document.querySelectorAll("#tiles dd")].at(-1).textContent) >= ${before + 10}`);
	await visit.until('[...document.querySelectorAll("#arrivals td.late")].some((cell) => /^late by \\d/.test(cell.textContent))');

	await visit.page.evaluate('location.hash = "#span=60&late=2"');
	await visit.until('document.querySelector("[name=span]").value === "60"');
	await visit.page.screenshot({ path: picture });
	const { size } = await stat(picture);
	t.true(size < mostBytes, `${size} bytes`);
});

inBrowser("a login that has ended is noticed: the page asks for another, where the service answers with an empty list", async (t, scene) => {
	await scene.post("device-one", { sensor: "temperature", value: 21.5, unit: "°C", taken: ago(30) });
	const visit = await scene.visitOfDevice();
	await visit.until('document.getElementById("connection").textContent === "live"');
	await visit.untilArrivals(1);
	const changed = "another-pass-1234";
	await scene.service.manage("PATCH", `/api/collections/users/records/${scene.device("device-one").id}`, { password: changed, passwordConfirm: changed });
	// What is chosen is asked for.
	await visit.page.locator("[name=span]").selectOption({ label: "last 5 minutes" });
	t.true(await visit.soon('document.getElementById("login-fault").textContent === "Your login has ended. Log in again."'), "the page does not notice it");
	t.true(await visit.page.evaluate('document.getElementById("readings").hidden'));
	await visit.login("device-one", changed);
	await visit.until('document.getElementById("connection").textContent === "live"');
	await visit.untilArrivals(1);
});

inBrowser("a superuser sees all devices, chooses among them, and what arrives of any; one who is let in from other addresses alone is told so", async (t, scene) => {
	await scene.post("device-one", { sensor: "temperature", value: 21.5, unit: "°C", taken: ago(30) });
	await scene.post("device-two", { sensor: "humidity", value: 40, unit: "%", taken: ago(1000) });
	await scene.post("device-two", { sensor: "pressure", value: 1013 });
	const visit = await scene.visit();
	await visit.login("superuser@example.test", "wrong-password", "superuser");
	await visit.until('document.getElementById("login-fault").textContent === "No superuser has this name and password."');
	await scene.logInAsSuperuser(visit);
	await visit.untilArrivals(3);
	t.deepEqual((await arrivals(visit)).map(([device, sensor, value, , , delivery]) => [device, sensor, value, delivery]), [
		["Device two", "pressure", "1013", "time taken not known"],
		["Device two", "humidity", "40 %", "late by 17 min"],
		["Device one", "temperature", "21.5 °C", "on time"]
	]);

	await visit.page.locator("#devices tr:nth-child(2) a").click();
	await visit.until('document.getElementById("chart-title").textContent === "Device two: humidity"');
	await visit.until('document.querySelectorAll("#arrivals tr").length === 2');
	await visit.page.locator("#sensors tr:nth-child(2) a").click();
	await visit.until('document.getElementById("chart-title").textContent === "Device two: pressure"');
	await visit.page.locator("#sensors tr:nth-child(1) a").click();
	await visit.until('document.getElementById("chart-title").textContent === "Device two: humidity"');
	// A quarter of an hour has no reading: the time shown is one that has.
	await visit.until('document.getElementById("chart-text").textContent.startsWith("1 reading ")');
	t.is(await visit.page.evaluate('document.querySelector("[name=span]").selectedOptions[0].text'), "last hour");
	t.is(await visit.tile("Delivered late"), "1longest 17 min");
	await visit.page.locator("[name=late]").selectOption({ label: "1 hour" });
	await visit.until('[...document.querySelectorAll("#tiles dd")].at(-1).textContent === "0none"');
	await visit.page.locator("[name=sensor]").selectOption({ label: "pressure" });
	await visit.until('document.getElementById("chart-title").textContent === "Device two: pressure"');

	// The choice is in the address, and the login lasts as long as the tab.
	await visit.page.reload();
	await visit.until('document.getElementById("chart-title").textContent === "Device two: pressure"');
	await visit.page.locator("#trail a").click();
	await visit.untilArrivals(3);
	await visit.page.locator("[name=column]").selectOption({ label: "temperature" });
	await scene.post("device-one", { sensor: "temperature", value: 22, unit: "°C", taken: ago(0) });
	await visit.untilArrivals(4);
	t.is((await arrivals(visit))[0][2], "22 °C");
	await visit.until('document.querySelector("#devices td:nth-child(3)").textContent === "22 °C"');
	await visit.page.getByRole("button", { name: "Log out" }).click();
	await visit.until('document.getElementById("readings").hidden && !document.getElementById("login").hidden');
	await visit.page.reload();
	await visit.until('!document.getElementById("login").hidden');
	await scene.service.manage("PATCH", "/api/settings", { superuserIPs: ["192.0.2.1"] });
	await scene.logInAsSuperuser(visit);
	await visit.until('document.getElementById("login-fault").textContent.includes("superuserIPs")');
});

inBrowser("a request that fails while the connection stays is tried again, each kind of them", async (t, scene) => {
	await scene.post("device-one", { sensor: "temperature", value: 1, taken: ago(60) });
	const visit = await scene.visit();
	await visit.login("device-one", "wrong-password");
	await visit.until('document.getElementById("login-fault").textContent === "No device has this name and password."');
	const failed = new Set<string>();
	await visit.page.route(/\/api\/(realtime|records|collections\/readings)/, (route) => {
		const kind = `${route.request().method()} ${route.request().url().replace(/\?.*/, "")}`;
		if (failed.has(kind))
			return route.continue();
		failed.add(kind);
		return route.abort();
	});
	await visit.login("device-one", password);
	await visit.until('document.getElementById("chart-text").textContent.startsWith("1 reading ")');
	t.is(await visit.page.locator("#connection").textContent(), "live");
	t.true(failed.size >= 5, [...failed].join("\n"));
});

inBrowser("names and units that look like markup are shown as text", async (t, scene) => {
	const hostile = "<img src=x onerror=alert(1)>'\"&amp;";
	await scene.post("device-one", { sensor: hostile, value: 1, unit: "<b>", taken: ago(0) });
	const visit = await scene.visitOfDevice();
	await visit.until('document.getElementById("chart-text").textContent.startsWith("1 reading ")');
	t.is(await visit.page.locator("#chart-title").textContent(), `Device one: ${hostile}`);
	t.deepEqual((await arrivals(visit)).map((row) => row.slice(1, 3)), [[hostile, "1 <b>"]]);
	await scene.post("device-one", { sensor: "x".repeat(100), value: 1, unit: "y".repeat(30), taken: ago(0) });
	await visit.untilArrivals(2);
	t.true(await visit.page.evaluate('[...document.querySelectorAll("#arrivals td:last-child")].every((cell) => cell.getBoundingClientRect().right <= innerWidth)'), "a long name pushes columns out of sight");
	t.is(await visit.page.evaluate("document.images.length"), 0);
});

inBrowser("the keyboard is enough: log in, choose, and go through the readings; so it is in a browser whose language is none, as under LANG=C.UTF-8", async (t, scene) => {
	for (const [index, sensor] of ["a", "b", "b", "b"].entries())
		await scene.post("device-one", { sensor, value: index, taken: ago(60 - index) });
	const visit = await scene.visit({ language: "en-US@posix" });
	const { keyboard } = visit.page;
	const tabTo = async (selector: string): Promise<void> => {
		for (let steps = 0; !await visit.page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`); steps++) {
			t.true(steps < 20, `Tab does not lead to ${selector}`);
			await keyboard.press("Tab");
		}
		t.true(await visit.page.evaluate('getComputedStyle(document.activeElement).outlineStyle === "solid"'), `${selector} does not show that it has the focus`);
	};
	await visit.until('!document.getElementById("login").hidden');
	await tabTo("[name=collection]");
	await keyboard.press("ArrowDown");
	await tabTo("[name=identity]");
	await keyboard.type("device-one");
	await tabTo("[name=password]");
	await keyboard.type(password);
	await keyboard.press("Enter");
	await visit.until('document.getElementById("chart-title").textContent === "Device one: b"');
	await visit.until('document.getElementById("connection").textContent === "live" && document.querySelector("[name=sensor]").options.length === 2');
	await tabTo("[name=sensor]");
	await keyboard.press("ArrowUp");
	await visit.until('document.getElementById("chart-title").textContent === "Device one: a"');
	await keyboard.press("ArrowDown");
	await visit.until('document.getElementById("chart-text").textContent.startsWith("3 readings")');
	await tabTo("#chart");
	const point = async (key: string, value: number): Promise<void> => {
		await keyboard.press(key);
		await visit.until(`document.getElementById("chart-point").textContent.startsWith("${value} at ")`);
	};
	await point("End", 3);
	await point("ArrowLeft", 2);
	await point("Home", 1);
	await point("ArrowRight", 2);
	const { length: before } = await shown(visit);
	const hasLength = (length: number): string => `Math.abs(${SHOWN}.length - ${length}) <= 4`;
	await keyboard.press("+");
	await visit.until(hasLength(before / 2));
	await keyboard.press("-");
	await visit.until(hasLength(before));
	await keyboard.press("Shift+ArrowLeft");
	await visit.until(`${hasLength(before)} && ${SHOWN}.to < Date.now() - ${before / 8}`);
	// The readings grow older meanwhile: on a slow machine one move does not leave them behind.
	while (!await visit.soon('document.getElementById("chart-text").textContent === "No readings in this time."'))
		await keyboard.press("Shift+ArrowLeft");
	await keyboard.press("Shift+ArrowRight");
	await keyboard.press("0");
	await visit.until('document.getElementById("chart-text").textContent.startsWith("3 readings")');
	await point("End", 3);
	await keyboard.press("Tab");
	await visit.until('document.getElementById("chart-point").textContent === ""');
});

inBrowser("the mouse, two fingers and buttons move and zoom, and what is shown is saved as CSV", async (t, scene) => {
	await scene.post("device-one", ...[300, 200, 100, 0].map((seconds) => ({ sensor: "=a", value: seconds, unit: "s", taken: ago(seconds) })));
	const visit = await scene.visit({ hasTouch: true });
	const { page } = visit;
	await visit.login("device-one", password);
	await visit.until('document.getElementById("chart-text").textContent.startsWith("4 readings")');
	const { left, top, width } = await page.evaluate<{ left: number; top: number; width: number }>('(({ left, top, width }) => ({ left, top, width }))(document.querySelector(".u-over").getBoundingClientRect())');
	const [minute, y] = [60_000, top + 50];
	t.is((await shown(visit)).length, 15 * minute);
	const save = async (): Promise<string[]> => {
		const [download] = await Promise.all([page.waitForEvent("download"), page.locator("#csv").click()]);
		t.is(download.suggestedFilename(), "Device one =a.csv");
		return (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
	};
	const rows = await save();
	t.is(rows[0], "device,sensor,value,unit,taken,received,seconds late,seconds ahead");
	t.deepEqual(rows.slice(1).map((row) => row.split(",").slice(0, 4)), ["300", "200", "100", "0"].map((value) => ["Device one", "'=a", value, "s"]));

	// A third to the right: what was five minutes before.
	await page.mouse.move(left + width / 3, y);
	await page.mouse.down();
	await page.mouse.move(left + width / 2, y);
	await page.mouse.move(left + width * 2 / 3, y);
	await page.mouse.up();
	await visit.until(`Math.abs(Date.now() - ${SHOWN}.to - ${5 * minute}) < ${4 * minute}`);
	await visit.until('!document.getElementById("chart-text").textContent.startsWith("4 readings")');
	t.is(await page.evaluate('document.querySelector("[name=span]").selectedOptions[0].text'), "as zoomed");
	const moved = await shown(visit);
	t.true(Math.abs(moved.length - 15 * minute) <= 2);
	// The page scrolls by the wheel alone, and the place under the pointer stays with Ctrl.
	await page.mouse.move(left + width / 4, y);
	await page.keyboard.down("Control");
	await page.mouse.wheel(0, -100);
	await page.keyboard.up("Control");
	await visit.until(`${SHOWN}.length < ${moved.length - 1000}`);
	const zoomed = await shown(visit);
	const under = (time: { from: number; length: number }): number => time.from + time.length / 4;
	t.true(Math.abs(under(zoomed) - under(moved)) < moved.length / 100);
	// Two fingers that part: half of the time.
	const fingers = await page.context().newCDPSession(page);
	const at = (...places: number[]): { x: number; y: number; id: number }[] => places.map((place, id) => ({ x: left + width * place, y, id }));
	await fingers.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0.4, 0.6) });
	for (const part of [0.15, 0.2])
		await fingers.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(0.5 - part, 0.5 + part) });
	await fingers.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
	await visit.until(`Math.abs(${SHOWN}.length - ${zoomed.length / 2}) < ${zoomed.length / 10}`);

	const press = (name: string): Promise<void> => page.getByRole("button", { name }).click();
	const { length } = await shown(visit);
	await press("Zoom out");
	await visit.until(`Math.abs(${SHOWN}.length - ${2 * length}) <= 4`);
	const { from } = await shown(visit);
	await press("Earlier");
	await visit.until(`Math.abs(${SHOWN}.from - ${from - length / 2}) <= 4`);
	await press("Later");
	await visit.until(`Math.abs(${SHOWN}.from - ${from}) <= 8`);
	// It outlives a reload.
	await page.reload();
	await visit.until('document.querySelector("[name=span]").selectedIndex === 0 && document.getElementById("chart-title").textContent === "Device one: =a"');
	await press("Now");
	await visit.until('document.getElementById("chart-text").textContent.startsWith("4 readings")');
});

inBrowser("many readings are drawn as the service puts them together, what arrives is added, and nothing is drawn while nothing changes", async (t, scene) => {
	const total = 2000;
	await scene.post("device-one", ...Array.from({ length: total }, (_, index) => ({ sensor: "a", value: index % 10, taken: ago(480_010 - index * 240) })));
	const visit = await scene.visitOfDevice({}, "#span=604800&late=3600");
	await visit.until(`document.getElementById("chart-text").textContent.startsWith("${total} readings")`);
	t.regex((await visit.page.locator("#chart-text").textContent())!, /, between 0 and 9\. They are put together into \d{3} parts/);
	t.is(await visit.tile("Mean"), "4.50 to 9");
	t.regex(await visit.tile("Last value"), /^9[\d.]+ (s|min) ago$/);
	t.is(await visit.page.evaluate('document.querySelector("#sensors td").textContent'), "9");
	t.is(await visit.count("Delivered late"), total - 14);
	const draws = "globalThis.draws";
	await visit.page.evaluate(`(() => { ${draws} = 0; const { clearRect } = CanvasRenderingContext2D.prototype;
		CanvasRenderingContext2D.prototype.clearRect = function (...place) { ${draws}++; return clearRect.apply(this, place); }; })()`);
	const drawnInASecond = async (): Promise<number> => {
		const second = await visit.page.evaluate<string>(`${draws} = 0, document.getElementById("tile-detail-0").textContent`);
		await visit.until(`document.getElementById("tile-detail-0").textContent !== ${JSON.stringify(second)}`);
		return visit.page.evaluate<number>(draws);
	};
	// On a busy machine what the log-in began is drawn yet.
	let drawn = await drawnInASecond();
	for (let seconds = 1; drawn > 0 && seconds < 10; seconds++)
		drawn = await drawnInASecond();
	t.is(drawn, 0);
	await scene.post("device-one", { sensor: "a", value: 1000, taken: ago(0) });
	await visit.until(`document.getElementById("chart-text").textContent.startsWith("${total + 1} readings")`);
	t.true(await visit.page.evaluate<boolean>(`${draws} > 0`));
	t.is(await visit.tile("Mean"), "4.9980 to 1000");
});

inBrowser("what is from the future is said to be, and stretches no axis; values may be as large as numbers are", async (t, scene) => {
	await scene.post("device-one", ...[[1e299, 60], [-1e299, 30], [1e300, -10_800], [-1e300, 10]].map(([value, seconds]) => ({ sensor: "a", value, taken: ago(seconds) })));
	const visit = await scene.visitOfDevice();
	await visit.until('document.getElementById("chart-text").textContent.startsWith("4 readings")');
	t.regex((await visit.page.locator("#chart-text").textContent())!, /, between -1e\+300 and 1e\+300\. 1 is from the future by the device's clock, by up to 3\.0 h, and drawn when received\.$/);
	t.is(await visit.page.evaluate('document.querySelector("[name=span]").selectedOptions[0].text'), "last 15 minutes");
	t.deepEqual((await arrivals(visit)).map(([,, value,,, delivery]) => [value, delivery]).sort(), [
		["-1e+299", "on time"], ["-1e+300", "on time"], ["1e+299", "on time"], ["1e+300", "from the future by 3.0 h"]
	]);
	await visit.page.locator("#chart").focus();
	await visit.page.keyboard.press("End");
	await visit.until('/^1e\\+300 at .*, from the future by 3\\.0 h$/.test(document.getElementById("chart-point").textContent)');
});

inBrowser("silent devices come first; a new device, a new sensor and a device that speaks again show by themselves", async (t, scene) => {
	await scene.post("device-two", { sensor: "health", value: 1, extra: { interval: 0.001, firmware: "greenhouse/1.2", dropped: 3 } });
	await scene.untilSilent(1);
	const visit = await scene.visit();
	await scene.logInAsSuperuser(visit);
	const cells = '[...document.querySelectorAll("#devices tr")].map((row) => [...row.cells].map((cell) => cell.textContent))';
	await visit.until(`${cells}.length === 2`);
	const rows = await visit.page.evaluate<string[][]>(cells);
	t.deepEqual(rows.map(([name]) => name), ["Device two", "Device one"]);
	t.regex(rows[0].join("|"), /^Device two\|silent for [\d.]+ (s|min)\|none\|\|\|0\|0\|3\|greenhouse\/1\.2$/);
	t.is(rows[1].join("|"), "Device one|never|none||||0||");
	t.is(await visit.page.locator("#overview-text").textContent(), "2 devices, 1 of them silent.");
	await visit.checkAccess();
	await scene.addDevice("greenhouse-1");
	await scene.post("greenhouse-1", { sensor: "a", value: 5, unit: "V" });
	await scene.post("device-two", { sensor: "health", value: 1, extra: { interval: 3600, firmware: "greenhouse/1.3" } });
	await visit.until(`${cells}.map((row) => row.join("|").replace(/[0-9.]+ (s|min) ago/, "now")).join() === "Device one|never|none||||0||,Device two|now|none|||0|0|0|greenhouse/1.3,greenhouse-1|now|5 V||||0||not told"`);
	await visit.page.locator("[name=search]").fill("house");
	await visit.page.keyboard.press("Enter");
	await visit.until(`${cells}.length === 1`);
	t.is(await visit.page.locator("#overview-text").textContent(), "3 devices, none of them silent, 1 found.");
	await visit.page.locator("#devices a").click();
	await visit.until('document.getElementById("chart-title").textContent === "greenhouse-1: a"');
	await visit.checkAccess();
	await scene.post("greenhouse-1", { sensor: "b", value: 6 });
	await visit.until('[...document.querySelectorAll("#sensors a")].map((link) => link.textContent).join() === "a,b"');
	t.is(await visit.page.locator("#chart-title").textContent(), "greenhouse-1: a");
	await visit.page.evaluate("history.back()");
	await visit.until(`!document.getElementById("overview").hidden && ${cells}.length === 1`);
});

for (const colorScheme of ["light", "dark"] as const) {
	inBrowser(`on a phone, ${colorScheme}: nothing is wider than the screen, and axe-core finds no fault`, async (t, scene) => {
		await scene.post("device-one", ...[500, 499, 498, 400, 0].map((seconds) => ({ sensor: "temperature-of-the-greenhouse-behind-the-house", value: 20 + seconds / 100, unit: "°C", taken: ago(seconds) })));
		const visit = await scene.visit({ width: 360, height: 740, colorScheme });
		await visit.until('!document.getElementById("login").hidden');
		await visit.checkAccess();
		await visit.login("device-one", password);
		await visit.until('document.getElementById("chart-text").textContent.startsWith("5 readings")');
		t.is(await visit.count("Gaps"), 2);
		t.true(await visit.page.evaluate('document.getElementById("chart").getBoundingClientRect().bottom <= 640'), "the curve is not in the first screen");
		await visit.checkAccess();

		const background = (): Promise<string> => visit.page.evaluate("getComputedStyle(document.body).backgroundColor");
		const other = colorScheme === "light" ? "dark" : "light";
		const bySystem = await background();
		await visit.page.locator("#theme").selectOption({ label: other });
		t.not(await background(), bySystem);
		await visit.checkAccess();
		await visit.page.reload();
		await visit.until('document.getElementById("chart-text").textContent.startsWith("5 readings")');
		t.not(await background(), bySystem);
		await visit.page.locator("#theme").selectOption({ label: "as the system" });
		t.is(await background(), bySystem);

		await visit.page.getByRole("button", { name: "Log out" }).click();
		await scene.logInAsSuperuser(visit);
		await visit.until('document.querySelectorAll("#devices .curve").length > 0');
		t.true(await visit.page.evaluate('(([curve, table]) => curve.right <= table.right)([...document.querySelectorAll("#devices .curve, #overview .table")].map((shown) => shown.getBoundingClientRect()).reverse())'), "the small curves are not in the first screen");
		await visit.checkAccess();
	});
}
