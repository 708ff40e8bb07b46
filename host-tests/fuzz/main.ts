/** `npm run fuzz`: a million inputs of a new seed, or those that it is told. */
import { Progress } from "../../tools/progress.mjs";
import { readArguments } from "./arguments.mjs";
import { failureText, fuzz } from "./fuzz.js";

async function main(): Promise<number> {
	const { from, seed, to } = readArguments(process.argv.slice(2));
	console.log(`seed ${seed}, inputs ${from} to ${to - 1}`);
	const start = Date.now();
	const progress = new Progress("inputs", process.stderr, 5000);
	const told = await fuzz(seed, from, to, (index) => progress.count(index - from, to - from));
	progress.end(true);
	if (told.failed >= 0) {
		console.error(failureText(seed, told));
		return 1;
	}
	for (const [sort, count] of [...told.sorts].sort())
		console.log(`${count} ${sort}`);
	console.log(`nothing found in ${((Date.now() - start) / 1000).toFixed(0)} seconds`);
	return 0;
}

try {
	process.exitCode = await main();
}
catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 2;
}
