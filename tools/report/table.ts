/** Cells of a Markdown table. */

export function row(cells: readonly string[]): string {
	return `| ${cells.join(" | ")} |`;
}

/** A rounded number with thousands apart; "-" for none. */
export function count(value: number | undefined): string {
	return value === undefined ? "-" : Math.round(value).toLocaleString("en-US");
}
