import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import pLimit from "p-limit";
import { projectRoot } from "../../service/project.js";
import { cases, type Group } from "../contract/index.js";
import { secretIn } from "../contract/secrets.js";
import { type Need, placesOfFile } from "../contract/places.js";
import type { Places } from "../contract/run-cases.js";
import { searchedLine } from "../runner/secrets.js";
import { type Engine, startEngine } from "../../tools/xs/engine.js";
import { prepareXS, type Readiness } from "../../tools/xs/install.js";

/** Engines at a time. */
const limited = pLimit(6);

/**
 * Runs shared cases on XS, each as a test. Where there is no XS they are skipped, and a line says why.
 * @param places is asked when the tests run, after the file's `before` hooks
 */
export function runCasesOnXS(readiness: Readiness, group: Group, places: () => Places): void {
	if (!readiness.ready) {
		console.log(`not run on XS: ${cases[group].length} cases of "${group}": ${readiness.why}`);
		for (const { name } of cases[group])
			test.skip(name, (t) => t.fail());
		return;
	}
	let searched = 0;
	const engines = new Engines();
	test.serial.before(() => engines.begin());
	test.after.always(async () => {
		console.log(searchedLine(searched));
		await engines.end();
	});
	for (const { name } of cases[group]) {
		test(name, async (t) => {
			const { failures, searched: texts } = await limited(() => engines.run(group, name, places()));
			searched += texts;
			if (failures.length === 0)
				t.pass();
			else
				t.fail(failures.join("\n"));
		});
	}
}

/** The same with what the cases talk to, for a test file that has nothing else. */
export async function runGroupOnXS(group: Group, ...needed: readonly Need[]): Promise<void> {
	const readiness = await prepareXS();
	runCasesOnXS(readiness, group, readiness.ready ? placesOfFile(...needed) : () => ({ service: "", peer: "" }));
}

/** What became of a case: texts of failures, those of the engine's own among them, and how many were searched for secrets. */
interface Outcome {
	readonly failures: string[];
	readonly searched: number;
}

/** An engine that has the cases, and what has been traced on it. */
interface Prepared {
	readonly engine: Engine;
	readonly traces: string[];
}

/**
 * The engines that cases run on, each case on one that has nothing open. One where a case has failed or left something open is not used again: what one
 * breaks is nobody else's.
 */
class Engines {
	#folder = "";
	readonly #idle: Prepared[] = [];

	/** A file of XS with the cases loaded: to read them from their source takes longer than most cases run. */
	async begin(): Promise<void> {
		this.#folder = await mkdtemp(join(tmpdir(), "records-xs-"));
		const engine = await startEngine();
		engine.load("cases", await readFile(join(projectRoot(), "build", "xs", "cases.js")));
		await engine.call("cases", "ready");
		await engine.writeSnapshot(this.#snapshot);
		await engine.close();
	}

	async run(group: Group, name: string, places: Places): Promise<Outcome> {
		const failures: string[] = [];
		let searched = 0;
		let used: Prepared | undefined;
		try {
			used = this.#idle.pop() ?? await this.#start();
			used.traces.length = 0;
			const outcome = await used.engine.call("cases", "run", group, name, places) as Outcome;
			failures.push(...outcome.failures);
			searched = outcome.searched + used.traces.length;
		}
		catch (error) {
			failures.push((error as Error).message);
		}
		if (used !== undefined && failures.length === 0 && hasNothingOpen(used.engine))
			this.#idle.push(used);
		else
			await used?.engine.close().catch((error: unknown) => failures.push((error as Error).message));
		const traced = used?.traces.join("") ?? "";
		if (secretIn(traced) !== "")
			failures.push("a trace shows a secret");
		else if (failures.length > 0 && traced !== "")
			failures.push(`traced: ${traced}`);
		return { failures, searched };
	}

	async end(): Promise<void> {
		await Promise.all(this.#idle.map(({ engine }) => engine.close()));
		await rm(this.#folder, { recursive: true, force: true });
	}

	get #snapshot(): string {
		return join(this.#folder, "cases");
	}

	async #start(): Promise<Prepared> {
		const traces: string[] = [];
		return { engine: await startEngine({ onTrace: (text) => traces.push(text), snapshot: this.#snapshot }), traces };
	}
}

function hasNothingOpen({ open: { lookups, sockets, timers } }: Engine): boolean {
	return lookups + sockets + timers === 0;
}
