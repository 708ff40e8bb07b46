/** `npm run bench:device`: measures on the Moddable SDK, shows it, and writes the figures of docs/memory.md. */
import { findCompiler, findSDK, Missing } from "../../tools/moddable/tool-chain.js";
import { Progress } from "../../tools/progress.mjs";
import { type Records, withRecords } from "../../tools/records.js";
import { logIn } from "../../tools/stored-readings.js";
import { measureFiles } from "../files.js";
import { measureLists } from "../lists.js";
import { measureLive } from "../live.js";
import { measureReadings } from "../outbox/cost.js";
import { measureHeap } from "../outbox/live.js";
import { measureWake } from "../outbox/wake.js";
import { refreshPage, type Row, type Rows } from "../rows.js";
import { readArguments } from "./arguments.mjs";
import { type DeviceHost, emulator, prepareDeviceHost } from "./host.js";
import { measureClients } from "./measure-clients.js";

/** What can be measured alone. */
const parts: Readonly<Record<"clients" | "files" | "lists" | "live" | "outbox", (device: DeviceHost, records: Records, token: string) => Promise<Rows>>> = {
	live: ({ host }) => measureLive(host),
	files: ({ host }) => measureFiles(host),
	lists: ({ host }, records, token) => measureLists(host, records, token),
	outbox: async ({ host }, records, token) => ({ ...await measureHeap(host, records, token), ...await measureReadings(host, records, token), ...await measureWake(host, records, token) }),
	clients: measureClients
};

/** Rows of the same columns stand in one table. */
function show(rows: Rows): void {
	const tables = new Map<string, Record<string, Row>>();
	for (const [name, row] of Object.entries(rows)) {
		const columns = Object.keys(row).join();
		tables.set(columns, { ...tables.get(columns), [name]: Object.fromEntries(Object.entries(row).map(([column, figure]) => [column, Math.round(figure)])) });
	}
	for (const table of tables.values())
		console.table(table);
}

async function main(given: ReturnType<typeof readArguments>): Promise<void> {
	const tools = findSDK();
	const device = await prepareDeviceHost(tools, await findCompiler(tools));
	const names = Object.keys(parts) as (keyof typeof parts)[];
	const chosen = names.filter((name) => given[name]);
	const progress = new Progress("measuring on the SDK", process.stderr, 5000);
	const rows = await withRecords(async (records) => {
		const token = await logIn(records);
		let measured: Rows = {};
		for (const name of chosen.length === 0 ? names : chosen) {
			progress.update(name);
			measured = { ...measured, ...await parts[name](device, records, token) };
		}
		return measured;
	});
	progress.end();
	show(rows);
	if (device.host.pointer === 4)
		await refreshPage(rows, chosen.length === 0);
	else
		console.log(`docs/memory.md stays as it was: its figures are of 32 bits, for which cc -m32 has to work, and the kernel or ${emulator} to run what it makes`);
}

try {
	await main(readArguments(process.argv.slice(2)));
}
catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = error instanceof Missing ? 2 : 1;
}
