/** What the tests of the live page have in common: a browser, and a service with devices. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import pLimit from "p-limit";
import { projectRoot } from "../../../service/project.js";
import { Program } from "../../../host-tests/runner/program.js";
import { type Account, KitService, postAll } from "../kit-service.js";
import { startBrowser } from "./browser.js";
import { prepareBrowser } from "./install.js";
import { Visit, type VisitOptions } from "./visit.js";

/** Of the devices. */
export const password = "device-pass-1234";
const environment = { RECORDS_DEVICE_SERIES: "1000" };

const readiness = await prepareBrowser();
if (!readiness.ready)
	console.log(`not run: the live page in a browser: ${readiness.why}`);
/** A few at a time: each has a service and a tab of its own, and all of them at once would wait for each other. */
const limited = pLimit(4);
const browser = readiness.ready ? await startBrowser(readiness.installation) : undefined;
test.after.always(() => browser?.close());

/** A test with a scene of its own, where there is a browser. In the end no visit had anything to complain about. */
export function inBrowser(title: string, body: (t: ExecutionContext, scene: Scene) => Promise<void>): void {
	(readiness.ready ? test : test.skip)(title, (t) => limited(async () => {
		const scene = await Scene.of(t);
		await body(t, scene);
		scene.end();
	}));
}

export function ago(seconds: number): string {
	return new Date(Date.now() - seconds * 1000).toISOString();
}

/** A service of the test's own, with "Device one", "Device two" and an operator, and visits to its page. */
export class Scene {
	readonly service: KitService;
	#firmware!: Program;
	readonly #t: ExecutionContext;
	readonly #devices = new Map<string, Account>();
	readonly #visits: Visit[] = [];

	private constructor(t: ExecutionContext, service: KitService) {
		this.#t = t;
		this.service = service;
	}

	static async of(t: ExecutionContext): Promise<Scene> {
		const scene = new Scene(t, await KitService.of(t, environment));
		await scene.addDevice("device-one", "Device one");
		await scene.addDevice("device-two", "Device two");
		await scene.service.operator("operator@example.test", "operator-pass-1234");
		return scene;
	}

	/** Starts the service again, where it was. */
	restart(): Promise<void> {
		return this.service.restart(environment);
	}

	/** @param url of a proxy of the service, where that is visited by one */
	async visit(options?: VisitOptions, choice = "", url = this.service.url): Promise<Visit> {
		const visit = await Visit.of(this.#t, browser!, `${url}/live.html${choice}`, options);
		this.#visits.push(visit);
		return visit;
	}

	/** A visit of the first device, which is logged in. */
	async visitOfDevice(...given: Parameters<Scene["visit"]>): Promise<Visit> {
		const visit = await this.visit(...given);
		await visit.login("device-one", password);
		return visit;
	}

	logInAsSuperuser(visit: Visit): Promise<void> {
		return visit.login("superuser@example.test", this.service.plain.password, "superuser");
	}

	/** Runs the firmware, with what it has stored before: a reading each fifth of a second. @param home takes what it stores */
	runFirmware(home: string, count = 1_000_000): void {
		const given = { RECORDS_PREFERENCES: join(home, "preferences.json"), RECORDS_FILES: join(home, "files"), RECORDS_DEVICE_PASSWORD: password };
		const script = join(projectRoot(), "build", "examples", "start.js");
		this.#firmware = new Program([script, "--url", this.service.url, "--count", String(count), "--interval", "200"], given, this.#t);
	}

	/** As if its power were cut. */
	async killFirmware(): Promise<void> {
		this.#firmware.child.kill("SIGKILL");
		await this.#firmware.ended;
	}

	/** Fulfilled when the firmware has put so many readings more. @throws Error when it ends before */
	untilPut(more: number): Promise<void> {
		const put = (output: string): number => output.match(/^reading /gm)?.length ?? 0;
		const wanted = put(this.#firmware.output) + more;
		return this.#firmware.until((output) => put(output) >= wanted);
	}

	async addDevice(username: string, name?: string): Promise<void> {
		this.#devices.set(username, await this.service.device(username, password, name));
	}

	device(username: string): Account {
		return this.#devices.get(username)!;
	}

	/** Posts readings as a device. */
	async post(device: string, ...readings: readonly object[]): Promise<void> {
		await postAll(this.service, this.device(device), readings);
	}

	/** Fulfilled when so many devices are silent. */
	async untilSilent(count: number): Promise<void> {
		while ((await this.service.manage("GET", "/api/records/devices")).silent < count)
			await sleep(50);
	}

	/** Checks that the page had nothing to complain about. */
	end(): void {
		for (const visit of this.#visits)
			visit.end();
	}

	/** Stops the service in the middle of what it does: connections stay, nothing is answered. */
	hang(): void {
		process.kill(-this.service.plain.processId, "SIGSTOP");
	}

	/** Lets it go on. */
	goOn(): void {
		process.kill(-this.service.plain.processId, "SIGCONT");
	}
}
