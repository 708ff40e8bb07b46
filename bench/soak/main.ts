/** `npm run soak`: requests on XS through a network that fails; writes its part of build/measurements/reliability.md. */
import { Progress } from "../../tools/progress.mjs";
import { prepareHost } from "../engine.js";
import { writeReliability } from "../../tools/report/reliability-file.js";
import { count } from "../../tools/report/table.js";
import { readArguments } from "./arguments.mjs";
import { heading, report } from "./report.js";
import { soak } from "./soak.js";

async function main(): Promise<number> {
	const { every, requests, seed } = readArguments(process.argv.slice(2));
	const preparing = new Progress("preparing XS", process.stderr, 5000);
	const prepared = await prepareHost();
	preparing.end(true);
	if (prepared.host === undefined) {
		console.error(`no XS to run on: ${prepared.why}`);
		return 2;
	}
	console.log(`seed ${seed}, ${count(requests)} requests`);
	const progress = new Progress("requests seen by the proxy", process.stderr, 5000);
	const told = await soak(prepared.host, seed, requests, every, (seen) => progress.count(seen, requests));
	progress.end();
	if (told.findings.length > 0) {
		console.error([...told.findings, `found with seed ${seed}`].join("\n"));
		return 1;
	}
	const text = report(prepared.host, told);
	await writeReliability(heading, text);
	console.log(text);
	return 0;
}

try {
	process.exitCode = await main();
}
catch (error) {
	console.error(error);
	process.exitCode = 2;
}
