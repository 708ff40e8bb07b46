/** `npm run bench:device`: measures on the Moddable SDK and writes its part of MEMORY.md. */
import { parseArgs } from "node:util";
import { addedTo } from "../../device-tests/host/sizes.js";
import { findCompiler, findSDK, Missing } from "../../device-tests/host/tool-chain.js";
import { measureClient, measureGrowth, measureLeast } from "../measure.js";
import { writeMemory } from "../memory-file.js";
import { withRecords } from "../records.js";
import { prepareDeviceHost } from "./host.js";
import { measureTLS } from "./measure-tls.js";
import { reached, report, type Results } from "./report.js";

/** Modules of the measuring app that the library doesn't bring. */
const alien = ["embedded:network/http/client", "bench/"];

const usage = `usage: npm run bench:device -- [options]
  --help      this text

Needs the Moddable SDK in $MODDABLE, a C compiler and glib.`;

async function main(): Promise<void> {
	if (parseArgs({ options: { help: { type: "boolean", default: false } } }).values.help) {
		console.log(usage);
		return;
	}
	const tools = findSDK();
	await findCompiler(tools);
	const { host, app, bare } = await prepareDeviceHost(tools);
	const added = await addedTo(bare.made, app.made);
	await withRecords(async (records) => {
		const results: Results = {
			host,
			ours: await measureClient(host, host, "ours", records),
			oursOnModdable: await measureClient(host, host, "ours-moddable", records),
			moddable: await measureClient(host, host, "moddable", records),
			base: await measureLeast(host, "base", records),
			tls: await measureTLS(host, records),
			growth: await measureGrowth(host, records),
			bytecode: added.filter(([name]) => !alien.some((other) => name.startsWith(other))),
			client: added.find(([name]) => name === alien[0])?.[1] ?? 0,
			date: new Date()
		};
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
