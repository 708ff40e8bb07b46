/** Good devices, and then the same beside a guest and a device that mean harm: one service of the kit behind its HAProxy. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../service/port.js";
import { KitService, secret } from "../../tests/kit-service.js";
import { percentile } from "../fleet/figures.js";
import { unfinished } from "../fleet/fleet.js";
import { sensor } from "../fleet/settings.js";
import { startHAProxy } from "../haproxy.js";
import { inFolder } from "../in-folder.js";
import { memoryOf, sizeOf } from "../usage.js";
import type { Deliveries, DeviceSettings, EnemySettings, Question } from "./settings.js";

/** Devices that are made at the same time. */
const MAKERS = 8;

export interface HostileSettings {
	readonly devices: number;
	/** Milliseconds from one reading of a device to the next. */
	readonly interval: number;
	/** Milliseconds without the enemies, of which the first reading of each device does not count, and with them. */
	readonly calm: number;
	readonly hostile: number;
	/** As the enemies are told. */
	readonly connections: number;
	readonly hold: number;
}

/** What one of the two times came to. */
export interface Phase {
	readonly deliveries: number;
	/** Milliseconds from a reading until it is delivered, of 99 in 100. */
	readonly p99: number;
	/** At its end: bytes of memory of PocketBase, and of the folder of the database. */
	readonly memory: number;
	readonly disk: number;
}

export interface Hostile {
	/** What must not be, in plain words; empty when all is well. */
	readonly findings: readonly string[];
	readonly calm: Phase;
	readonly hostile: Phase;
	readonly readings: number;
	/** Answers that the enemies got, by status. */
	readonly statuses: readonly (readonly [status: number, count: number])[];
}

export async function runHostile(settings: HostileSettings): Promise<Hostile> {
	return inFolder(async (folder, ends) => {
		const service = await KitService.start({}, { hooksPool: 400 }); // as the kit's file for systemd says
		ends.push(() => service.remove());
		await service.manage("PATCH", "/api/settings", {
			trustedProxy: { headers: ["X-Forwarded-For"], useLeftmostIP: false },
			// All good devices are behind one address here.
			rateLimits: { enabled: true, rules: [{ label: "users:authWithPassword", audience: "", duration: 60, maxRequests: 1_000_000 }] }
		});
		const [enemy, ...good] = await accounts(service, settings.devices + 1);
		const port = await freePort();
		const balancer = await startHAProxy(folder, port, [Number(new URL(service.url).port)]);
		ends.push(() => balancer.kill());
		const url = `http://127.0.0.1:${port}`;
		const start = async (name: string, given: DeviceSettings | EnemySettings): Promise<ChildProcess> => {
			const file = join(folder, `${name}.json`);
			// An environment would not hold the tokens of two thousand devices.
			await writeFile(file, JSON.stringify(given));
			const child = fork(fileURLToPath(new URL(`${name}.js`, import.meta.url)), [file]);
			ends.push(() => child.kill("SIGKILL"));
			return child;
		};
		const measure = async (devices: ChildProcess, question: Question): Promise<[Phase, Deliveries]> => {
			const told = await answer(devices, question);
			return [{ deliveries: told.times.length, p99: percentile(told.times, 99), memory: await memoryOf(service.plain.processId), disk: await sizeOf(service.plain.data) }, told];
		};

		const devices = await start("devices", { url, tokens: good.map(({ token }) => token), interval: settings.interval });
		await sleep(settings.interval);
		await answer(devices, "next");
		await sleep(settings.calm);
		const [calm] = await measure(devices, "next");
		const enemies = await start("enemies", { url, device: enemy, connections: settings.connections, hold: settings.hold });
		let statuses: Hostile["statuses"] = [];
		enemies.on("message", (told: Hostile["statuses"]) => {
			statuses = told;
		});
		await sleep(settings.hostile);
		const [hostile, { states }] = await measure(devices, "last");
		enemies.kill("SIGKILL");
		const put = states.reduce((sum, state) => sum + state.stored, 0);
		const stored = await countOf(service);
		return { findings: [...unfinished(states), ...stored === put ? [] : [`${put} readings put, ${stored} stored`]], calm, hostile, readings: put, statuses };
	});
}

/** Readings of the good devices that the service has. */
async function countOf(service: KitService): Promise<number> {
	const { totalItems } = await service.manage("GET", `/api/collections/readings/records?perPage=1&filter=${encodeURIComponent(`sensor = "${sensor}"`)}`) as { totalItems: number };
	return totalItems;
}

async function accounts(service: KitService, count: number): Promise<{ readonly id: string; readonly token: string }[]> {
	const made: { readonly id: string; readonly token: string }[] = [];
	let next = 0;
	await Promise.all(Array.from({ length: MAKERS }, async () => {
		while (next < count)
			made.push(await service.device(`device-${next++}`, secret));
	}));
	return made;
}

async function answer(devices: ChildProcess, question: Question): Promise<Deliveries> {
	const told = once(devices, "message");
	devices.send(question);
	return (await told)[0] as Deliveries;
}
