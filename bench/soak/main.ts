/** `npm run soak`: requests on XS through a network that fails; writes its part of RELIABILITY.md. */
import { parseArgs } from "node:util";
import { prepareHost } from "../engine.js";
import { writeReliability } from "../reliability-file.js";
import { count } from "../table.js";
import { heading, report } from "./report.js";
import { soak } from "./soak.js";

const usage = `usage: npm run soak -- [options]
  --seed NUMBER    the same faults again; otherwise another seed each time
  --count NUMBER   how many requests, in whole thousands, from 20,000 on in tens of thousands; 100,000 unless told
  --help           this text`;

function number(text: string, name: string, least: number, unit: number): number {
	const value = Number(text);
	if (!Number.isSafeInteger(value) || value < least || value > 0x7fffffff || text.trim() === "" || value % unit !== 0)
		throw new TypeError(`--${name} must be a multiple of ${count(unit)}, at least ${count(least)}: ${text}`);
	return value;
}

async function main(): Promise<number> {
	const { values } = parseArgs({ options: { seed: { type: "string" }, count: { type: "string", default: "100000" }, help: { type: "boolean", default: false } } });
	if (values.help) {
		console.log(usage);
		return 0;
	}
	const every = Number(values.count) < 20_000 ? 1000 : 10_000;
	const requests = number(values.count, "count", every, every);
	const seed = values.seed === undefined ? Date.now() % 0x7fffffff : number(values.seed, "seed", 0, 1);
	const narrow = await prepareHost(4);
	const prepared = narrow.host === undefined ? await prepareHost(8) : narrow;
	if (prepared.host === undefined) {
		console.error(`no XS to run on: ${prepared.why}`);
		return 2;
	}
	console.log(`seed ${seed}, ${count(requests)} requests`);
	const told = await soak(prepared.host, seed, requests, every, (seen) => console.log(`${count(seen)} seen by the proxy`));
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
	console.error(error instanceof TypeError ? `${error.message}\n\n${usage}` : error);
	process.exitCode = 2;
}
