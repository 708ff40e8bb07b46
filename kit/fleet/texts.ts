export function counted(devices: number): string {
	return `${devices} ${devices === 1 ? "device" : "devices"}`;
}

/** @param length milliseconds */
export function durationText(length: number): string {
	const seconds = Math.max(0, Math.floor(length / 1000));
	const [size, unit] = seconds < 120 ? [1, "s"] : seconds < 7200 ? [60, "min"] : seconds < 172_800 ? [3600, "h"] : [86_400, "d"];
	return `${Math.floor(seconds / size)} ${unit}`;
}

export function listed(names: readonly string[]): string {
	return names.length <= 3 ? names.join(", ") : `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;
}

/** A table for people: columns as wide as their widest cell, numbers at the right. @param numbers columns at the end that hold numbers */
export function tableText(lines: readonly (readonly string[])[], numbers: number): string {
	const widths = lines[0].map((_, column) => lines.reduce((most, line) => Math.max(most, line[column].length), 0));
	const isNumber = (column: number): boolean => column >= widths.length - numbers;
	return lines.map((line) => line.map((cell, column) => isNumber(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column])).join("  ").trimEnd()).join("\n");
}

export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** Why a service was left out. @param isOne whether there is no other */
export function leftOutText(isOne: boolean, { name }: { readonly name: string }, error: unknown): string {
	return isOne ? messageOf(error) : `${name} was left out: ${messageOf(error)}. Run the same command again`;
}
