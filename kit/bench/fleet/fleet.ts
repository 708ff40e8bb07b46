/** A fleet of devices that loses its service and comes back together. */
import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { Superuser } from "../../../tools/front/superuser.js";
import { storedReadings } from "../../../tools/stored-readings.js";
import { password, SuccessiveService } from "../../../tools/successive-service.js";
import { CountingProxy } from "../../../tools/network/counting-proxy.js";
import { peakOf } from "./figures.js";
import { said, startDevices } from "./process.js";
import { type DeviceState, type DeviceSettings, sensor, valueOf } from "./settings.js";

/** Seconds for which the devices' token is good. */
const tokenLife = 7200;

export interface FleetSettings extends Omit<DeviceSettings, "url" | "login"> {
	/** Milliseconds for which the service is gone. */
	readonly outage: number;
	/** Batches that it takes in a second when it is back. */
	readonly rate: number;
}

export interface Fleet {
	/** What must not be, in plain words; empty when all is well. */
	readonly findings: readonly string[];
	/** The most requests in any second since the service was back. */
	readonly peak: number;
}

/** Lets a fleet lose its service, which limits rates when it is back, and waits until all readings are delivered. */
export async function runFleet(settings: FleetSettings): Promise<Fleet> {
	const service = await SuccessiveService.start();
	const proxy = new CountingProxy(service.port);
	let child: ChildProcess | undefined;
	try {
		await proxy.open();
		const superuser = await Superuser.of(service);
		const given: DeviceSettings = { ...settings, url: proxy.url, login: { token: await superuser.token("device-one", tokenLife) } };
		child = startDevices(given);
		await said(child, "ready");
		await superuser.change({ rateLimits: { enabled: true, rules: [{ label: "/api/batch", maxRequests: settings.rate, duration: 1 }] } });
		const ended = said(child, "ended");
		const [back] = await Promise.all([outage(service, proxy, settings.outage, child), ended]);
		const { ends } = await ended;
		const readings = await storedReadings({ url: service.url, password }, sensor);
		return {
			findings: [...missing(readings.map(({ value }) => value), settings), ...unfinished(ends)],
			peak: peakOf(proxy.passed.map(({ at }) => at).filter((at) => at >= back))
		};
	}
	finally {
		child?.kill("SIGKILL");
		proxy.close();
		await service.remove();
	}
}

/** Takes the service away for so many milliseconds. Returns when it was back. */
async function outage(service: SuccessiveService, proxy: CountingProxy, milliseconds: number, devices: ChildProcess): Promise<number> {
	proxy.close();
	await service.kill();
	devices.send("gone");
	await wait(milliseconds);
	await service.next();
	await proxy.open();
	return Date.now();
}

/** What contradicts that each reading has arrived once. */
export function missing(values: readonly number[], { devices, readings }: Pick<FleetSettings, "devices" | "readings">): string[] {
	const times = new Map<number, number>();
	for (const value of values)
		times.set(value, (times.get(value) ?? 0) + 1);
	const findings: string[] = [];
	for (let device = 0; device < devices; device++) {
		for (let reading = 0; reading <= readings; reading++) {
			const count = times.get(valueOf(device, reading)) ?? 0;
			if (count !== 1)
				findings.push(`reading ${reading} of device ${device} is there ${count} times`);
		}
	}
	return findings;
}

/** What contradicts that each reading was stored and has been delivered. */
export function unfinished(ends: readonly DeviceState[]): string[] {
	const counts = (["dropped", "rejected", "left"] as const).map((name) => [name, ends.reduce((sum, end) => sum + end[name], 0)] as const);
	return counts.filter(([, count]) => count > 0).map(([name, count]) => `${count} readings ${name}`);
}
