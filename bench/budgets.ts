/** The figures that have been reached, and how far above them a test lets them rise. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../service/project.js";
import type { Figures } from "./figures.js";
import { runPlan } from "./measure.js";
import { measureBehind, measureHandle } from "./own.js";
import type { Records } from "../tools/records.js";
import type { Host } from "./runner.js";

/** What one operation costs on a host with 8-byte pointers. */
export interface Budget {
	readonly slots: number;
	readonly bytes: number;
	readonly computrons: number;
}

export type Budgets = Readonly<Record<string, Budget>>;

/** A figure may be this much above the one that has been reached. */
export const tolerance = 0.05;

const path = join(projectRoot(), "bench", "budgets.json");

export async function readBudgets(): Promise<Budgets> {
	return JSON.parse(await readFile(path, "utf8")) as Budgets;
}

/** Measures what there are budgets for: each operation, and a create through a handle, behind a proxy and behind a CDN. */
export async function measureBudgeted(host: Host, records: Records): Promise<Figures[]> {
	const { figures } = await runPlan(host, "ours", records, "allocations");
	const behind = await measureBehind(host, records, ["nginx", "cloudflare"]);
	return [...figures, ...await measureHandle(host, records), ...behind.map((create) => ({ ...create, name: `create ${create.name}` }))];
}

/** Takes what has been reached as the budgets. */
export async function writeBudgets(figures: readonly Figures[]): Promise<void> {
	const budgets = Object.fromEntries(figures.map(({ name, slots, bytes, computrons }) =>
		[name, { slots: Math.ceil(slots), bytes: Math.ceil(bytes), computrons: Math.ceil(computrons) }]));
	await writeFile(path, JSON.stringify(budgets, null, "\t") + "\n");
}
