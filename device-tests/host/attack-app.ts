/** The app of device-tests/tls-attack on the simulator: it gets jobs in a file and answers each with a line. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Job } from "../tls-attack/jobs.js";
import { makeApp, manifestOf, type Simulator, type SimulatorApp } from "./simulator.js";

/** Milliseconds without an answer after which the app hangs; an answer takes some milliseconds. */
const patience = 120_000;
/** Milliseconds for all. */
const deadline = 7_200_000;
/** Jobs that may end the app before it is given up. */
const endsMaximum = 40;

/** A job, and what its verdict must be. */
export interface Question {
	readonly name: string;
	readonly job: Job;
	/** Returns what is wrong with a verdict, "" for nothing. */
	readonly judge: (verdict: string) => string;
}

/** What became of questions. */
export interface Answers {
	/** Verdicts, in order; a job that hung or ended the app has one that says so. */
	readonly verdicts: readonly string[];
	/** One for each verdict that is wrong. */
	readonly faults: readonly string[];
	readonly hangs: number;
	readonly aborts: number;
	readonly milliseconds: number;
}

export class AttackApp {
	readonly #app: SimulatorApp;

	private constructor(app: SimulatorApp) {
		this.#app = app;
	}

	static async build(simulator: Simulator): Promise<AttackApp> {
		return new AttackApp(await makeApp(simulator, "tls-attack", manifestOf("tls-attack")));
	}

	/** @param place name of the folder that the app runs in */
	async ask(place: string, questions: readonly Question[]): Promise<Answers> {
		const home = join(this.#app.home, place);
		await mkdir(home, { recursive: true });
		await writeFile(join(home, "jobs"), questions.map(({ job }) => JSON.stringify(job) + "\n").join(""));
		const begun = Date.now();
		const verdicts: string[] = [];
		let hangs = 0;
		let aborts = 0;
		while (verdicts.length < questions.length && hangs + aborts < endsMaximum) {
			const how = await this.#run(home, verdicts);
			if (verdicts.length === questions.length)
				break;
			if (how === "the deadline")
				hangs++;
			else
				aborts++;
			verdicts.push(how === "the deadline" ? "hangs" : `ends the app (${how})`);
		}
		while (verdicts.length < questions.length)
			verdicts.push("not asked");
		const faults = questions.map(({ name, judge }, at) => {
			const fault = judge(verdicts[at] ?? "");
			return fault === "" ? "" : `${name}: ${fault}`;
		}).filter((fault) => fault !== "");
		return { verdicts, faults, hangs, aborts, milliseconds: Date.now() - begun };
	}

	/** Starts the app behind the last verdict. Returns how it ended. */
	async #run(home: string, verdicts: string[]): Promise<string> {
		await writeFile(join(home, "first"), `${verdicts.length}\n`);
		const { how } = await this.#app.run({
			folder: home, deadline, patience,
			onLine: (line) => {
				const [, number, verdict = ""] = /^(\d+) (.*)$/.exec(line) ?? [];
				if (number !== undefined && Number(number) === verdicts.length)
					verdicts.push(verdict);
			}
		});
		return how;
	}
}

/** Judges a chain's verdict. */
export function chainJudge(accepted: boolean, why = /./): Question["judge"] {
	return (verdict) => {
		if (accepted)
			return verdict === "accepted" ? "" : `${verdict}, and is good`;
		const text = /^refused: TLSError: (.*)$/.exec(verdict)?.[1];
		if (text === undefined)
			return verdict;
		return why.test(text) ? "" : `${verdict}, for another reason`;
	};
}
