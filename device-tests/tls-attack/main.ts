/** Does what the lines of the file "jobs" ask for, from the line on whose number is in the file "first". */
import { exit } from "../app/machine.js";
import type { Job } from "./jobs.js";
import { Lines, textOfFile } from "./lines.js";
import { Worker } from "./worker.js";

export default async function main(): Promise<void> {
	const first = Number(await textOfFile("first"));
	const lines = await Lines.open("jobs");
	const worker = new Worker();
	for (let number = 0; ; number++) {
		const line = lines.next();
		if (line === undefined)
			break;
		const job = JSON.parse(line) as Job;
		worker.prepare(job);
		if (number >= first)
			trace(`${number} ${await worker.verdict(job)}\n`);
	}
	trace("all done\n");
	exit(0);
}
