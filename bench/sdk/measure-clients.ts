/** This library beside what else sends requests from the Moddable SDK, each with what a request needs written around it (bench/sdk/app/*-sender.ts). */
import { entries } from "../../lib/entries.mjs";
import { addedTo } from "../../tools/moddable/sizes.js";
import type { Records } from "../../tools/records.js";
import { deviceBytes } from "../device.js";
import { find, live } from "../heap.js";
import { type Client, measureClient, measureGrowth, measureLeast } from "../measure.js";
import { measureOwn } from "../own.js";
import { costsOf, type Row, type Rows } from "../rows.js";
import type { DeviceHost } from "./host.js";
import { measureTLS } from "./measure-tls.js";

type Modules = readonly (readonly [module: string, bytes: number])[];

const library: readonly string[] = ["records-client", "records-client/internal"];
const moddable: readonly string[] = ["embedded:network/http/client", "bench/moddable-sender"];
const legacy: readonly string[] = ["http", "bench/legacy-sender"];
/** What the PocketBase SDK needs besides TLS: the SDK's fetch with what that is made of, and shims of ours (bench/sdk/pocketbase). */
const pocketbaseNeeds: readonly string[] = [
	"pocketbase", "fetch", "headers", "url", "embedded:network/http/client", "httpclient/config", "bench/shims", "embedded:network/dns/resolver/udp",
	"dns/serializer", "dns/parser", "dns"
];
/** What the app has for the other clients and for what is measured of entries, and a client does not need. */
const others: readonly string[] = [...pocketbaseNeeds, ...legacy, ...entries.filter(({ manifest }) => manifest !== undefined).map(({ name }) => name)];

/** Names of docs/memory.md for what this library does. */
const named: Readonly<Record<string, string>> = {
	"construct": "construct a client", "login": "log-in", "getOne": "get one record", "list of 500": "list of 500, `limits.body` 262,144"
};

function sumOf(modules: Modules, wanted: readonly string[]): number {
	return modules.reduce((sum, [name, bytes]) => wanted.includes(name) ? sum + bytes : sum, 0);
}

/** Clients beside each other, and all that is measured of this library's client. Bytecode is without TLS, with what is written around a client. */
export async function measureClients({ app, bare, host, pocketbase }: DeviceHost, records: Records): Promise<Rows> {
	const added = await addedTo(bare.made, app.made);
	const inclusion = added.filter(([name]) => !others.includes(name) && !name.startsWith("bench/"));
	const base = (await measureLeast(host, "base", records)).total;
	const clients: Readonly<Record<string, readonly [on: typeof host, client: Client, bytecode: number]>> = {
		"records-client": [host, "ours", sumOf(added, library)],
		"records-client over Moddable's HTTP client": [host, "ours-moddable", sumOf(added, [...library, ...moddable])],
		"Moddable's HTTP client": [host, "moddable", sumOf(added, moddable)],
		"Moddable's older `Request`": [host, "legacy", sumOf(added, legacy)],
		"PocketBase's JavaScript SDK": [pocketbase.host, "pocketbase", sumOf(await addedTo(bare.made, pocketbase.app.made), pocketbaseNeeds)]
	};
	const rows: Record<string, Row> = {};
	for (const [name, [on, client, bytecode]] of Object.entries(clients)) {
		const { allocations, connections, least } = await measureClient(on, client, records);
		const create = find(allocations, "create");
		rows[name] = { bytes: deviceBytes(on, create), computrons: create.computrons, "least heap": least.total - base, connections, bytecode };
		for (const figures of allocations)
			rows[client === "ours" ? named[figures.name] ?? figures.name : `${name}: ${figures.name}`] = costsOf(on, figures);
	}
	const [early, late] = await measureGrowth(host, records);
	return {
		...rows,
		...await measureOwn(host, records),
		...await measureTLS(host, records, base),
		"heap, at the least, for a log-in and 50 creates": { bytes: rows["records-client"]["least heap"] },
		"what 10,000 creates leave more than 100": { bytes: deviceBytes(host, live(late)) - deviceBytes(host, live(early)), keys: late.keys - early.keys },
		...Object.fromEntries(inclusion.map(([name, bytes]) => [`bytecode of ${name}`, { bytes }])),
		"bytecode of the library": { bytes: sumOf(added, library) },
		"all bytecode with TLS, the SDK's modules included": { bytes: inclusion.reduce((sum, [, bytes]) => sum + bytes, 0) }
	};
}
