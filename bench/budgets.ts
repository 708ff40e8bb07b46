/** The figures that have been reached on XS from npm, and how far above them a test lets them rise. */
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { bundlesFor } from "../lib/entries.mjs";
import { projectRoot } from "../service/project.js";
import type { Records } from "../tools/records.js";
import { logIn } from "../tools/stored-readings.js";
import { measureKB } from "./files.js";
import type { Figures } from "./figures.js";
import { measureEntries, measureRecord } from "./lists.js";
import { runPlan } from "./measure.js";
import { measureCost } from "./outbox/cost.js";
import { measureLive } from "./outbox/live.js";
import { measureBehind, measureHandle, measureJSON } from "./own.js";
import type { Host } from "./runner.js";

/** What one operation costs, or what something holds. */
export interface Budget {
	readonly slots: number;
	readonly bytes: number;
	readonly computrons: number;
	/** The processor's; 0 where they are not counted. */
	readonly instructions: number;
}

export type Budgets = Readonly<Record<string, Budget>>;

/** A figure may be this much above the one that has been reached, and so many more: an answer that comes in two pieces is dearer. */
const tolerance: Budget = { slots: 0.05, bytes: 0.05, computrons: 0.05, instructions: 0.1 };
const more: Budget = { slots: 8, bytes: 128, computrons: 128, instructions: 0 };

const path = join(projectRoot(), "bench", "budgets.json");

export async function readBudgets(): Promise<Budgets> {
	return JSON.parse(await readFile(path, "utf8")) as Budgets;
}

/** The most that a test lets a figure be. */
export function most(budget: Budget, part: keyof Budget): number {
	return Math.floor(budget[part] * (1 + tolerance[part])) + more[part];
}

/** Measures what there are budgets for. */
export async function measureBudgeted(host: Host, records: Records): Promise<Figures[]> {
	const token = await logIn(records);
	const named = (name: string, figures: Partial<Figures>): Figures => ({ slots: 0, bytes: 0, chunks: 0, computrons: 0, instructions: 0, keys: 0, sockets: 0, ...figures, name });
	const found = (await runPlan(host, "ours", records, "allocations")).figures.slice();
	found.push(...(await measureBehind(host, records, "create", ["nginx", "cloudflare"])).map((create) => named(`create ${create.name}`, create)));
	found.push(...await measureHandle(host, records), ...await measureJSON(host, records));
	found.push(...(await measureEntries(host, records, token)).filter(({ name }) => name !== "create"));
	found.push(named("a KB of a file, up", await measureKB(host, "up")), named("a KB of a file, down", await measureKB(host, "down")));
	found.push(named("a record of a streamed list", await measureRecord(host, 4096)));
	found.push(...(await measureCost(host, records, token)).map(({ bytes, computrons, instructions, name, storage }) => named(`a reading on ${storage}: ${name}`, { bytes, computrons, instructions })));
	for (const { few, many, storage } of await measureLive(host, records, token)) {
		found.push(named(`an outbox on ${storage}, 5 readings pending`, { bytes: few }));
		found.push(named(`what more readings add to it on ${storage}`, { bytes: many - few }));
	}
	for (const { file, name } of bundlesFor("device"))
		found.push(named(`code of ${name}, its names among it`, { bytes: await host.bytecode(basename(file, ".js")) }));
	return found;
}

/** What becomes less than nothing is no budget. */
function upTo(figure: number): number {
	return Math.max(0, Math.ceil(figure));
}

/** Takes what has been reached as the budgets. */
export async function writeBudgets(figures: readonly Figures[]): Promise<void> {
	const budgets = Object.fromEntries(figures.map(({ name, slots, bytes, computrons, instructions }) =>
		[name, { slots: upTo(slots), bytes: upTo(bytes), computrons: upTo(computrons), instructions: upTo(instructions) }]));
	await writeFile(path, JSON.stringify(budgets, null, "\t") + "\n");
}
