/** The full size: a thousand devices, with and without jitter. */
import type { Part } from "../../../tools/report/part.js";
import { count } from "../../../tools/report/table.js";
import { type Fleet, type FleetSettings, runFleet } from "./fleet.js";

const defaults: Omit<FleetSettings, "seed"> = {
	devices: 1000,
	readings: 5,
	interval: 2000,
	outage: 10_000,
	jitter: true,
	patience: 900_000,
	outbox: { count: 1, bootJitter: 0 },
	rate: 50
};

export const part: Part = {
	name: "fleet",
	heading: "A fleet that comes back",
	async run(seed, say) {
		const usual = await runFleet({ ...defaults, seed });
		say(JSON.stringify(usual));
		const withoutJitter = await runFleet({ ...defaults, jitter: false, seed });
		return { findings: [...usual.findings, ...withoutJitter.findings.map((finding) => `without jitter: ${finding}`)], report: report(usual, withoutJitter) };
	}
};

function report(usual: Fleet, withoutJitter: Fleet): string[] {
	const { devices, interval, outage, rate, readings } = defaults;
	return [
		`${count(devices)} devices, each a client and an outbox of its own on Node, lose PocketBase in one `
		+ `moment: it is killed, and gone for ${outage / 1000} seconds. Each takes a reading every ${interval / 1000} seconds, ${readings} in all, from a moment of its own on, and tries to deliver it at once (\`limits.count\` 1; `
		+ `all else is as it is by default). When the service is back, it takes ${rate} requests in a second and answers 429 to the rest, without Retry-After. All ${count(devices * (readings + 1))} readings arrived, each once, in each run; the command fails otherwise. `
		+ `A proxy in front of it counted ${count(usual.peak)} requests in the busiest second, and ${count(withoutJitter.peak)} without jitter: every pause is then as long as it can be, and what spreads the devices is when each takes its readings, and how fast the machine is.`
	];
}
