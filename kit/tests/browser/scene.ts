/** What the tests of the live page have in common: a browser, and a service with devices. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test, { type ExecutionContext } from "ava";
import pLimit from "p-limit";
import { type Service, type ServiceOptions, startService } from "../../../service/launcher.js";
import { projectRoot } from "../../../service/project.js";
import { Program } from "../../../host-tests/runner/program.js";
import { type Browser, startBrowser } from "./browser.js";
import { prepareBrowser } from "./install.js";
import { Visit, type VisitOptions } from "./visit.js";

/** Of the devices that the service is made with. */
export const password = "device-pass-1234";

const readiness = await prepareBrowser();
if (!readiness.ready)
	console.log(`not run: the live page in a browser: ${readiness.why}`);
/** A few at a time: each has a service and a tab of its own, and all of them at once would wait for each other. */
const limited = pLimit(4);
let browser: Browser;

test.before(async () => {
	if (readiness.ready)
		browser = await startBrowser(readiness.installation);
});
test.after.always(() => browser?.close());

/** A test, where there is a browser. */
export function inBrowser(title: string, body: (t: ExecutionContext) => Promise<void>): void {
	(readiness.ready ? test : test.skip)(title, (t) => limited(() => body(t)));
}

export function ago(seconds: number): string {
	return new Date(Date.now() - seconds * 1000).toISOString();
}

/** A service of the test's own, devices that post to it, and visits to its page. */
export class Scene {
	service!: Service;
	#firmware!: Program;
	readonly #t: ExecutionContext;
	readonly #folder: string;

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
		return this.visitAt(this.service.url, options, choice);
	}

	/** @param url of a proxy of the service */
	visitAt(url: string, options?: VisitOptions, choice = ""): Promise<Visit> {
		return Visit.of(this.#t, browser, `${url}/${choice}`, options);
	}

	/** Runs the firmware, with what it has stored before: a reading each fifth of a second. */
	runFirmware(count = 1_000_000): void {
		const environment = { RECORDS_PREFERENCES: join(this.#folder, "preferences.json"), RECORDS_FILES: join(this.#folder, "files"), RECORDS_DEVICE_PASSWORD: password };
		const script = join(projectRoot(), "build", "examples", "start.js");
		this.#firmware = new Program([script, "--url", this.service.url, "--count", String(count), "--interval", "200"], environment, this.#t);
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

	/** Posts a reading as a device. @returns its id */
	async post(device: string, reading: object): Promise<string> {
		return (await this.#ask<{ id: string }>("/api/collections/readings/records", reading, await this.#token(device))).id;
	}

	/** Posts many. */
	async postAll(device: string, readings: readonly object[]): Promise<void> {
		const token = await this.#token(device);
		for (let index = 0; index < readings.length; index += 50)
			await this.#ask("/api/batch", { requests: readings.slice(index, index + 50).map((body) => ({ method: "POST", url: "/api/collections/readings/records", body })) }, token);
	}

	/** Makes a device. */
	async addDevice(name: string): Promise<void> {
		await this.#ask("/api/collections/users/records", { username: name, email: `${name}@devices.invalid`, password, passwordConfirm: password }, await this.#superuser());
	}

	/** Fulfilled when so many devices are silent. */
	async untilSilent(count: number): Promise<void> {
		const headers = { authorization: await this.#superuser() };
		const silent = async (): Promise<number> => ((await (await fetch(`${this.service.url}/api/records/devices`, { headers })).json()) as { silent: number }).silent;
		while (await silent() < count)
			await sleep(50);
	}

	/** Changes a device's password as a superuser: its logins end. */
	async changePassword(device: string, changed: string): Promise<void> {
		const token = await this.#superuser();
		const { record: { id } } = await this.#ask<{ record: { id: string } }>("/api/collections/users/auth-with-password", { identity: device, password }, "");
		await this.#ask(`/api/collections/users/records/${id}`, { password: changed, passwordConfirm: changed }, token, "PATCH");
	}

	/** Asks as the superuser; throws an Error for a refusal. */
	async manage<Answer>(method: string, path: string, body?: object): Promise<Answer> {
		return this.#ask<Answer>(path, body, await this.#superuser(), method);
	}

	/** Deletes the devices that the service is made with. */
	async removeDevices(): Promise<void> {
		const { items } = await this.manage<{ items: { id: string }[] }>("GET", "/api/collections/users/records");
		for (const { id } of items)
			await this.manage("DELETE", `/api/collections/users/records/${id}`);
	}

	/** Stops the service in the middle of what it does: connections stay, nothing is answered. */
	hang(): void {
		process.kill(-this.service.processId, "SIGSTOP");
	}

	/** Lets it go on. */
	goOn(): void {
		process.kill(-this.service.processId, "SIGCONT");
	}

	async #superuser(): Promise<string> {
		const { identity, password: secret } = this.service.login!;
		return (await this.#ask<{ token: string }>("/api/collections/_superusers/auth-with-password", { identity, password: secret }, "")).token;
	}

	async #token(device: string): Promise<string> {
		return (await this.#ask<{ token: string }>("/api/collections/users/auth-with-password", { identity: device, password }, "")).token;
	}

	async #ask<Answer>(path: string, body: object | undefined, token: string, method = "POST"): Promise<Answer> {
		const headers = { "content-type": "application/json", authorization: token };
		const response = await fetch(this.service.url + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
		const text = await response.text();
		if (!response.ok)
			throw new Error(`${path}: ${response.status} ${text}`);
		return (text === "" ? undefined : JSON.parse(text)) as Answer;
	}
}
