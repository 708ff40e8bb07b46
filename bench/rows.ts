/** What has been measured: rows of figures, those of docs/memory.md by its names and columns. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "../service/project.js";
import { count, row } from "../tools/report/table.js";
import { deviceBytes } from "./device.js";
import type { Figures } from "./figures.js";
import type { Host } from "./runner.js";

/** Figures by what they are. */
export type Row = Readonly<Record<string, number>>;

export type Rows = Readonly<Record<string, Row>>;

const page = join(projectRoot(), "docs", "memory.md");

/** What an operation costs on a microcontroller. */
export function costsOf(host: Host, figures: Figures): Row {
	return { "bytes allocated": deviceBytes(host, figures), computrons: figures.computrons };
}

/**
 * A page with the figures of the rows that it has, by their names and the columns of its tables.
 * @param isWhole whether all of the page's rows with figures are there
 * @throws Error for a row or a column that was not measured
 */
export function refreshed(text: string, rows: Rows, isWhole: boolean): string {
	let columns: readonly string[] = [];
	return text.split("\n").map((line) => {
		if (!line.startsWith("| "))
			return line;
		const [name, ...cells] = line.split("|").slice(1, -1).map((cell) => cell.trim());
		if (name === "")
			columns = cells;
		const measured = rows[name];
		if (measured !== undefined)
			return row([name, ...columns.map((column) => count(measured[column] ?? missing(`${name}: ${column}`)))]);
		return isWhole && cells.every((cell) => /^[\d,]+$/.test(cell)) ? missing(name) : line;
	}).join("\n");
}

/** Writes the figures into docs/memory.md. */
export async function refreshPage(rows: Rows, isWhole: boolean): Promise<void> {
	await writeFile(page, refreshed(await readFile(page, "utf8"), rows, isWhole));
}

function missing(what: string): never {
	throw new Error(`docs/memory.md has what was not measured: ${what}`);
}
