/** `npm run bench:device`: measures on the Moddable SDK and writes its parts of build/measurements/memory.md. */
import { entries } from "../../lib/entries.mjs";
import { addedTo } from "../../tools/moddable/sizes.js";
import { findCompiler, findSDK, Missing } from "../../tools/moddable/tool-chain.js";
import { Progress } from "../../tools/progress.mjs";
import { logIn } from "../../tools/stored-readings.js";
import { reportFiles } from "../files.js";
import { reportLists } from "../lists.js";
import { reportLiveRecords } from "../live.js";
import { measureClient, measureGrowth, measureLeast } from "../measure.js";
import { type Heading, refreshPage, writeMemory } from "../memory-file.js";
import { reportCost } from "../outbox/cost.js";
import { reportLive } from "../outbox/live.js";
import { reportWake } from "../outbox/wake.js";
import { measureOwn } from "../own.js";
import type { Host } from "../runner.js";
import { readArguments } from "./arguments.mjs";
import { type Records, withRecords } from "../../tools/records.js";
import { neededByPocketBase, sum } from "./bytecode-report.js";
import { type DeviceHost, emulator, prepareDeviceHost } from "./host.js";
import { measureTLS } from "./measure-tls.js";
import { report, type Results } from "./report.js";

const client = "embedded:network/http/client";
const legacy = "http";
/** What the app has for the other clients and for what is measured of entries, and a client does not need. */
const others: readonly string[] = [client, legacy, "embedded:network/dns/resolver/udp", "dns", "dns/parser", "dns/serializer", ...entries.filter(({ manifest }) => manifest !== undefined).map(({ name }) => name)];

async function measure({ host, app, bare, pocketbase }: DeviceHost, records: Records): Promise<Results> {
	const added = await addedTo(bare.made, app.made);
	const pocketbaseBytecode = await addedTo(bare.made, pocketbase.app.made);
	const bytesOf = (...wanted: readonly string[]): number => sum(added.filter(([name]) => wanted.includes(name)));
	return {
		host,
		ours: await measureClient(host, "ours", records),
		own: await measureOwn(host, records),
		oursOnModdable: await measureClient(host, "ours-moddable", records),
		moddable: { name: "Moddable's client alone", measured: await measureClient(host, "moddable", records), bytecode: bytesOf(client, "bench/moddable-sender") },
		others: [
			{ name: "the older `Request`", measured: await measureClient(host, "legacy", records), bytecode: bytesOf(legacy, "bench/legacy-sender") },
			{
				name: "the PocketBase SDK", measured: await measureClient(pocketbase.host, "pocketbase", records),
				bytecode: sum(neededByPocketBase(pocketbaseBytecode))
			}
		],
		base: { least: await measureLeast(host, "base", records) },
		tls: await measureTLS(host, records),
		growth: await measureGrowth(host, records),
		bytecode: added.filter(([name]) => !others.includes(name) && !name.startsWith("bench/")),
		pocketbaseBytecode,
		date: new Date()
	};
}

/** A part that can be measured alone, and its text. */
type Part = readonly [heading: Heading, measure: (host: Host, records: Records, token: string) => Promise<string>];

const parts: Readonly<Record<"files" | "lists" | "live" | "outbox", Part>> = {
	live: ["Live records", reportLiveRecords],
	files: ["Files", reportFiles],
	lists: ["Lists, batches and signals", reportLists],
	outbox: ["Outbox", reportOutbox]
};

async function reportOutbox(host: Host, records: Records, token: string): Promise<string> {
	const written = `\nWritten by \`npm run bench:device\` (alone with \`--outbox\`) on ${new Date().toISOString().slice(0, 10)}.\n`;
	return [written, await reportLive(host, records, token), await reportCost(host, records, token), await reportWake(host, records, token)].join("\n");
}

async function main(given: ReturnType<typeof readArguments>): Promise<void> {
	const tools = findSDK();
	const device = await prepareDeviceHost(tools, await findCompiler(tools));
	await withRecords(async (records) => {
		const progress = new Progress("measuring on the SDK", process.stderr, 5000);
		const names = (Object.keys(parts) as (keyof typeof parts)[]).filter((name) => given[name]);
		const isWhole = names.length === 0;
		const token = await logIn(records);
		const measured = new Map<Heading, string>();
		const write = async (heading: Heading, text: string): Promise<void> => {
			measured.set(heading, text);
			progress.print(await writeMemory(heading, text) + "\n");
		};
		for (const name of isWhole ? (["live", "files", "lists", "outbox"] as const) : names) {
			const [heading, measurePart] = parts[name];
			progress.update(heading);
			await write(heading, await measurePart(device.host, records, token));
		}
		if (isWhole) {
			progress.update("clients");
			await write("On the Moddable SDK", report(await measure(device, records)));
		}
		if (device.host.pointer === 4)
			await refreshPage(measured);
		else
			progress.print(`docs/memory.md stays as it was: its figures are of 32 bits, for which cc -m32 has to work, and the kernel or ${emulator} to run what it makes\n`);
		progress.end();
	});
}

try {
	await main(readArguments(process.argv.slice(2)));
}
catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = error instanceof Missing ? 2 : 1;
}
