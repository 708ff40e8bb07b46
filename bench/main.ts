/** `npm run bench`: measures on XS from npm and writes its part of build/measurements/memory.md; after that, the kit with a million readings. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scaleReport } from "../kit/bench/scale/report.js";
import { projectRoot } from "../service/project.js";
import { Progress } from "../tools/progress.mjs";
import { withRecords } from "../tools/records.js";
import { count, row } from "../tools/report/table.js";
import { readArguments } from "./arguments.mjs";
import { measureBudgeted, writeBudgets } from "./budgets.js";
import { prepareHost } from "./engine.js";
import type { Figures } from "./figures.js";
import { writeMemory } from "./memory-file.js";

/** The part of build/measurements/memory.md that XS from npm makes. */
function report(figures: readonly Figures[], isCounting: boolean, date: Date): string {
	return [
		`Written by \`npm run bench\` on ${date.toISOString().slice(0, 10)}. The engine is that of the tests (\`tools/xs\`, XS 13.3.0 of \`@agoric/xsnap\`, 64 bits: a slot has 32 bytes), whose sockets and timers are Node's: what their stand-ins on XS allocate and work is left out, but for their calls. `
		+ "What a device pays is below, from the Moddable SDK; tests hold the library to these figures, which need no SDK. "
		+ (isCounting ? "Instructions are the processor's, counted by valgrind's callgrind while the app runs, not its stand-ins. A TLS handshake has none: the library's TLS takes the SDK's cryptography, and no stand-in has that.\n" : "Instructions were not counted: valgrind is not installed.\n"),
		row(["", "slots", "bytes of chunks", "computrons", "instructions", "keys"]), row(["---", ...Array.from({ length: 5 }, () => "---:")]),
		...figures.map(({ bytes, computrons, instructions, keys, name, slots }) => row([name, ...[slots, bytes, computrons].map(count), isCounting ? count(instructions) : "-", count(keys)])), ""
	].join("\n");
}

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
	console.log(await writeMemory("On XS from npm", report(figures, host.isCounting === true, new Date())));
	const scale = `# The kit with many devices\n\n${await scaleReport()}`;
	await writeFile(join(projectRoot(), "build", "measurements", "scale.md"), scale);
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
