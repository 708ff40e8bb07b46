/** The full size: an hour of two thousand devices beside a guest and a device that mean harm. */
import type { Part } from "../../../tools/report/part.js";
import { count, table } from "../../../tools/report/table.js";
import { haproxyVersion } from "../haproxy.js";
import { type Hostile, type HostileSettings, type Phase, runHostile } from "./run.js";

const MINUTE = 60_000;
const settings: HostileSettings = { devices: 2000, interval: MINUTE, calm: 4 * MINUTE, hostile: 60 * MINUTE, connections: 400, hold: 10_000 };
/** How many times as long 99 of 100 deliveries may take beside the enemies. */
const MOST = 3;
/** Bytes that PocketBase may hold, and that the database may have grown by for each reading. */
const MEMORY = 500_000_000;
const BYTES_A_READING = 5000;

export const part: Part = {
	name: "hostile",
	heading: "Two thousand devices beside two enemies",
	async run(_seed, say) {
		const version = await haproxyVersion();
		if (version === undefined)
			return { notRun: "HAProxy is not installed (Debian: apt-get install haproxy)" };
		const run = await runHostile(settings);
		say(JSON.stringify(run));
		return { findings: [...run.findings, ...unbounded(run)], report: report(run, version) };
	}
};

function unbounded({ calm, hostile, readings }: Hostile): string[] {
	const findings: string[] = [];
	if (hostile.p99 > MOST * calm.p99)
		findings.push(`99 of 100 deliveries took up to ${hostile.p99.toFixed(0)} ms beside the enemies, ${calm.p99.toFixed(0)} ms without them`);
	if (hostile.memory > MEMORY)
		findings.push(`PocketBase holds ${count(hostile.memory)} bytes of memory`);
	if (hostile.disk > BYTES_A_READING * readings)
		findings.push(`the database has ${count(hostile.disk)} bytes for ${count(readings)} readings`);
	return findings;
}

const rows: readonly (readonly [name: string, value: (phase: Phase) => string])[] = [
	["readings delivered", ({ deliveries }) => count(deliveries)],
	["milliseconds from a reading to its delivery, of 99 in 100", ({ p99 }) => p99.toFixed(1)],
	["memory of PocketBase at the end, MB", ({ memory }) => (memory / 1e6).toFixed(0)],
	["the database's folder, MB", ({ disk }) => (disk / 1e6).toFixed(0)]
];

function report({ calm, hostile, readings, statuses }: Hostile, version: string): string[] {
	return [
		`With HAProxy ${version} and one service of the kit, with \`--hooksPool 400\`: ${count(settings.devices)} devices, each a client and an outbox of its own on Node, post a reading each ${settings.interval / 1000} seconds for ${settings.calm / MINUTE} minutes, and for ${settings.hostile / MINUTE} more beside a guest and a device that mean harm: `
		+ `${settings.connections} connections for each attack, of which four go on at a time, with event streams under other names and encoded paths, with bodies that never come, with log-ins, expands of back relations, batches, odd texts and new series. The enemies' process computes behind the others, as one elsewhere does.`,
		table(["", "without", "beside them"], rows.map(([name, value]) => [name, value(calm), value(hostile)])),
		`All ${count(readings)} readings are there, each once; the command fails otherwise. The enemies got ${statuses.map(([status, times]) => `${count(times)} times ${status === 0 ? "no answer" : status}`).join(", ")}.`
	];
}
