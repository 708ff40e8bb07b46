/** `npm run bench`: measures on XS and writes its part of MEMORY.md. */
import { parseArgs } from "node:util";
import { logIn } from "../host-tests/support/stored-readings.js";
import { measureBudgeted, writeBudgets } from "./budgets.js";
import { prepareHost } from "./engine.js";
import { measureBytecode, measureCensus, measureClient, measureGrowth, measureWork } from "./measure.js";
import { writeMemory } from "./memory-file.js";
import { reportCost } from "./outbox/cost.js";
import { reportLive } from "./outbox/live.js";
import { measureThroughput } from "./outbox/throughput.js";
import { reportWake } from "./outbox/wake.js";
import { measureOwn } from "./own.js";
import { withRecords } from "./records.js";
import { reached, report, type Results } from "./report.js";
import type { Host } from "./runner.js";
import { measureService } from "./service/part.js";

/** Creates that are looked at for whose work they are. */
const profiled = 100;

const usage = `usage: npm run bench -- [options]
  --budgets   take the figures reached as the budgets that the tests hold the library to (bench/budgets.json)
  --outbox    measure the outbox only
  --service   measure how many devices one service carries, which nothing else does
  --help      this text`;

function readArguments() {
	const { values } = parseArgs({
		options: {
			budgets: { type: "boolean", default: false },
			outbox: { type: "boolean", default: false },
			service: { type: "boolean", default: false },
			help: { type: "boolean", default: false }
		}
	});
	return values;
}

async function main(values: ReturnType<typeof readArguments>): Promise<number> {
	if (values.service) {
		console.log(await writeMemory("One service", await measureService(), {}));
		return 0;
	}
	const wide = await prepareHost(8);
	if (wide.host === undefined) {
		console.error(`no XS to measure on: ${wide.why}`);
		return 2;
	}
	const narrow = await prepareHost(4);
	if (narrow.host === undefined)
		console.error("the compiler makes no 32-bit programs: figures are converted from 64 bits, the least heap is not exact");
	const host: Host = narrow.host ?? wide.host;
	const { host: checked = host } = await prepareHost(host.pointer, true);
	await withRecords(async (records) => {
		const token = await logIn(records);
		console.log(await writeMemory("Outbox", [await reportLive(host, records, token), await reportCost(host, records, token), await reportWake(host, records, token), await measureThroughput(host, records, token)].join("\n"), {}));
		if (values.outbox)
			return;
		const figures = await measureBudgeted(wide.host, records);
		if (values.budgets)
			await writeBudgets(figures);
		const results: Results = {
			host,
			wide: wide.host,
			wideAllocations: figures,
			ours: await measureClient(host, checked, "ours", records),
			own: await measureOwn(host, records),
			pocketbase: await measureClient(host, checked, "pocketbase", records),
			growth: await measureGrowth(host, records),
			census: await measureCensus(host, records),
			work: await measureWork(host, records, profiled),
			creates: profiled,
			bytecode: await measureBytecode(host),
			date: new Date()
		};
		const { ours, pocketbase } = reached(results);
		console.log(await writeMemory("On XS from npm", report(results), { "XS from npm": ours, "PocketBase SDK there": pocketbase }));
	});
	return 0;
}

try {
	const values = readArguments();
	if (values.help)
		console.log(usage);
	else
		process.exitCode = await main(values);
}
catch (error) {
	console.error(error instanceof TypeError ? `${error.message}\n\n${usage}` : error);
	process.exitCode = 2;
}
