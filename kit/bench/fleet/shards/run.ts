/** A fleet whose devices a load balancer divides over several services, one of which dies and comes back. */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Superuser } from "../../../../tools/front/superuser.js";
import { storedReadings, type StoredReading } from "../../../../tools/stored-readings.js";
import { password } from "../../../../tools/successive-service.js";
import { type Service, startService } from "../../../../service/launcher.js";
import { freePort } from "../../../../service/port.js";
import { missing, unfinished } from "../fleet.js";
import { said, startDevices } from "../process.js";
import { type DeviceSettings, sensor } from "../settings.js";
import { startHAProxy } from "./haproxy.js";

const names = ["one", "two", "three"] as const;
/** Seconds for which the devices' token is good. */
const tokenLife = 7200;
/** The service that dies. */
const dying = 1;

export interface ShardsSettings extends Omit<DeviceSettings, "url" | "login" | "ownPaths"> {
	/** Milliseconds for which the service is gone. */
	readonly outage: number;
}

export interface Shards {
	/** What must not be, in plain words; empty when all is well. */
	readonly findings: readonly string[];
	/** Readings of each service. */
	readonly stored: readonly number[];
	/** Of the service that dies: before, when it is back, and in the end. */
	readonly dying: readonly [before: number, back: number, end: number];
	/** Readings that two services have. */
	readonly twice: number;
	/** Milliseconds from the death until nothing was pending on any device. */
	readonly drained: number;
}

/** Runs it. Ends when each device has delivered all of its readings, or the patience of the settings is over. */
export async function runShards(settings: ShardsSettings): Promise<Shards> {
	const folder = await mkdtemp(join(tmpdir(), "records-shards-"));
	const ends: (() => unknown)[] = [];
	try {
		const { services, token } = await startServices(folder, ends);
		const port = await freePort("127.0.0.1");
		const balancer = await startHAProxy(folder, port, services.map((service) => service.port));
		ends.push(() => balancer.kill());
		const devices = startDevices({ ...settings, url: `http://127.0.0.1:${port}`, ownPaths: true, login: { token } });
		ends.push(() => devices.kill("SIGKILL"));

		await said(devices, "ready");
		const before = await readings(services[dying]);
		const ended = said(devices, "ended");
		await services[dying].kill();
		const death = Date.now();
		devices.send("gone");
		await Promise.race([wait(settings.outage), ended]);
		const again = await begin(services[dying]);
		ends.push(() => again.kill());
		const back = await readings(again);
		const told = await ended;

		const found = await Promise.all(services.map((service, number) => readings(number === dying ? again : service)));
		const ids = new Map(found.flat().map(({ id, value }) => [id, value]));
		const own = found.flatMap((some, number) => some.length > new Set(some.map(({ id }) => id)).size ? [`service ${names[number]} has an id twice`] : []);
		return {
			findings: [...own, ...missing([...ids.values()], settings), ...unfinished(told.ends), ...found.flatMap((some, number) => some.length === 0 ? [`service ${names[number]} has no reading`] : [])],
			stored: found.map(({ length }) => length),
			dying: [before.length, back.length, found[dying].length],
			twice: found.flat().length - ids.size,
			drained: Math.max(...told.ends.map(({ drained }) => drained)) - death
		};
	}
	finally {
		for (const end of ends.reverse())
			await end();
		await rm(folder, { recursive: true, force: true });
	}
}

/** Starts the services, each on a copy of the data of the first, and makes a token that all of them take. */
async function startServices(folder: string, ends: (() => unknown)[]): Promise<{ services: Service[]; token: string }> {
	const [first, ...others] = names.map((name) => join(folder, name));
	const service = await begin({ data: first });
	ends.push(() => service.kill());
	const token = await (await Superuser.of(service)).token("device-one", tokenLife);
	await service.stop();
	const services: Service[] = [];
	for (const data of others)
		await cp(first, data, { recursive: true });
	for (const data of [first, ...others]) {
		const started = await begin({ data });
		ends.push(() => started.kill());
		services.push(started);
	}
	return { services, token };
}

function begin({ data, port }: { readonly data: string; readonly port?: number }): Promise<Service> {
	return startService({ data, quick: true, environment: { RECORDS_DEVICE_PASSWORD: password }, ...port === undefined ? {} : { port } });
}

function readings({ url }: Service): Promise<readonly StoredReading[]> {
	return storedReadings({ url, password }, sensor);
}
