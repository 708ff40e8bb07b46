/** How many devices one service carries: readings of the outbox as fast as the service takes them, and what they cost it. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { logIn } from "../../../tools/stored-readings.js";
import { password } from "../../../tools/successive-service.js";
import { startService } from "../../../service/launcher.js";
import type { Part } from "../../../tools/report/part.js";
import { count, table } from "../../../tools/report/table.js";
import { inFolder } from "../in-folder.js";
import { cpuTime, sizeOf } from "../usage.js";

/** Processes that send at once, each over one connection, and readings of each. */
const senders = 4;
const readings = 5000;

/** But for the database of logs. */
const isOfReadings = (name: string): boolean => !name.startsWith("auxiliary");

interface Load {
	readonly batch: number;
	/** Readings in a second. */
	readonly rate: number;
	/** Milliseconds of the service's CPU time for a reading. */
	readonly cpu: number;
	/** Bytes that the service's folder has grown by for a reading. */
	readonly disk: number;
}

/** What a sender is told. */
export interface DeliverSettings {
	readonly url: string;
	readonly token: string;
	readonly count: number;
	readonly batch: number;
}

/** Linux only, which counts a process's CPU time in `/proc`. */
export const part: Part = {
	name: "service",
	heading: "One service",
	async run() {
		const loads: Load[] = [];
		for (const batch of [1, 20, 50])
			loads.push(await load(batch));
		return { report: report(loads) };
	}
};

/** Has a process of its own deliver readings. */
async function deliver(given: DeliverSettings): Promise<void> {
	const [code] = await once(fork(fileURLToPath(new URL("deliver.js", import.meta.url)), { env: { ...process.env, SETTINGS: JSON.stringify(given) } }), "exit") as [number | null];
	if (code !== 0)
		throw new Error(`a sender has ended with ${code}`);
}

function report(loads: readonly Load[]): string[] {
	return [
		`On a machine of two cores, which the senders use, too, ${senders} outboxes on Node, each over a connection of its own, deliver ${count(senders * readings)} readings of 85 bytes `
		+ "to PocketBase with the collections and hooks of the kit, without TLS. A device that takes a reading a minute is a sixtieth of a reading in a second. The disk is what the database has grown by, its indexes among it.",
		table(["readings a request", "readings a second", "devices, at a reading a minute", "CPU of the service for a reading, ms", "devices for each core", "bytes of disk for a reading"],
			loads.map(({ batch, cpu, disk, rate }) => [count(batch), count(rate), count(rate * 60), cpu.toFixed(2), count(60_000 / cpu), count(disk)]))
	];
}

function load(batch: number): Promise<Load> {
	return inFolder(async (data) => {
		const begin = (): ReturnType<typeof startService> => startService({ data, quick: true, environment: { RECORDS_DEVICE_PASSWORD: password } });
		// Once, so that what the first start makes is not counted.
		await (await begin()).stop();
		const before = await sizeOf(data, isOfReadings);
		const service = await begin();
		const token = await logIn({ url: service.url, password });
		const busy = await cpuTime(service.processId);
		const begun = performance.now();
		await Promise.all(Array.from({ length: senders }, () => deliver({ url: service.url, token, count: readings, batch })));
		const seconds = (performance.now() - begun) / 1000;
		const spent = await cpuTime(service.processId) - busy;
		await service.stop();
		const all = senders * readings;
		return { batch, rate: all / seconds, cpu: spent * 1000 / all, disk: (await sizeOf(data, isOfReadings) - before) / all };
	});
}
