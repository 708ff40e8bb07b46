/** bench/measurements/memory.md: one table at a glance, and a part for each command that measures. A command replaces its own and keeps the rest. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../service/project.js";
import { type Goal, goals, type Reached, verdict } from "./goals.js";
import { refreshed } from "./memory-page.js";
import { sections } from "../tools/report/sections.js";
import { count, row } from "../tools/report/table.js";

const path = join(projectRoot(), "bench", "measurements", "memory.md");
const page = join(projectRoot(), "docs", "memory.md");
const glance = "At a glance";
const introduction = `# Measured memory and work

Bytes are what is allocated, exactly: the collector is off while an operation runs. The \`await\` and its promise are part of the price, and so is the text or object that comes out. Computrons are the engine's own count of work. The service is PocketBase on loopback.
`;

/** Columns of the table at a glance, in their order; those of this library have the goals held against them. */
const columns = ["Moddable SDK", "Moddable's HTTP client there", "PocketBase SDK there"] as const;
const judged: readonly Column[] = ["Moddable SDK"];
/** The first is written by hand: experiments on XS from npm with slots of 16 bytes, one run each, and on the SDK for TLS. */
const headings = ["What was tried where a goal is not reached", "On XS from npm", "On the Moddable SDK", "Real servers before the service", "Outbox", "Lists, batches and signals", "Files", "Live records", "One service", "A fleet of 5,000"] as const;

export type Column = typeof columns[number];
export type Heading = typeof headings[number];

/** Replaces one part, its columns of the table, and the figures of docs/memory.md. Returns the whole text. @param text Markdown with headings from ### on */
export async function writeMemory(heading: Heading, text: string, reached: Readonly<Partial<Record<Column, Reached>>>): Promise<string> {
	const old = sections(await readFile(path, "utf8").catch(() => ""));
	const parts = headings.flatMap((name) => {
		const part = name === heading ? `\n${text}` : old.get(name);
		return part === undefined ? [] : [`## ${name}\n${part.trimEnd()}\n`];
	});
	const whole = [introduction, `## ${glance}\n\n${table(old.get(glance) ?? "", reached)}\n`, ...parts].join("\n");
	await writeFile(path, whole);
	await writeFile(page, refreshed(await readFile(page, "utf8"), whole));
	return whole;
}

function table(old: string, reached: Readonly<Partial<Record<Column, Reached>>>): string {
	const [header, , ...rows] = old.split("\n").filter((line) => line.startsWith("|")).map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
	const kept = (what: string, column: Column): string =>
		rows.find(([name]) => name === what)?.[header.indexOf(column)] ?? "-";
	const lines = (Object.keys(goals) as Goal[]).map((goal) => {
		const { what, most } = goals[goal];
		const cells = columns.map((column) => {
			const mine = reached[column];
			if (mine === undefined)
				return kept(what, column);
			return judged.includes(column) ? verdict(mine[goal], most) : count(mine[goal]);
		});
		return row([what, `≤ ${count(most)}`, ...cells]);
	});
	return [
		row(["", "goal", ...columns]), row(["---", "---:", ...columns.map(() => "---:")]), ...lines,
		"\nBold: over the goal. A create is text in, text out; the PocketBase SDK takes and gives objects. The CDN's heads are Cloudflare's."
	].join("\n");
}
