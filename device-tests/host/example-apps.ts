import { createSocket } from "node:dgram";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readingsOf } from "../../tools/stored-readings.js";
import { Superuser } from "../../examples/superuser.js";
import { startService } from "../../service/launcher.js";
import { readLogin } from "../../service/login.js";
import { freePort } from "../../service/port.js";
import { projectRoot } from "../../service/project.js";
import { makeApp, type Simulator } from "./simulator.js";

/** Milliseconds for what an app is to do, and between looks at the service. */
const deadline = 120_000, lookInterval = 200;
const password = "device-pass-1234";

interface Example {
	readonly name: string;
	/** What mcconfig's command line says, as text. */
	readonly config: Readonly<Record<string, string>>;
	/** Sensors of the readings that it posts at least. */
	readonly sensors: readonly string[];
	/** The line after which it is done; undefined for one that goes on. */
	readonly last?: RegExp;
	/** What it says, about the nonsense that it is fed or of what it is for. */
	readonly says?: RegExp;
}

/** What the gateway is sent before a reading. */
const nonsense = ["", "5", "[".repeat(300), "[".repeat(1600), '{"sensor":""}', Buffer.from([0xff, 0xfe])];

/** The smaller examples, built for the simulator as they are and run until the service has what they post. */
export class ExampleApps {
	readonly #simulator: Simulator;

	constructor(simulator: Simulator) {
		this.#simulator = simulator;
	}

	/** @throws Error when an example does not build, or a service can't be had */
	async run(): Promise<void> {
		const { results, scratch } = this.#simulator;
		const service = await startService({ quick: true, login: true, data: join(scratch.folder, "example-service") });
		const baseUrl = service.url, port = String(await freePort());
		const superuser = await Superuser.logIn(baseUrl, await readLogin(service.data));
		await superuser.command("device-one", 2);
		const { publicKey } = await superuser.makeFirmware("example");
		const examples: readonly Example[] = [
			{ name: "button", config: { baseUrl }, sensors: ["button", "button"] },
			{ name: "weather", config: { baseUrl, interval: "100" }, sensors: ["humidity", "humidity", "pressure", "pressure", "temperature", "temperature"] },
			{ name: "gateway", config: { baseUrl, port }, sensors: ["soil-1"], says: /refused: not a JSON object.*\n(.*\n)*.*refused: longer than 400 bytes/ },
			{ name: "provision", config: { baseUrl, identity: "device-one", devicePassword: password }, sensors: ["provision"], says: /failed: provision\.json needs/ },
			{ name: "history", config: { baseUrl }, sensors: [], last: /readings in 7 days/, says: /history {2}temperature, °C: .*, mean .* of \d+\n/ },
			{ name: "camera", config: { baseUrl, count: "1" }, sensors: ["picture"], last: /camera {3}sent picture 1: 20278 bytes/ },
			{ name: "relay", config: { baseUrl }, sensors: [], last: /the contact is open/, says: /the contact is closed\n(.*\n)*.*the contact is open/ },
			{ name: "update", config: { baseUrl, publicKey }, sensors: ["firmware"], last: /here a board starts/, says: /version 2 is installed\n(.*\n)*.*here a board starts firmware-1/ }
		];
		try {
			for (const example of examples) {
				const fault = await this.#posts(example, service.url, Number(port));
				results.take(`${fault === "" ? "ok" : "not ok"} examples/${example.name} posts its readings${fault}`);
			}
		}
		finally {
			await service.stop();
		}
	}

	/** Returns "" when all readings came, else how it ended. */
	async #posts({ config, last, name, says, sensors }: Example, url: string, port: number): Promise<string> {
		const place = `example-${name}`, home = join(this.#simulator.scratch.folder, place);
		await mkdir(home);
		const manifest = join(home, "manifest.json");
		const own = { file: { root: "./" }, ...name === "gateway" ? { limits: { age: 100 } } : {} };
		// As it is, but for what all apps of the simulator share, and for how long the gateway waits for more.
		await writeFile(manifest, JSON.stringify({
			include: join(projectRoot(), "examples", name, "manifest.json"), config: own, platforms: { lin: { config: { files: "./" } } }
		}));
		const app = await makeApp(this.#simulator, place, manifest, config);
		if (name === "provision") {
			await mkdir(join(home, "records-provision"));
			await writeFile(join(home, "records-provision", "provision.json"), '{"baseUrl":"http://127.0');
		}
		const end = new AbortController();
		let isDone = last === undefined;
		const running = app.run({
			deadline,
			onLine: (line) => void (isDone ||= last?.test(line) ?? false),
			signal: end.signal
		});
		let ended = false, found = 0;
		void running.then(() => ended = true);
		for (; !ended && (found < sensors.length || !isDone); found = await countOf(url, sensors)) {
			if (name === "gateway")
				await sendReading(port, sensors[0]);
			await sleep(lookInterval);
		}
		end.abort();
		const { how, output } = await running;
		return found >= sensors.length && (says?.test(output) ?? true) ? "" : ` (${how}): ${output.trim()}`;
	}
}

/** How many of these readings the service has; one of a sensor counts as often as it is named. */
async function countOf(url: string, sensors: readonly string[]): Promise<number> {
	const readings = await readingsOf<{ sensor: string }>({ url, password }, "sensor");
	const there = readings.map(({ sensor }) => sensor);
	return sensors.filter((sensor) => {
		const at = there.indexOf(sensor);
		return at >= 0 && there.splice(at, 1).length > 0;
	}).length;
}

/** Sends nonsense and a reading as another device does; whether that was taken, the service tells. */
async function sendReading(port: number, sensor: string): Promise<void> {
	const socket = createSocket("udp4");
	for (const data of [...nonsense, JSON.stringify({ sensor, value: 31, unit: "%" })])
		await new Promise((resolve) => socket.send(data, port, "127.0.0.1", resolve));
	socket.close();
}
