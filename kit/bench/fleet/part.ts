/** The full size: a thousand devices, with and without jitter and batches. */
import { commandOf, type Outcome, type Part } from "../../../tools/report/part.js";
import { count, row } from "../../../tools/report/table.js";
import { type Fleet, type FleetSettings, type RateRule, runFleet } from "./fleet.js";

/** Requests that the service takes in a second. */
const rate = 50;
const batches: RateRule = { label: "/api/batch", maxRequests: rate, duration: 1 };
const creates: RateRule = { label: "*:create", maxRequests: rate, duration: 1 };

const defaults: Omit<FleetSettings, "seed"> = {
	devices: 1000,
	readings: 5,
	interval: 2000,
	outage: 10_000,
	jitter: true,
	patience: 900_000,
	outbox: { count: 1, bootJitter: 0 },
	rules: [batches]
};

/** What is run, by the name that the table has for it, and how it differs. */
const runs: readonly (readonly [name: string, differs: Partial<FleetSettings>])[] = [
	["as it is", {}],
	["without jitter", { jitter: false }],
	["without batches", { outbox: { ...defaults.outbox, batch: 1 }, rules: [creates] }]
];

const rows: readonly (readonly [name: string, value: (fleet: Fleet) => number])[] = [
	["the most requests in a second", ({ peak }) => peak],
	["requests", ({ requests }) => requests],
	["of those refused (429)", ({ refused }) => refused],
	["seconds until all had delivered all", ({ drained }) => Math.round(drained / 1000)]
];

export const part: Part = {
	name: "fleet",
	heading: "A fleet that comes back",
	async run(seed: number, say: (line: string) => void): Promise<Outcome> {
		const fleets: Fleet[] = [];
		for (const [name, differs] of runs) {
			const fleet = await runFleet({ ...defaults, ...differs, seed });
			say(`${name}: ${JSON.stringify(fleet)}`);
			fleets.push(fleet);
		}
		return { text: report(fleets, seed), findings: fleets.flatMap(({ findings }, index) => findings.map((finding) => `${runs[index][0]}: ${finding}`)) };
	}
};

function report(fleets: readonly Fleet[], seed: number): string {
	const { devices, interval, outage, readings } = defaults;
	return [
		"",
		`Written by \`${commandOf(part, seed)}\` on ${new Date().toISOString().slice(0, 10)}. ${count(devices)} devices, each a client and an outbox of its own on Node, lose PocketBase in one `
		+ `moment: it is killed, and gone for ${outage / 1000} seconds. Each takes a reading every ${interval / 1000} seconds, ${readings} in all, from a moment of its own on, and tries to deliver it at once (\`limits.count\` 1; `
		+ `all else is as it is by default). When the service is back, it takes ${rate} requests in a second and answers 429 to the rest, without Retry-After. All ${count(devices * (readings + 1))} readings arrived, each once, in each run; the command fails otherwise. `
		+ "Times are seconds since the service was back; requests are counted by a proxy in front of it.",
		"",
		row(["", ...runs.map(([name]) => name)]), row(["---", ...runs.map(() => "---:")]),
		...rows.map(([name, value]) => row([name, ...fleets.map((fleet) => count(value(fleet)))])),
		"",
		"Without jitter every pause is as long as it can be: what spreads the devices then is when each takes its readings, and how fast the machine is. Without batches (`limits.batch` 1) each reading is a request of its own. "
		+ "The limit is on batches, and on creates where there are none: PocketBase counts the creates in a batch, too, and a limit on them is one on readings.",
		""
	].join("\n");
}
