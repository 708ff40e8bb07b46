/**
 * `npm run bench`: measures on XS from npm what there are budgets for; after that, the kit with a million readings. Sockets and
 * timers are Node's: what their stand-ins on XS allocate and work is left out, but for their calls. Bytes are those of chunks; a
 * slot has 32 bytes more.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scaleReport } from "../kit/bench/scale/report.js";
import { projectRoot } from "../service/project.js";
import { Progress } from "../tools/progress.mjs";
import { withRecords } from "../tools/records.js";
import { readArguments } from "./arguments.mjs";
import { measureBudgeted, writeBudgets } from "./budgets.js";
import { prepareHost } from "./engine.js";

async function main({ budgets }: ReturnType<typeof readArguments>): Promise<number> {
	const progress = new Progress("measuring", process.stderr, 5000);
	const { host, ...rest } = await prepareHost(true);
	if (host === undefined) {
		console.error(`no XS to measure on: ${"why" in rest ? rest.why : ""}`);
		return 2;
	}
	const figures = await withRecords((records) => measureBudgeted(host, records));
	progress.end();
	if (budgets && host.isCounting !== true) {
		console.error("no budgets without instructions: valgrind is not installed");
		return 2;
	}
	if (budgets)
		await writeBudgets(figures);
	console.table(Object.fromEntries(figures.map(({ name, slots, bytes, computrons, instructions }) => [name, { slots, bytes, computrons, instructions }])));
	const scale = `# The kit with many devices\n\n${await scaleReport()}`;
	const folder = join(projectRoot(), "build", "measurements");
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, "scale.md"), scale);
	console.log(scale);
	return 0;
}

try {
	process.exitCode = await main(readArguments(process.argv.slice(2)));
}
catch (error) {
	console.error(error);
	process.exitCode = 2;
}
