/** `npm run fuzz`: a million inputs of a new seed, or those that it is told. */
import { parseArgs } from "node:util";
import { failureText, fuzz } from "./fuzz.js";

const usage = `usage: npm run fuzz -- [options]
  --seed NUMBER    the same inputs again; otherwise another seed each time
  --count NUMBER   how many inputs, 1,000,000 unless told
  --only INDEX     that one input of the seed
  --help           this text`;

function number(text: string, name: string): number {
	const value = Number(text);
	if (!Number.isSafeInteger(value) || value < 0 || value > 0x7fffffff || text.trim() === "")
		throw new TypeError(`--${name} is no whole number: ${text}`);
	return value;
}

async function main(): Promise<number> {
	const { values } = parseArgs({
		options: { seed: { type: "string" }, count: { type: "string", default: "1000000" }, only: { type: "string" }, help: { type: "boolean", default: false } }
	});
	if (values.help) {
		console.log(usage);
		return 0;
	}
	const seed = values.seed === undefined ? Date.now() % 0x7fffffff : number(values.seed, "seed");
	const from = values.only === undefined ? 0 : number(values.only, "only");
	const to = values.only === undefined ? number(values.count, "count") : from + 1;
	console.log(`seed ${seed}, inputs ${from} to ${to - 1}`);
	const start = Date.now();
	const told = await fuzz(seed, from, to, (index) => console.log(`at input ${index}`));
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
	console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
	process.exitCode = 2;
}
