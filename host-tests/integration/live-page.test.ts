/** The live page in a browser, beside a real service and the running firmware. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { type Service, type ServiceOptions, startService } from "../../service/launcher.js";
import { projectRoot } from "../../service/project.js";
import { type Browser, startBrowser } from "../browser/browser.js";
import { prepareBrowser } from "../browser/install.js";
import { Visit, type VisitOptions } from "../browser/visit.js";

const root = projectRoot();
const password = "device-pass-1234";
/** Where the README's picture is made; RECORDS_SCREENSHOT=docs/live-page.png makes it anew. */
const picture = join(root, process.env.RECORDS_SCREENSHOT ?? "build/live-page.png");
const mostBytes = 150_000;

const readiness = await prepareBrowser();
if (!readiness.ready)
	console.log(`not run: the live page in a browser: ${readiness.why}`);
const inBrowser = readiness.ready ? test : test.skip;
let browser: Browser;

test.before(async () => {
	if (readiness.ready)
		browser = await startBrowser(readiness.installation);
});
test.after.always(() => browser?.close());

/** A service of the test's own, and a device that posts to it. */
class Scene {
	service!: Service;
	/** Readings that the firmware has put. */
	put = 0;
	readonly #t: ExecutionContext;
	readonly #folder: string;
	#changed = (): void => undefined;

	private constructor(t: ExecutionContext, folder: string) {
		this.#t = t;
		this.#folder = folder;
	}

	static async of(t: ExecutionContext): Promise<Scene> {
		const scene = new Scene(t, await mkdtemp(join(tmpdir(), "records-live-")));
		await scene.start();
		t.teardown(async () => {
			await scene.service.kill();
			await rm(scene.#folder, { recursive: true, force: true, maxRetries: 5 });
		});
		return scene;
	}

	async start(options: ServiceOptions = {}): Promise<void> {
		const environment = { RECORDS_DEVICE_PASSWORD: password };
		this.service = await startService({ data: join(this.#folder, "data"), quick: true, login: true, environment, ...options });
	}

	/** Starts the service again, where it was. */
	restart(): Promise<void> {
		return this.start({ port: this.service.port });
	}

	visit(options?: VisitOptions, choice = ""): Promise<Visit> {
		return Visit.of(this.#t, browser, `${this.service.url}/${choice}`, options);
	}

	/** Runs the firmware: a reading each fifth of a second. */
	runFirmware(): ChildProcess {
		const env = { ...process.env, RECORDS_PREFERENCES: join(this.#folder, "preferences.json"), RECORDS_FILES: join(this.#folder, "files"), RECORDS_DEVICE_PASSWORD: password };
		const script = join(root, "build", "examples", "start.js");
		const child = spawn(process.execPath, [script, "--url", this.service.url, "--count", "1000000", "--interval", "200"], { env, stdio: ["ignore", "pipe", "inherit"] });
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			this.put += text.match(/^reading /gm)?.length ?? 0;
			this.#changed();
		});
		this.#t.teardown(() => child.kill("SIGKILL"));
		return child;
	}

	/** Fulfilled when the firmware has put so many readings more. */
	async untilPut(more: number): Promise<void> {
		const wanted = this.put + more;
		while (this.put < wanted)
			await new Promise<void>((resolve) => this.#changed = resolve);
	}

	/** Posts a reading as a device. */
	async post(device: string, reading: object): Promise<void> {
		const { token } = await this.#ask<{ token: string }>("/api/collections/users/auth-with-password", { identity: device, password }, "");
		await this.#ask("/api/collections/readings/records", reading, token);
	}

	/** Changes a device's password as a superuser: its logins end. */
	async changePassword(device: string, changed: string): Promise<void> {
		const { identity, password: secret } = this.service.login!;
		const { token } = await this.#ask<{ token: string }>("/api/collections/_superusers/auth-with-password", { identity, password: secret }, "");
		const { record: { id } } = await this.#ask<{ record: { id: string } }>("/api/collections/users/auth-with-password", { identity: device, password }, "");
		await this.#ask(`/api/collections/users/records/${id}`, { password: changed, passwordConfirm: changed }, token, "PATCH");
	}

	async #ask<Answer>(path: string, body: object, token: string, method = "POST"): Promise<Answer> {
		const headers = { "content-type": "application/json", authorization: token };
		const response = await fetch(this.service.url + path, { method, headers, body: JSON.stringify(body) });
		if (!response.ok)
			throw new Error(`${path}: ${response.status} ${await response.text()}`);
		return await response.json() as Answer;
	}
}

/** The columns of the arrivals. */
async function arrivals({ page }: Visit): Promise<string[][]> {
	return page.evaluate('[...document.querySelectorAll("#arrivals tr")].map((row) => [...row.cells].map((cell) => cell.textContent))');
}

function ago(seconds: number): string {
	return new Date(Date.now() - seconds * 1000).toISOString();
}

inBrowser("readings of the running firmware arrive, stay out in an outage, and come late behind it", async (t) => {
	const scene = await Scene.of(t);
	const visit = await scene.visit({}, "#span=60&late=2");
	await visit.login("device-one", password);
	await visit.until('document.getElementById("connection").textContent === "live"');
	await visit.until('document.getElementById("chart-title").textContent === "No readings yet"');
	scene.runFirmware();
	await visit.until('document.getElementById("chart-title").textContent === "Device one: temperature"');
	await visit.untilArrivals(25);
	t.regex(await visit.tile("Last value"), /^\d+(\.\d)? °C[\d.]+ (s|min) ago$/);
	await scene.untilPut(25);

	await scene.service.stop();
	await visit.until('document.getElementById("connection").dataset.state === "lost"');
	const before = await visit.count("Delivered late");
	// The first of them waits for longer than two seconds, however fast the machine is.
	await scene.untilPut(25);
	await scene.restart();
	await visit.until('document.getElementById("connection").textContent === "live"');
	await visit.until(`Number.parseInt([...document.querySelectorAll("#tiles dd")].at(-1).textContent) >= ${before + 10}`);
	await scene.untilPut(10);
	await visit.until('[...document.querySelectorAll("#arrivals td.late")].some((cell) => /^late by \\d/.test(cell.textContent))');

	await visit.page.screenshot({ path: picture });
	const { size } = await stat(picture);
	t.true(size < mostBytes, `${size} bytes`);
	visit.end();
});

inBrowser("a login that has ended is noticed: the page asks for another, where the service answers with an empty list", async (t) => {
	const scene = await Scene.of(t);
	await scene.post("device-one", { sensor: "temperature", value: 21.5, unit: "°C", taken: ago(30) });
	const visit = await scene.visit();
	await visit.login("device-one", password);
	await visit.until('document.getElementById("connection").textContent === "live"');
	await visit.untilArrivals(1);
	await scene.changePassword("device-one", "another-pass-1234");
	// What is chosen is asked for.
	await visit.page.locator("[name=span]").selectOption({ label: "last 5 minutes" });
	t.true(await visit.soon('document.getElementById("login-fault").textContent === "Your login has ended. Log in again."'), "the page does not notice it");
	t.true(await visit.page.evaluate('document.getElementById("readings").hidden'));
	await visit.login("device-one", "another-pass-1234");
	await visit.until('document.getElementById("connection").textContent === "live"');
	await visit.untilArrivals(1);
	visit.end();
});

inBrowser("a superuser sees all devices, chooses among them, and what arrives of any", async (t) => {
	const scene = await Scene.of(t);
	await scene.post("device-one", { sensor: "temperature", value: 21.5, unit: "°C", taken: ago(30) });
	await scene.post("device-two", { sensor: "humidity", value: 40, unit: "%", taken: ago(1000) });
	await scene.post("device-two", { sensor: "pressure", value: 1013 });
	const visit = await scene.visit();
	const { identity, password: secret } = scene.service.login!;
	await visit.login(identity, "wrong-password", "superuser");
	await visit.until('document.getElementById("login-fault").textContent === "Name or password is wrong."');
	await visit.login(identity, secret, "superuser");
	await visit.untilArrivals(3);
	t.deepEqual((await arrivals(visit)).map(([device, sensor, value, , , delivery]) => [device, sensor, value, delivery]), [
		["Device two", "pressure", "1013", "time taken not known"],
		["Device two", "humidity", "40 %", "late by 17 min"],
		["Device one", "temperature", "21.5 °C", "on time"]
	]);

	await visit.page.locator("[name=device]").selectOption({ label: "Device two" });
	await visit.until('document.getElementById("chart-title").textContent === "Device two: humidity"');
	await visit.page.locator("[name=span]").selectOption({ label: "last hour" });
	await visit.until('document.getElementById("chart-text").textContent.startsWith("1 reading ")');
	t.is(await visit.tile("Delivered late"), "1longest 17 min");
	await visit.page.locator("[name=late]").selectOption({ label: "1 hour" });
	await visit.until('[...document.querySelectorAll("#tiles dd")].at(-1).textContent === "0none"');
	await visit.page.locator("[name=sensor]").selectOption({ label: "pressure" });
	await visit.until('document.getElementById("chart-title").textContent === "Device two: pressure"');

	await scene.post("device-one", { sensor: "temperature", value: 22, unit: "°C", taken: ago(0) });
	await visit.untilArrivals(4);
	t.is((await arrivals(visit))[0][2], "22 °C");

	// The choice is in the address, and the login lasts as long as the tab.
	await visit.page.reload();
	await visit.until('document.getElementById("chart-title").textContent === "Device two: pressure"');
	await visit.page.getByRole("button", { name: "Log out" }).click();
	await visit.until('document.getElementById("readings").hidden && !document.getElementById("login").hidden');
	await visit.page.reload();
	await visit.until('!document.getElementById("login").hidden');
	visit.end();
});

inBrowser("what arrives while the page has no connection is shown when it has one again", async (t) => {
	const scene = await Scene.of(t);
	await scene.post("device-one", { sensor: "temperature", value: 1, taken: ago(60) });
	const visit = await scene.visit();
	await visit.login("device-one", password);
	await visit.untilArrivals(1);
	const { port } = scene.service;
	await scene.service.stop();
	await visit.until('document.getElementById("connection").dataset.state === "lost"');
	// Elsewhere, where the page does not find it.
	await scene.start();
	await scene.post("device-one", { sensor: "temperature", value: 2, taken: ago(30) });
	await scene.service.stop();
	await scene.start({ port });
	await visit.untilArrivals(2);
	await visit.until('document.getElementById("chart-text").textContent.startsWith("2 readings")');
	await visit.until('document.getElementById("connection").textContent === "live"');
	visit.end();
});

inBrowser("a request that fails while the connection stays is tried again, each kind of them", async (t) => {
	const scene = await Scene.of(t);
	await scene.post("device-one", { sensor: "temperature", value: 1, taken: ago(60) });
	const visit = await scene.visit();
	await visit.login("device-one", "wrong-password");
	await visit.until('document.getElementById("login-fault").textContent === "Name or password is wrong."');
	const failed = new Set<string>();
	await visit.page.route(/\/api\/(realtime|collections\/readings)/, (route) => {
		const kind = `${route.request().method()} ${route.request().url().replace(/created[^&]*/, "")}`;
		if (failed.has(kind))
			return route.continue();
		failed.add(kind);
		return route.abort();
	});
	await visit.login("device-one", password);
	await visit.until('document.getElementById("chart-text").textContent.startsWith("1 reading ")');
	t.is(await visit.page.locator("#connection").textContent(), "live");
	t.true(failed.size >= 5, [...failed].join("\n"));
	visit.end();
});

inBrowser("names and units that look like markup are shown as text", async (t) => {
	const scene = await Scene.of(t);
	const hostile = "<img src=x onerror=alert(1)>'\"&amp;";
	await scene.post("device-one", { sensor: hostile, value: 1, unit: "<b>", taken: ago(0) });
	const visit = await scene.visit();
	await visit.login("device-one", password);
	await visit.until('document.getElementById("chart-text").textContent.startsWith("1 reading ")');
	t.is(await visit.page.locator("#chart-title").textContent(), `Device one: ${hostile}`);
	t.deepEqual((await arrivals(visit)).map((row) => row.slice(1, 3)), [[hostile, "1 <b>"]]);
	t.is(await visit.page.evaluate("document.images.length"), 0);
	visit.end();
});

inBrowser("the keyboard is enough: log in, choose, and go through the readings", async (t) => {
	const scene = await Scene.of(t);
	for (const [index, sensor] of ["a", "b", "b", "b"].entries())
		await scene.post("device-one", { sensor, value: index, taken: ago(60 - index) });
	const visit = await scene.visit();
	const { keyboard } = visit.page;
	const tabTo = async (selector: string): Promise<void> => {
		for (let steps = 0; !await visit.page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`); steps++) {
			t.true(steps < 20, `Tab does not lead to ${selector}`);
			await keyboard.press("Tab");
		}
		t.true(await visit.page.evaluate('getComputedStyle(document.activeElement).outlineStyle === "solid"'), `${selector} does not show that it has the focus`);
	};
	await visit.until('!document.getElementById("login").hidden');
	await tabTo("[name=identity]");
	await keyboard.type("device-one");
	await tabTo("[name=password]");
	await keyboard.type(password);
	await keyboard.press("Enter");
	await visit.until('document.getElementById("chart-title").textContent === "Device one: a"');
	await visit.until('document.getElementById("connection").textContent === "live" && document.querySelector("[name=sensor]").options.length === 2');
	await tabTo("[name=sensor]");
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
	await keyboard.press("Tab");
	await visit.until('document.getElementById("chart-point").textContent === ""');
	visit.end();
});

for (const colorScheme of ["light", "dark"] as const) {
	inBrowser(`on a phone, ${colorScheme}: nothing is wider than the screen, and axe-core finds no fault`, async (t) => {
		const scene = await Scene.of(t);
		for (const seconds of [500, 499, 498, 400, 0])
			await scene.post("device-one", { sensor: "temperature-of-the-greenhouse-behind-the-house", value: 20 + seconds / 100, unit: "°C", taken: ago(seconds) });
		const visit = await scene.visit({ width: 360, height: 740, colorScheme });
		await visit.until('!document.getElementById("login").hidden');
		await visit.checkAccess();
		await visit.login("device-one", password);
		await visit.until('document.getElementById("chart-text").textContent.startsWith("5 readings")');
		t.is(await visit.count("Gaps"), 2);
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
		visit.end();
	});
}
