/** A fleet made by `npm run fleet -- add`, on the exported kit, which is moved from one service to three while it posts; then one of the three dies and comes back. */
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
import { missing, unfinished } from "../fleet.js";
import { said, startDevices } from "../process.js";
import { type DeviceSettings, sensor } from "../settings.js";

/** All devices are behind one address here. */
const rateLimits = { enabled: true, rules: [{ label: "users:authWithPassword", audience: "", duration: 60, maxRequests: 1_000_000 }] };

export interface MovedSettings extends Omit<DeviceSettings, "url" | "login" | "ownPaths" | "first"> {
	/** Milliseconds for which one of the three is gone. */
	readonly outage: number;
}

export interface Moved {
	/** What must not be, in plain words; empty when all is well. */
	readonly findings: readonly string[];
	/** Seconds that `fleet add` took. */
	readonly made: number;
}

/** Runs it, and rejects for what does not run. */
export async function runMoved(settings: MovedSettings, say: (line: string) => void): Promise<Moved> {
	return inFolder(async (folder, ends) => {
		const service = await KitService.start();
		ends.push(() => service.remove());
		await service.manage("PATCH", "/api/settings", { rateLimits });
		const file = join(folder, "devices.csv");
		const fleet = (url: string, ...parameters: readonly string[]): Promise<unknown> => promisify(execFile)(process.execPath, [fleetProgram, "--url", url, ...parameters], { env: { ...process.env, ...superuserOf(service.plain) } });
		const begun = performance.now();
		await fleet(service.url, "add", "--count", String(settings.devices), "--prefix", "device-", "--csv", file);
		const made = (performance.now() - begun) / 1000;
		say(`${settings.devices} devices made in ${made.toFixed(0)} s`);

		const ports = [Number(new URL(service.url).port), await freePort(), await freePort()];
		const port = await freePort();
		const balancer = await startHAProxy(folder, port, ports);
		ends.push(() => balancer.kill());
		const given: DeviceSettings = { ...settings, url: `http://127.0.0.1:${port}`, ownPaths: true, login: { file } };
		let services: PlainService[] = [];
		const moved = await stay(given, ends, async () => {
			await service.plain.stop();
			const others = await Promise.all(ports.slice(1).map((other) => service.plain.copied(service.folders, {}, other)));
			ends.push(...others.map((one) => () => one.remove()));
			await service.restart();
			services = [service.plain, ...others];
		});
		say("moved to three");

		const killed = await stay({ ...given, first: settings.readings + 1 }, ends, async () => {
			await services[1].kill();
			await wait(settings.outage);
			services[1] = await services[1].restarted(service.folders, {}, ports[1]);
			ends.push(() => services[1].remove());
		});

		const stored = await Promise.all(services.map(async ({ url }, number) => {
			const path = join(folder, `${number}.ndjson`);
			await fleet(url, "export", "--format", "ndjson", "--from", "2026-01-01", "--to", "2100-01-01", "--out", path);
			return readingsOf(await readFile(path, "utf8"));
		}));
		const union = new Map(stored.flat().map(({ id, value }) => [id, value]));
		const [, ...others] = stored.map((readings) => new Set(readings.map(({ id }) => id)));
		const before = stored[0].filter(({ id }) => others.every((ids) => ids.has(id))).length;
		const all = { devices: settings.devices, readings: 2 * settings.readings + 1 };
		return {
			findings: [
				...stored.flatMap((readings, number) => new Set(readings.map(({ id }) => id)).size < readings.length ? [`service ${number + 1} has an id twice`] : []),
				...stored.flatMap(({ length }, number) => length === before ? [`service ${number + 1} got no reading`] : []),
				...missing([...union.values()], all), ...moved, ...killed
			],
			made
		};
	});
}

/** Has a fleet boot, deliver, and end. Returns what must not be. @param move called when each device has delivered its first reading */
async function stay(settings: DeviceSettings, ends: (() => unknown)[], move: () => Promise<void>): Promise<string[]> {
	const devices = startDevices(settings);
	ends.push(() => devices.kill("SIGKILL"));
	await said(devices, "ready");
	const ended = said(devices, "ended");
	ended.catch(() => undefined); // told below, when the services are there to be ended
	devices.send("gone");
	await move();
	return unfinished((await ended).ends);
}

function readingsOf(lines: string): StoredReading[] {
	return lines.trimEnd().split("\n").map((line) => JSON.parse(line) as StoredReading & { sensor: string }).filter((reading) => reading.sensor === sensor);
}
