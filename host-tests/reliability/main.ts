/** `npm run test:reliability`: what takes too long for `npm test`; each part writes its section of RELIABILITY.md. */
import { parseArgs } from "node:util";
import { part as fleet } from "../../bench/fleet/part.js";
import { part as shards } from "../../bench/fleet/shards/part.js";
import { writeReliability } from "../../bench/reliability-file.js";
import { part as outboxFaults } from "../outbox/faults/part.js";
import { part as outboxModel } from "../outbox/model/part.js";
import { commandOf, type Part } from "./part.js";

const parts: readonly Part[] = [outboxFaults, outboxModel, fleet, shards];

const usage = `usage: npm run test:reliability -- [options] [part …]
  part             only these: ${parts.map(({ name }) => name).join(", ")}
  --seed NUMBER    the same random numbers again; otherwise another seed each time
  --help           this text`;

function seedFrom(text: string): number {
	const seed = Number(text);
	if (!Number.isSafeInteger(seed) || seed < 0 || seed > 0x7fffffff || text.trim() === "")
		throw new TypeError(`--seed must be a whole number from 0 to 2147483647: ${text}`);
	return seed;
}

function partNamed(name: string): Part {
	const found = parts.find((part) => part.name === name);
	if (found === undefined)
		throw new TypeError(`no part is named ${name}`);
	return found;
}

/** Returns whether all is well. */
async function runPart(part: Part, seed: number): Promise<boolean> {
	console.log(commandOf(part, seed));
	const { findings, notRun, text } = await part.run(seed, (line) => console.log(line));
	if (notRun !== undefined) {
		console.error(`not run: ${part.name}: ${notRun}`);
		return true;
	}
	if (findings.length > 0) {
		console.error([...findings, `found by ${commandOf(part, seed)}`].join("\n"));
		return false;
	}
	await writeReliability(part.heading, text);
	console.log(text);
	return true;
}

async function main(): Promise<number> {
	const { positionals, values } = parseArgs({ allowPositionals: true, options: { seed: { type: "string" }, help: { type: "boolean", default: false } } });
	if (values.help) {
		console.log(usage);
		return 0;
	}
	const chosen = positionals.length === 0 ? parts : positionals.map(partNamed);
	const seed = values.seed === undefined ? Date.now() % 0x7fffffff : seedFrom(values.seed);
	let well = true;
	for (const part of chosen)
		well = await runPart(part, seed) && well;
	return well ? 0 : 1;
}

try {
	process.exitCode = await main();
}
catch (error) {
	console.error(error instanceof TypeError ? `${error.message}\n\n${usage}` : error);
	process.exitCode = 2;
}
