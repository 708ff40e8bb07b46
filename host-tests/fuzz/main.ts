/** `npm run fuzz`: a million inputs of a new seed, or those that it is told. */
import { Progress } from "../../tools/progress.mjs";
import { readArguments } from "./arguments.mjs";
import { fuzz } from "./fuzz.js";

async function main(): Promise<number> {
	const { count, path, seed } = readArguments(process.argv.slice(2));
	console.log(`seed ${seed}, ${path === "" ? `${count} inputs` : `input ${path}`}`);
	const start = Date.now();
	const progress = new Progress("inputs", process.stderr, 5000);
	const { failure, sorts } = await fuzz(seed, count, path, (done) => progress.count(done, count));
	progress.end(true);
	if (failure !== "") {
		console.error(failure);
		return 1;
	}
	for (const [sort, found] of [...sorts].sort())
		console.log(`${found} ${sort}`);
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
