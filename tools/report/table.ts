/** A Markdown table. The first column is text, the others are figures. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
	return [row(head), row(["---", ...head.slice(1).map(() => "---:")]), ...rows.map(row)].join("\n");
}

/** Cells of a Markdown table. */
export function row(cells: readonly string[]): string {
	return `| ${cells.join(" | ")} |`;
}

/** A rounded number with thousands apart; "-" for none. */
export function count(value: number | undefined): string {
	return value === undefined ? "-" : Math.round(value).toLocaleString("en-US");
}
