/** The full size: 5,000 devices, on one service and on three, of which one is killed. */
import { commandOf, type Outcome, type Part } from "../../../../tools/report/part.js";
import { count, row } from "../../../../tools/report/table.js";
import { haproxyVersion } from "../../haproxy.js";
import { type Moved, type MovedSettings, runMoved, type Stay } from "./run.js";

const settings: Omit<MovedSettings, "seed"> = {
	devices: 5000,
	readings: 5,
	interval: 12_000,
	outage: 15_000,
	jitter: true,
	patience: 900_000,
	outbox: { count: 1, bootJitter: 0 }
};

const rows: readonly (readonly [name: string, value: (stay: Stay) => string])[] = [
	["seconds until each device had logged in and delivered a reading", ({ loggedIn }) => loggedIn.toFixed(1)],
	["seconds from the first of the other readings until all were delivered", ({ delivered }) => delivered.toFixed(1)],
	["CPU of the services for a reading, ms", ({ cpu }) => cpu.toFixed(2)],
	["connections that a device began", ({ connections }) => (connections / settings.devices).toFixed(1)]
];

export const part: Part = {
	name: "moved",
	heading: "A fleet that is moved to three services, of which one is killed",
	async run(seed: number, say: (line: string) => void): Promise<Outcome> {
		const version = await haproxyVersion();
		if (version === undefined)
			return { notRun: "HAProxy is not installed (Debian: apt-get install haproxy)", text: "", findings: [] };
		const moved = await runMoved({ ...settings, seed }, say);
		return { text: report(moved, seed, version), findings: moved.findings };
	}
};

function report({ away, before, drained, made, one, own, three, twice }: Moved, seed: number, version: string): string {
	const { devices, interval, outage, readings } = settings;
	return [
		"",
		`Written by \`${commandOf(part, seed)}\` on ${new Date().toISOString().slice(0, 10)}, on a machine of two cores, which the devices used, too. \`npm run fleet -- add\` made ${count(devices)} devices on a fresh PocketBase with the exported service kit, in ${made.toFixed(0)} seconds, with the cheapest hash of passwords and more time for a batch. `
		+ `Each is a client and an outbox of its own on Node, logs in with its own password, and reaches the service through HAProxy ${version} with the configuration of [Fleets](../../docs/fleets.md). It posts a reading, then ${readings} more, one each ${interval / 1000} seconds. The limit on log-ins is off, because all devices have one address here.`,
		"",
		`Then all devices start again. When each has posted, the service is stopped, its data is copied, and three services start: nobody answered for ${away.toFixed(1)} seconds, in which the devices went on taking readings.`,
		"",
		row(["", "one service", "moved to three"]), row(["---", "---:", "---:"]),
		...rows.map(([name, value]) => row([name, value(one), value(three)])),
		"",
		`They start a third time, and when each has posted, one of the three is killed, and is back after ${outage / 1000} seconds. ${drained.toFixed(1)} seconds after its death every device had delivered all.`,
		"",
		`All ${count(3 * devices * (readings + 1))} readings arrived: ${count(before)} before the copy, then ${own.map(count).join(", ")} at the three. ${count(twice)} of them are in two services, under the same id; no service has one twice. The run fails otherwise.`,
		""
	].join("\n");
}
