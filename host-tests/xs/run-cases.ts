import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { projectRoot } from "../../service/project.js";
import { cases, type Group } from "../contract/index.js";
import { secretIn } from "../contract/secrets.js";
import { type Need, placesOfFile } from "../contract/places.js";
import type { Places } from "../contract/run-cases.js";
import { searchedLine } from "../runner/secrets.js";
import { type Engine, startEngine } from "../../tools/xs/engine.js";
import { prepareXS, type Readiness } from "../../tools/xs/install.js";
import { Seats } from "../../tools/xs/seats.js";

/** Engines at a time. */
const seats = new Seats(6);

/**
 * Runs shared cases on XS, each as a test and in an engine of its own: what one breaks is nobody else's. Where there is
 * no XS they are skipped, and a line says why.
 * @param places is asked when the tests run, after the file's `before` hooks
 */
export function runCasesOnXS(readiness: Readiness, group: Group, places: () => Places): void {
	if (!readiness.ready)
		console.log(`not run on XS: ${cases[group].length} cases of "${group}": ${readiness.why}`);
	else {
		test.serial.before(async () => {
			folder = await mkdtemp(join(tmpdir(), "records-xs-"));
			snapshot = join(folder, "cases");
			await writeSnapshot(snapshot);
		});
		test.after.always(async () => {
			console.log(searchedLine(searched));
			await rm(folder, { recursive: true, force: true });
		});
	}
	let searched = 0;
	let folder = "", snapshot = "";
	for (const { name } of cases[group]) {
		if (!readiness.ready) {
			test.skip(name, (t) => t.fail());
			continue;
		}
		test(name, async (t) => {
			const { failures, searched: texts } = await seats.use(() => runCase(group, name, places(), snapshot));
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

/** A file of XS with the cases loaded: to read them from their source takes longer than most cases run. */
async function writeSnapshot(path: string): Promise<void> {
	const engine = await startEngine();
	engine.load("cases", await readFile(join(projectRoot(), "build", "xs", "cases.js")));
	await engine.call("cases", "ready");
	await engine.writeSnapshot(path);
	await engine.close();
}

/** What became of a case: texts of failures, those of the engine's own among them, and how many were searched for secrets. */
interface Outcome {
	readonly failures: string[];
	readonly searched: number;
}

/** Runs one case. */
async function runCase(group: Group, name: string, places: Places, snapshot: string): Promise<Outcome> {
	const traces: string[] = [];
	const failures: string[] = [];
	let searched = 0;
	let engine: Engine | undefined;
	try {
		engine = await startEngine({ onTrace: (text) => traces.push(text), snapshot });
		const outcome = await engine.call("cases", "run", group, name, places) as Outcome;
		failures.push(...outcome.failures);
		searched = outcome.searched + traces.length;
	}
	catch (error) {
		failures.push((error as Error).message);
	}
	await engine?.close().catch((error: unknown) => failures.push((error as Error).message));
	if (secretIn(traces.join("")) !== "")
		failures.push("a trace shows a secret");
	else if (failures.length > 0 && traces.length > 0)
		failures.push(`traced: ${traces.join("")}`);
	return { failures, searched };
}
