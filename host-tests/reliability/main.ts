/** `npm run test:reliability`: what takes too long for `npm run test:all`; each part writes its section of build/measurements/reliability.md. */
import { part as fleet } from "../../kit/bench/fleet/part.js";
import { part as moved } from "../../kit/bench/fleet/moved/part.js";
import { part as catchUp } from "../../kit/bench/forward/catch-up.js";
import { part as forward } from "../../kit/bench/forward/part.js";
import { part as hostile } from "../../kit/bench/hostile/part.js";
import { part as service } from "../../kit/bench/service/part.js";
import { Progress } from "../../tools/progress.mjs";
import { writeReliability } from "../../tools/report/reliability-file.js";
import { part as answers } from "../fuzz/part.js";
import { part as live } from "../live/part.js";
import { part as outboxFaults } from "../outbox/faults/part.js";
import { part as outboxModel } from "../outbox/model/part.js";
import { part as outboxUnread } from "../outbox/model/unread-part.js";
import { part as relay } from "../relay/part.js";
import { readArguments } from "./arguments.mjs";
import { part as everyByte } from "./every-byte.js";
import { part as files } from "./files.js";
import { part as jsonTexts } from "./json-texts.js";
import { part as soak } from "./soak.js";
import type { Part, Sizes } from "../../tools/report/part.js";

const parts: readonly Part[] = [everyByte, files, outboxFaults, outboxModel, outboxUnread, live, relay, fleet, moved, service, forward, catchUp, hostile, answers, jsonTexts, soak];

/** Returns whether all is well. */
async function runPart(part: Part, seed: number, sizes: Sizes): Promise<boolean> {
	const command = `npm run test:reliability -- ${part.name} --seed ${seed}`;
	console.log(command);
	const progress = new Progress(part.name, process.stderr, 5000);
	const { findings = [], notRun, report = [] } = await part.run(seed, (line) => progress.print(`${line}\n`), sizes);
	progress.end();
	if (notRun !== undefined) {
		console.error(`not run: ${part.name}: ${notRun}`);
		return true;
	}
	if (findings.length > 0) {
		console.error([...findings, `found by ${command}`].join("\n"));
		return false;
	}
	const text = `\nWritten by \`${command}\` on ${new Date().toISOString().slice(0, 10)}, on Node ${process.version}. ${report.join("\n\n")}\n`;
	await writeReliability(part.heading, text);
	console.log(text);
	return true;
}

async function main(): Promise<number> {
	const { chosen, readings, seed } = readArguments(process.argv.slice(2));
	let well = true;
	for (const part of parts.filter(({ name }) => chosen.includes(name)))
		well = await runPart(part, seed, { readings }) && well;
	return well ? 0 : 1;
}

try {
	process.exitCode = await main();
}
catch (error) {
	console.error(error);
	process.exitCode = 2;
}
