/** The full size: three services, and a hundred kills. */
import type { Part } from "../../../tools/report/part.js";
import { count } from "../../../tools/report/table.js";
import { findPrograms } from "./postgresql.js";
import { type ForwardRun, runForward } from "./run.js";

const settings = { services: 3, kills: 104 };

export const part: Part = {
	name: "forward",
	heading: "Readings on their way to PostgreSQL",
	async run(seed, say) {
		const programs = await findPrograms();
		if (programs === undefined)
			return { notRun: "PostgreSQL is not installed (Debian: apt-get install postgresql)" };
		const run = await runForward({ ...settings, seed }, programs);
		say(JSON.stringify(run));
		return { findings: run.findings, report: report(run) };
	}
};

function report({ kills: { forwarder, postgresql, services }, readings }: ForwardRun): string[] {
	return [
		`${settings.services} services get readings all the time, every second one without a time of its own, and \`npm run fleet -- forward\` takes them to PostgreSQL. `
		+ `Meanwhile the forwarder is killed ${count(forwarder)} times, PostgreSQL ${count(postgresql)} and a service ${count(services)} times (SIGKILL).`,
		`All ${count(readings)} readings that were posted are in PostgreSQL, each once, and no others; the command fails otherwise.`
	];
}
