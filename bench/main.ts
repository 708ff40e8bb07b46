/** `npm run bench`: measures on XS and writes its part of bench/measurements/memory.md. */
import { Progress } from "../tools/progress.mjs";
import { logIn } from "../tools/stored-readings.js";
import { readArguments } from "./arguments.mjs";
import { measureBudgeted, writeBudgets } from "./budgets.js";
import { prepareHost } from "./engine.js";
import { reportFiles } from "./files.js";
import { measureMoved } from "./fleet/moved/part.js";
import { reportLists } from "./lists.js";
import { reportLiveRecords } from "./live.js";
import { measureBytecode, measureCensus, measureClient, measureGrowth, measureWork } from "./measure.js";
import { writeMemory } from "./memory-file.js";
import { reportCost } from "./outbox/cost.js";
import { reportLive } from "./outbox/live.js";
import { measureThroughput } from "./outbox/throughput.js";
import { reportWake } from "./outbox/wake.js";
import { measureFronts, measureOwn } from "./own.js";
import { frontsReport } from "./own-report.js";
import { withRecords } from "../tools/records.js";
import { reached, report, type Results } from "./report.js";
import type { Host } from "./runner.js";
import { measureService } from "./service/part.js";

/** Creates that are looked at for whose work they are. */
const profiled = 100;

async function main(values: ReturnType<typeof readArguments>): Promise<number> {
	if (values.service) {
		console.log(await writeMemory("One service", await measureService(), {}));
		return 0;
	}
	const progress = new Progress("measuring", process.stderr, 5000);
	if (values.fleet) {
		const { findings, notRun, text } = await measureMoved(Number(values.seed), (line) => progress.print(`${line}\n`));
		progress.end();
		const faults = notRun === undefined ? findings : [`not run: ${notRun}`];
		console.log(faults.length === 0 ? await writeMemory("A fleet of 5,000", text, {}) : faults.slice(0, 20).join("\n"));
		return faults.length === 0 ? 0 : 1;
	}
	progress.update("building the hosts");
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
		const step = <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
			progress.update(name);
			return work();
		};
		if (values.fronts) {
			const fronts = await step("fronts", () => measureFronts(host, records));
			progress.print(await writeMemory("Real servers before the service", frontsReport(host, fronts), {}) + "\n");
			for (const name of fronts.missing)
				console.error(`NOT INSTALLED: ${name}. Nothing was measured behind it.`);
			return;
		}
		if (values.live || !values.files && !values.lists && !values.outbox)
			progress.print(await writeMemory("Live records", await step("live records", () => reportLiveRecords(host)), {}) + "\n");
		if (values.live)
			return;
		if (values.files || !values.lists && !values.outbox)
			progress.print(await writeMemory("Files", await step("files", () => reportFiles(host, checked)), {}) + "\n");
		if (values.files)
			return;
		const token = await logIn(records);
		if (values.lists || !values.outbox)
			progress.print(await writeMemory("Lists, batches and signals", await step("lists", () => reportLists(host, checked, records, token)), {}) + "\n");
		if (values.lists)
			return;
		progress.update("outbox");
		progress.print(await writeMemory("Outbox", [await reportLive(host, records, token), await reportCost(host, records, token), await reportWake(host, records, token), await measureThroughput(host, records, token)].join("\n"), {}) + "\n");
		if (values.outbox)
			return;
		const figures = await step("budgets", () => measureBudgeted(wide.host, records));
		if (values.budgets)
			await writeBudgets(figures);
		const results: Results = {
			host,
			wide: wide.host,
			wideAllocations: figures,
			ours: await step("client", () => measureClient(host, checked, "ours", records)),
			own: await step("own part", () => measureOwn(host, records)),
			pocketbase: await step("PocketBase's SDK", () => measureClient(host, checked, "pocketbase", records)),
			growth: await step("growth", () => measureGrowth(host, records)),
			census: await step("census", () => measureCensus(host, records)),
			work: await step("work", () => measureWork(host, records, profiled)),
			creates: profiled,
			bytecode: await step("bytecode", () => measureBytecode(host)),
			date: new Date()
		};
		const { ours, pocketbase } = reached(results);
		progress.print(await writeMemory("On XS from npm", report(results), { "XS from npm": ours, "PocketBase SDK there": pocketbase }) + "\n");
	});
	progress.end();
	return 0;
}

try {
	process.exitCode = await main(readArguments(process.argv.slice(2)));
}
catch (error) {
	console.error(error);
	process.exitCode = 2;
}
