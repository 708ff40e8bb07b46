/** The full size: a million requests. */
import { count, row } from "../../tools/report/table.js";
import { commandOf, type Outcome, type Part } from "../../tools/report/part.js";
import { attack, REQUESTS } from "./http-client.js";

const RUNS = 1_000_000 / REQUESTS;

export const part: Part = {
	name: "http-client",
	heading: "Hidden answers through odd HTTP clients",
	run(seed: number): Promise<Outcome> {
		const findings: string[] = [];
		let answers = 0, faults = 0, connections = 0;
		for (let run = 0; run < RUNS; run++) {
			const told = attack(seed + run);
			answers += told.answers;
			faults += told.faults;
			connections += told.connections;
			if (told.finding !== "")
				findings.push(told.finding);
		}
		const text = [
			"",
			`Written by \`${commandOf(part, seed)}\` on ${new Date().toISOString().slice(0, 10)}, on Node ${process.version}. A peer hides a second answer at some byte of its first, behind it, or cuts it off. `
			+ "The clients of `overHTTPClient` call back twice, never, late or early, throw, or hand on bytes of another answer. Each request had one outcome, and no answer was another request's.",
			"",
			row(["", "times"]), row(["---", "---:"]),
			row(["requests", count(RUNS * REQUESTS)]), row(["answers", count(answers)]), row(["faults", count(faults)]), row(["connections", count(connections)]), row(["wrong", count(findings.length)]),
			""
		].join("\n");
		return Promise.resolve({ text, findings });
	}
};
