/** The full size: ten thousand readings on each engine. */
import { count, table } from "../../../tools/report/table.js";
import { type Fault, faults } from "../../../tools/network/faults.js";
import type { Part } from "../../../tools/report/part.js";
import { prepareXS } from "../../../tools/xs/install.js";
import { NodeMachine } from "./node-machine.js";
import { faultsOf, run, type Told } from "./run.js";
import { XSMachine } from "./xs-machine.js";

const readings = 10_000;
const leastFaults = 1000;
/** Of a hundred requests so many meet a fault. */
const share = 25;

export const part: Part = {
	name: "outbox-faults",
	heading: "Outbox: 10,000 readings through faults",
	async run(seed, say) {
		const readiness = await prepareXS();
		if (!readiness.ready)
			return { findings: [`no XS to run on: ${readiness.why}`] };
		const all: Told[] = [];
		for (const make of [(folder: string) => new NodeMachine(folder), (folder: string) => new XSMachine(folder)]) {
			const told = await run(make, seed, readings, share, say);
			say(`${told.engine}: ${count(told.readings)} readings, ${count(faultsOf(told))} faults, ${count(told.milliseconds / 1000)} seconds`);
			all.push(told);
		}
		return { findings: all.flatMap(findingsOf), report: report(all) };
	}
};

function findingsOf(told: Told): string[] {
	const findings = told.findings.map((finding) => `${told.engine}: ${finding}`);
	return faultsOf(told) < leastFaults ? [...findings, `${told.engine}: there were only ${faultsOf(told)} faults`] : findings;
}

function report(all: readonly Told[]): string[] {
	const line = (name: string, value: (told: Told) => number): string[] => [name, ...all.map((told) => count(value(told)))];
	return [
		`A device with \`FileStorage\` of 12 KB, full and wrapped around again and again, `
		+ "puts readings of 60 to 300 bytes, each with a serial number, and delivers them to PocketBase by requests of 1 to 50 readings. Chance decides which of its requests meets "
		+ "what. After each death it starts anew on what is in its storage, with other limits. In the end the service's records are read back: "
		+ "each reading whose `put` had returned is there exactly once, with the id that `put` had told; each whose `put` had not returned when the device died is there at most once; "
		+ "and nothing else is. The seed decides what happens to which request, put and write; what the device has under way then depends on the machine's speed, too.",
		table(["", ...all.map(({ engine }) => engine)], [
			line("readings whose `put` returned", ({ readings: returned }) => returned),
			line("of those lost", ({ audit }) => audit.lost),
			line("of those twice", ({ audit }) => audit.twice),
			line("starts of the device", ({ lives }) => lives),
			line("of those ended by a kill", ({ killed }) => killed),
			line("readings there, once, whose `put` had not returned at a kill", ({ audit }) => audit.untold),
			line("of those ended by deep sleep", ({ asleep }) => asleep),
			line("requests", ({ requests }) => requests),
			line("seconds", ({ milliseconds }) => milliseconds / 1000)
		]),
		table(["fault", ...all.map(({ engine }) => `times on ${engine}`)], [
			...(Object.keys(faults) as Fault[]).map((name) => line(faults[name][0], (told) => told.faults.get(name) ?? 0)),
			...all.map(({ death }) => line(death, (told) => told.death === death ? told.deaths : 0)),
			line("together", faultsOf)
		])
	];
}
