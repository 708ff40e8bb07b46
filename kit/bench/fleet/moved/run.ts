/** A fleet made by `npm run fleet -- add`, on the exported kit: first on one service, then moved to three while it posts; then one of the three dies and comes back. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { fleetProgram, superuserOf } from "../../../tests/fleet-program.js";
import { KitService } from "../../../tests/kit-service.js";
import type { PlainService } from "../../../../service/plain-service.js";
import { freePort } from "../../../../service/port.js";
import type { StoredReading } from "../../../../tools/stored-readings.js";
import { startHAProxy } from "../../haproxy.js";
import { inFolder } from "../../in-folder.js";
import { cpuTime } from "../../usage.js";
import { missing, unfinished } from "../fleet.js";
import { said, startDevices } from "../process.js";
import { type DeviceSettings, sensor } from "../settings.js";

/** All devices are behind one address here. */
const rateLimits = { enabled: true, rules: [{ label: "users:authWithPassword", audience: "", duration: 60, maxRequests: 1_000_000 }] };

export interface MovedSettings extends Omit<DeviceSettings, "url" | "login" | "ownPaths" | "first"> {
	/** Milliseconds for which one of the three is gone. */
	readonly outage: number;
}

/** What one stay of the fleet came to. */
export interface Stay {
	/** Seconds from the start of the devices until each had logged in and delivered a reading. */
	readonly loggedIn: number;
	/** Seconds from the first of the other readings until all were delivered. */
	readonly delivered: number;
	/** Milliseconds of the services' CPU time for a reading, log-ins left out. */
	readonly cpu: number;
	/** Of the devices, in all. */
	readonly connections: number;
}

export interface Moved {
	/** What must not be, in plain words; empty when all is well. */
	readonly findings: readonly string[];
	/** Seconds that `fleet add` took. */
	readonly made: number;
	readonly one: Stay;
	readonly three: Stay;
	/** Seconds from the death of one of the three until nothing was pending on any device. */
	readonly drained: number;
	/** Seconds without any service, while its data was copied. */
	readonly away: number;
	/** Readings that were copied, and those that each service got afterwards. */
	readonly before: number;
	readonly own: readonly number[];
	/** Readings that two services have. */
	readonly twice: number;
}

/** Runs it, and rejects for what does not run. */
export async function runMoved(settings: MovedSettings, say: (line: string) => void): Promise<Moved> {
	return inFolder(async (folder, ends) => {
		const service = await KitService.start();
		ends.push(() => service.remove());
		await service.manage("PATCH", "/api/settings", { rateLimits });
		const file = join(folder, "devices.csv");
		const fleet = (url: string, ...parameters: readonly string[]): Promise<unknown> => promisify(execFile)(process.execPath, [fleetProgram, "--url", url, ...parameters], { env: { ...process.env, ...superuserOf(service.plain) } });
		const made = await seconds(() => fleet(service.url, "add", "--count", String(settings.devices), "--prefix", "device-", "--csv", file));
		say(`${settings.devices} devices made in ${made.toFixed(0)} s`);

		const ports = [Number(new URL(service.url).port), await freePort(), await freePort()];
		const port = await freePort();
		const balancer = await startHAProxy(folder, port, ports);
		ends.push(() => balancer.kill());
		const given: DeviceSettings = { ...settings, url: `http://127.0.0.1:${port}`, ownPaths: true, login: { file } };
		const first = await stay(given, ends, () => Promise.resolve([service.plain]));
		say(`on one service: ${JSON.stringify(first.stay)}`);

		let away = 0;
		let services: PlainService[] = [];
		const second = await stay({ ...given, first: settings.readings + 1 }, ends, async () => {
			away = await seconds(async () => {
				await service.plain.stop();
				const others = await Promise.all(ports.slice(1).map((other) => service.plain.copied(service.folders, {}, other)));
				ends.push(...others.map((one) => () => one.remove()));
				await service.restart();
				services = [service.plain, ...others];
			});
			return services;
		});
		say(`on three: ${JSON.stringify(second.stay)}`);

		const third = await stay({ ...given, first: 2 * (settings.readings + 1) }, ends, async () => {
			await services[1].kill();
			await wait(settings.outage);
			const back = await services[1].restarted(service.folders, {}, ports[1]);
			ends.push(() => back.remove());
			return services = services.with(1, back);
		});

		const stored = await Promise.all(services.map(async ({ url }, number) => {
			const path = join(folder, `${number}.ndjson`);
			await fleet(url, "export", "--format", "ndjson", "--from", "2026-01-01", "--to", "2100-01-01", "--out", path);
			return readingsOf(await readFile(path, "utf8"));
		}));
		const union = new Map(stored.flat().map(({ id, value }) => [id, value]));
		const [, ...others] = stored.map((readings) => new Set(readings.map(({ id }) => id)));
		const before = stored[0].filter(({ id }) => others.every((ids) => ids.has(id))).length;
		const own = stored.map(({ length }) => length - before);
		const all = { devices: settings.devices, readings: 3 * settings.readings + 2 };
		return {
			findings: [
				...stored.flatMap((readings, number) => new Set(readings.map(({ id }) => id)).size < readings.length ? [`service ${number + 1} has an id twice`] : []),
				...own.flatMap((count, number) => count === 0 ? [`service ${number + 1} got no reading`] : []),
				...missing([...union.values()], all), ...first.findings, ...second.findings, ...third.findings
			],
			made, one: first.stay, three: second.stay, drained: third.stay.delivered, away, before, own,
			twice: own.reduce((sum, count) => sum + count, before) - union.size
		};
	});
}

/** Has a fleet boot, deliver, and end. @param move called when each device has delivered its first reading; resolves with the services that take the others */
async function stay(settings: DeviceSettings, ends: (() => unknown)[], move: () => Promise<readonly PlainService[]>): Promise<{ stay: Stay; findings: readonly string[] }> {
	const devices = startDevices(settings);
	ends.push(() => devices.kill("SIGKILL"));
	const loggedIn = await seconds(() => said(devices, "ready"));
	const ended = said(devices, "ended");
	ended.catch(() => undefined); // told below, when the services are there to be ended
	devices.send("gone");
	const begun = Date.now();
	const services = await move();
	const busy = await cpuTimes(services);
	const { ends: told } = await ended;
	const spent = await cpuTimes(services) - busy;
	return {
		stay: {
			loggedIn,
			delivered: (Math.max(...told.map(({ drained }) => drained)) - begun) / 1000,
			cpu: spent * 1000 / (settings.devices * settings.readings),
			connections: told.reduce((sum, { connections }) => sum + connections, 0)
		},
		findings: unfinished(told)
	};
}

async function cpuTimes(services: readonly PlainService[]): Promise<number> {
	const times = await Promise.all(services.map(({ processId }) => cpuTime(processId)));
	return times.reduce((sum, time) => sum + time, 0);
}

function readingsOf(lines: string): StoredReading[] {
	return lines.trimEnd().split("\n").map((line) => JSON.parse(line) as StoredReading & { sensor: string }).filter((reading) => reading.sensor === sensor);
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
	const begun = performance.now();
	await work();
	return (performance.now() - begun) / 1000;
}
