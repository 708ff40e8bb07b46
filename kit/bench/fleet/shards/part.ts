/** The full size: six hundred devices behind HAProxy and three services. */
import { commandOf, type Outcome, type Part } from "../../../../tools/report/part.js";
import { count } from "../../../../tools/report/table.js";
import { haproxyVersion } from "./haproxy.js";
import { runShards, type Shards, type ShardsSettings } from "./run.js";

const settings: Omit<ShardsSettings, "seed"> = {
	devices: 600,
	readings: 20,
	interval: 2000,
	outage: 15_000,
	jitter: true,
	patience: 900_000,
	outbox: { count: 1, bootJitter: 0 }
};

export const part: Part = {
	name: "shards",
	heading: "Devices divided over three services",
	async run(seed: number, say: (line: string) => void): Promise<Outcome> {
		const version = await haproxyVersion();
		if (version === undefined)
			return { notRun: "HAProxy is not installed (Debian: apt-get install haproxy)", text: "", findings: [] };
		const shards = await runShards({ ...settings, seed });
		say(JSON.stringify(shards));
		return { text: report(shards, seed, version), findings: shards.findings };
	}
};

function report({ drained, dying: [before, back, end], stored, twice }: Shards, seed: number, version: string): string {
	const { devices, interval, outage, readings } = settings;
	return [
		"",
		`Written by \`${commandOf(part, seed)}\` on ${new Date().toISOString().slice(0, 10)}, with HAProxy ${version} and the configuration of [Fleets](../../docs/fleets.md). ${count(devices)} devices, each a client and an outbox of its own on Node, deliver to three services behind HAProxy, which knows a device by its path. `
		+ `One service is killed, and is back after ${outage / 1000} seconds. From its death on each device takes a reading every ${interval / 1000} seconds, ${readings} in all.`,
		"",
		`All ${count(devices * (readings + 1))} readings arrived; ${count(twice)} of them are in two services, under the same id. No service has one twice. The services have ${stored.map(count).join(", ")} readings. The one that was killed had ${count(before)} before, and ${count(end - back)} came when it was back. ${(drained / 1000).toFixed(1)} seconds after its death every device had delivered all.`,
		""
	].join("\n");
}
