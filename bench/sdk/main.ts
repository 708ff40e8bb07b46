/** `npm run bench:device`: measures on the Moddable SDK and writes its part of bench/measurements/memory.md. */
import { addedTo } from "../../tools/moddable/sizes.js";
import { findCompiler, findSDK, Missing } from "../../tools/moddable/tool-chain.js";
import { Progress } from "../../tools/progress.mjs";
import { logIn } from "../../tools/stored-readings.js";
import { growingHeap, measureClient, measureGrowth, measureLeast, runCreates } from "../measure.js";
import { writeMemory } from "../memory-file.js";
import { reportCost } from "../outbox/cost.js";
import { measureOwn } from "../own.js";
import { type Records, withRecords } from "../../tools/records.js";
import { neededByPocketBase, sum } from "./bytecode-report.js";
import { type DeviceHost, prepareDeviceHost } from "./host.js";
import { measureTLS } from "./measure-tls.js";
import { reached, report, type Results } from "./report.js";

const client = "embedded:network/http/client";
const legacy = "http";
/** What the app has for the other clients and for what is measured of entries, and a client does not need. */
const others: readonly string[] = [client, legacy, "embedded:network/dns/resolver/udp", "dns", "dns/parser", "dns/serializer", "records-client/outbox", "records-client/outbox/ram", "records-client/filter", "records-client/lists", "records-client/files", "records-client/live"];

async function measure({ host, app, bare, pocketbase }: DeviceHost, records: Records): Promise<Results> {
	const added = await addedTo(bare.made, app.made);
	const pocketbaseBytecode = await addedTo(bare.made, pocketbase.app.made);
	const bytesOf = (...wanted: readonly string[]): number => sum(added.filter(([name]) => wanted.includes(name)));
	return {
		host,
		ours: await measureClient(host, host, "ours", records),
		own: await measureOwn(host, records),
		leastWithLists: await measureLeast(host, "ours-lists", records),
		oursOnModdable: await measureClient(host, host, "ours-moddable", records),
		moddable: { name: "Moddable's client alone", measured: await measureClient(host, host, "moddable", records), bytecode: bytesOf(client, "bench/moddable-sender") },
		others: [
			{ name: "the older `Request`", measured: await measureClient(host, host, "legacy", records), bytecode: bytesOf(legacy, "bench/legacy-sender") },
			{ name: "a loop over TCP", measured: await measureClient(host, host, "raw", records), bytecode: bytesOf("bench/raw-sender") },
			{
				name: "the PocketBase SDK", measured: await measureClient(pocketbase.host, pocketbase.host, "pocketbase", records),
				bytecode: sum(neededByPocketBase(pocketbaseBytecode))
			}
		],
		base: { least: await measureLeast(host, "base", records), creates: await runCreates(host, "base", records, 1000, growingHeap) },
		tls: await measureTLS(host, records),
		growth: await measureGrowth(host, records),
		outbox: await reportCost(host, records, await logIn(records)),
		bytecode: added.filter(([name]) => !others.includes(name) && !name.startsWith("bench/")),
		pocketbaseBytecode,
		date: new Date()
	};
}

async function main(): Promise<void> {
	const tools = findSDK();
	await findCompiler(tools);
	const device = await prepareDeviceHost(tools);
	await withRecords(async (records) => {
		const progress = new Progress("measuring on the SDK", process.stderr, 5000);
		const results = await measure(device, records);
		progress.end();
		console.log(await writeMemory("On the Moddable SDK", report(results), reached(results)));
	});
}

try {
	await main();
}
catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = error instanceof Missing ? 2 : 1;
}
