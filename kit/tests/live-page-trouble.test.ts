/** The live page in a browser, when the service hangs or is down, and when there is nothing to show: what it says is true. */
import { StreamProxy } from "../../tools/network/stream-proxy.js";
import { ago, inBrowser, password } from "./browser/scene.js";

const STATE = 'document.getElementById("connection").textContent';
const isLive = `${STATE} === "live"`;

inBrowser("a service that hangs is said to give no answer, and for how long; a log-in that is tried says so, too; when it goes on, what came meanwhile is shown", async (t, scene) => {
	await scene.post("device-one", { sensor: "a", value: 1, taken: ago(60) });
	const visit = await scene.visitOfDevice();
	const other = await scene.visit();
	await visit.until(isLive);
	await visit.untilArrivals(1);
	await visit.page.evaluate(`(() => { globalThis.said = []; new MutationObserver(() => said.push(${STATE})).observe(document.getElementById("connection"), { childList: true }); })()`);
	scene.hang();
	await other.login("device-one", password);
	await visit.until(`${STATE} === "no answer"`);
	t.deepEqual(await visit.page.evaluate("said"), ["no answer"]);
	t.is(await visit.page.evaluate('document.getElementById("connection").dataset.state'), "lost");
	const more = (): Promise<string> => visit.page.evaluate('document.getElementById("connection-more").textContent');
	const first = await more();
	t.regex(first, /^for \d+ s, trying again$/);
	await visit.until(`document.getElementById("connection-more").textContent !== ${JSON.stringify(first)}`);
	await visit.checkAccess();
	// What is there stays, and is not said to be all of another time.
	await visit.page.locator("[name=span]").selectOption({ label: "last 7 days" });
	await visit.until('document.getElementById("chart-text").textContent.startsWith("The service has not answered for all of this time yet.")');
	t.is(await visit.tile("Readings"), "1so far: the service has not answered");
	await visit.page.evaluate('location.hash = "#sensor=b"');
	await other.until('document.getElementById("login-fault").textContent === "The service does not answer."');
	t.is(await visit.page.locator("#chart-title").textContent(), "Device one: a");
	scene.goOn();
	await visit.until(isLive);
	t.is(await more(), "");
	await scene.post("device-one", { sensor: "a", value: 2, taken: ago(0) });
	await visit.until('document.getElementById("chart-text").textContent.startsWith("2 readings")');
});

inBrowser("a stream of events that a network has lost in silence is opened again", async (t, scene) => {
	const proxy = new StreamProxy(Number(new URL(scene.service.url).port));
	await proxy.open();
	t.teardown(() => proxy.close());
	const visit = await scene.visitOfDevice({}, "", proxy.url);
	await visit.until(isLive);
	await visit.until('document.getElementById("device-text").textContent.startsWith("No readings yet.")');
	const { streams } = proxy;
	t.is(proxy.silence(), 1);
	await scene.post("device-one", { sensor: "a", value: 1, taken: ago(0) });
	await visit.untilArrivals(1);
	t.true(proxy.streams > streams);
	await visit.until(isLive);
});

inBrowser("with the service down, what is drawn is not said to be nothing", async (t, scene) => {
	await scene.post("device-one", ...Array.from({ length: 10 }, (_, index) => ({ sensor: "a", value: index, taken: ago(100 - index * 10) })));
	const visit = await scene.visit({}, "#column=a");
	await scene.logInAsSuperuser(visit);
	await visit.until('document.querySelectorAll("#devices tr").length === 2');
	await visit.page.locator("#devices tr:nth-child(1) a").click();
	await visit.until('document.getElementById("chart-text").textContent.startsWith("10 readings")');
	t.is(await visit.page.evaluate("document.title"), "Device one · Readings");
	await scene.service.plain.stop();
	await visit.until(`${STATE} === "no answer"`);
	await visit.page.locator("[name=span]").selectOption({ label: "last hour" });
	await visit.page.evaluate('location.hash += "&late=10"');
	await visit.until('document.querySelector("[name=late]").value === "10"');
	t.is(await visit.page.locator("#chart-title").textContent(), "Device one: a");
	t.regex((await visit.page.locator("#chart-text").textContent())!, /10 readings from/);
	// Another device is not said to have none.
	await visit.page.evaluate('location.hash = "#device=another"');
	await visit.until('document.getElementById("device-text").textContent === "Asking the service for this device …"');
	t.true(await visit.page.evaluate('document.getElementById("chart").closest("[data-shown]").hidden'));
	await visit.page.evaluate('location.hash = ""');
	await visit.until('!document.getElementById("overview").hidden');
	t.is(await visit.page.evaluate("document.title"), "Readings");
});

inBrowser("a device that the service does not have is said to be none; one without readings, to have none yet", async (t, scene) => {
	const visit = await scene.visit({}, "#device=nothing");
	let answer = (): void => undefined;
	const answered = new Promise<void>((resolve) => answer = resolve);
	await visit.page.route(/\/collections\/readings\/records\?/, (route) => answered.then(() => route.continue()));
	await visit.login("operator@example.test", "operator-pass-1234", "operator");
	await visit.until('document.getElementById("chart-title").textContent === "There is no such device"');
	// The arrivals have not been answered yet.
	t.true(await visit.page.evaluate('[...document.querySelectorAll("#device [data-shown]")].every((part) => part.hidden) && document.getElementById("arrivals-section").hidden'));
	answer();
	await visit.checkAccess();
	await visit.page.getByRole("link", { name: "All devices" }).click();
	await visit.page.locator("#devices tr:nth-child(2) a").click();
	await visit.until('document.getElementById("device-text").textContent.startsWith("No readings yet.")');
	t.true(await visit.page.evaluate('document.getElementById("chart").closest("[data-shown]").hidden && document.getElementById("chart-title").textContent === "Device two"'));
	await visit.checkAccess();
	await scene.post("device-two", { sensor: "a", value: 5, unit: "V" });
	await visit.until('document.getElementById("chart-title").textContent === "Device two: a"');
	t.true(await visit.page.evaluate('document.getElementById("chart").clientWidth > 0 && document.getElementById("device-text").textContent === ""'));
});

inBrowser("a sensor that has not been heard for long has a gap that goes on; a time without readings has none that are known", async (t, scene) => {
	const hour = 3600; // seconds
	await scene.post("device-one", ...Array.from({ length: 10 }, (_, index) => ({ sensor: "a", value: index, taken: ago((39 - index) * hour) })));
	const visit = await scene.visitOfDevice();
	await visit.until('document.getElementById("chart-text").textContent.startsWith("10 readings")');
	t.is(await visit.tile("Gaps"), "1no reading for 30.0 h");
	t.regex((await visit.page.locator("#gaps").textContent())!, / until now, 30\.0 h$/);
	await visit.page.locator("[name=span]").selectOption({ label: "last hour" });
	await visit.until('document.getElementById("chart-text").textContent === "No readings in this time."');
	t.is(await visit.tile("Gaps"), "not knownno readings in this time");
	t.is(await visit.tile("Last value"), "nonein this time");
});
