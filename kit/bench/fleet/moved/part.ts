/** The full size: 5,000 devices, on one service and on three, of which one is killed. */
import type { Part } from "../../../../tools/report/part.js";
import { count } from "../../../../tools/report/table.js";
import { haproxyVersion } from "../../haproxy.js";
import { type Moved, type MovedSettings, runMoved } from "./run.js";

const settings: Omit<MovedSettings, "seed"> = {
	devices: 5000,
	readings: 5,
	interval: 12_000,
	outage: 15_000,
	jitter: true,
	patience: 900_000,
	outbox: { count: 1, bootJitter: 0 }
};

export const part: Part = {
	name: "moved",
	heading: "A fleet that is moved to three services, of which one is killed",
	async run(seed, say) {
		const version = await haproxyVersion();
		if (version === undefined)
			return { notRun: "HAProxy is not installed (Debian: apt-get install haproxy)" };
		const moved = await runMoved({ ...settings, seed }, say);
		return { findings: moved.findings, report: report(moved, version) };
	}
};

function report({ made }: Moved, version: string): string[] {
	const { devices, interval, outage, readings } = settings;
	return [
		`On a machine of two cores, which the devices used, too, \`npm run fleet -- add\` made ${count(devices)} devices on a fresh PocketBase with the exported service kit, in ${made.toFixed(0)} seconds, with the cheapest hash of passwords and more time for a batch. `
		+ `Each is a client and an outbox of its own on Node, logs in with its own password, and reaches the service through HAProxy ${version} with the configuration of [Fleets](../../docs/fleets.md). The limit on log-ins is off, because all devices have one address here.`,
		`When each device has posted a reading, the service is stopped, its data is copied, and three services start, while the devices go on with ${readings} readings more, one each ${interval / 1000} seconds. `
		+ `Then all devices start again. When each has posted, one of the three is killed, and is back after ${outage / 1000} seconds, while they take as many.`,
		`All ${count(2 * devices * (readings + 1))} readings arrived. A reading that two of them have has one id in both; no service has one twice. The run fails otherwise.`
	];
}
