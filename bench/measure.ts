/** What a client takes, measured on one engine against one service. */
import type { Creates, Figures, Heap, Settings } from "./figures.js";
import { leastMemory, type Least } from "./least.js";
import type { Records } from "../tools/records.js";
import { type Host, type Memory, runScript, type Told } from "./runner.js";

/** Grows as the SDK's default heap does. */
export const growingHeap: Memory = { chunks: [32_768, 1024], slots: [32_768, 1024], stack: 16_384 };

/**
 * This library, the same over TLS, the PocketBase SDK, this library on Moddable's HTTP client, that client alone, the SDK's
 * older one, and no client at all.
 */
export type Client = "ours" | "ours-tls" | "pocketbase" | "ours-moddable" | "moddable" | "legacy" | "base";

/** What was measured of one client. */
export interface Measured {
	readonly allocations: readonly Figures[];
	/** TCP connections of a login and 1,000 creates. */
	readonly connections: number;
	readonly least: Least;
}

/** What a run of one of the plans reported. */
export function runPlan(host: Host, client: Client, records: Records & Pick<Settings, "creates">, plan: Settings["plan"], memory?: Memory): Promise<Told> {
	const given: Settings = { ...records, plan };
	return runScript(host, client, given, memory);
}

/** Creates and nothing else, the first of `count` after a login. Returns undefined when the memory didn't do. */
export async function runCreates(host: Host, client: Client, records: Records, count: number, memory: Memory): Promise<Creates | undefined> {
	const given = JSON.stringify({ url: records.url, password: records.password, count });
	const lines = await host.run(`${client}-creates`, { settings: given }, memory);
	return lines?.[0].creates;
}

export async function measureClient(host: Host, client: Client, records: Records): Promise<Measured> {
	const { figures } = await runPlan(host, client, records, "allocations");
	const connections = (await runCreates(host, client, records, 1000, growingHeap))?.sockets ?? NaN;
	const least = await measureLeast(host, client, records);
	return { allocations: figures, connections, least };
}

/** The smallest memory that bears a login and 50 creates. */
export function measureLeast(host: Host, client: Client, records: Records): Promise<Least> {
	return leastMemory((memory) => runCreates(host, client, records, 50, memory));
}

/** The heap after 100 creates and after all. */
export async function measureGrowth(host: Host, records: Records, creates?: number): Promise<readonly Heap[]> {
	const { heaps } = await runPlan(host, "ours", { ...records, creates }, "growth", growingHeap);
	return heaps;
}
