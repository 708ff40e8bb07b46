/** A fleet of devices that loses its service and comes back together. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Superuser } from "../../host-tests/front/superuser.js";
import { type Service, startService } from "../../service/launcher.js";
import { storedValues } from "../soak/stored.js";
import { CountingProxy, type Passed } from "./counting-proxy.js";
import { sensor } from "./device.js";
import { type DeviceEnd, type DeviceLine, type DeviceSettings, valueOf } from "./settings.js";

const password = "device-pass-1234";
const program = fileURLToPath(new URL("devices.js", import.meta.url));

/** A rule of the service: so many in so many seconds, from one address. */
export interface RateRule {
	readonly label: string;
	readonly maxRequests: number;
	readonly duration: number;
}

export interface FleetSettings extends Omit<DeviceSettings, "url" | "token"> {
	/** Milliseconds for which the service is gone. */
	readonly outage: number;
	readonly rules: readonly RateRule[];
}

export interface Fleet {
	/** What must not be, in plain words; empty when all is well. */
	readonly findings: readonly string[];
	readonly ends: readonly DeviceEnd[];
	/** When the service was back. */
	readonly back: number;
	/** Requests since then. */
	readonly passed: readonly Passed[];
}

/** Lets a fleet lose its service, which limits rates when it is back, and waits until all readings are delivered. */
export async function runFleet(settings: FleetSettings): Promise<Fleet> {
	const data = await mkdtemp(join(tmpdir(), "records-fleet-"));
	let service = await launch(data);
	const proxy = new CountingProxy(service.port);
	let child: ChildProcess | undefined;
	try {
		await proxy.open();
		const superuser = await Superuser.of(service);
		const token = await superuser.token("device-one", 3600);
		const given: DeviceSettings = { ...settings, url: proxy.url, token };
		child = fork(program, [JSON.stringify(given)]);
		await said(child, "ready");
		await superuser.set({ rateLimits: { enabled: true, rules: settings.rules } });
		proxy.close();
		await service.kill();
		child.send("gone");
		const [, ended] = [wait(settings.outage), said(child, "ended")] as const;
		await wait(settings.outage);
		service = await launch(data, service.port);
		await proxy.open();
		const back = Date.now();
		const { ends } = await ended as Extract<DeviceLine, { said: "ended" }>;
		const values = await storedValues({ url: service.url, password }, sensor);
		return { findings: untrue(values, ends, settings), ends, back, passed: proxy.passed.filter(({ at }) => at >= back) };
	}
	finally {
		child?.kill("SIGKILL");
		proxy.close();
		await service.stop();
		await rm(data, { recursive: true, force: true });
	}
}

function launch(data: string, port?: number): Promise<Service> {
	return startService({ data, quick: true, environment: { RECORDS_DEVICE_PASSWORD: password }, ...port === undefined ? {} : { port } });
}

/** Waits for what the devices' process says. */
async function said(child: ChildProcess, what: DeviceLine["said"]): Promise<DeviceLine> {
	const ended = once(child, "exit").then(([code]) => {
		throw new Error(`the devices' process has ended with ${String(code)}`);
	});
	const [line] = await Promise.race([once(child, "message"), ended]) as [DeviceLine];
	if (line.said !== what)
		throw new Error(`the devices' process said ${line.said} in place of ${what}`);
	return line;
}

/** What contradicts that each reading has arrived once. */
function untrue(values: readonly number[], ends: readonly DeviceEnd[], { devices, readings }: FleetSettings): string[] {
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
	const sum = (name: "dropped" | "rejected" | "left"): number => ends.reduce((one, end) => one + end[name], 0);
	for (const name of ["dropped", "rejected", "left"] as const) {
		if (sum(name) > 0)
			findings.push(`${sum(name)} readings ${name}`);
	}
	return findings;
}
