/** The table of whose work a create is. */
import { sep } from "node:path";
import type { Work } from "./figures.js";
import { count, row } from "../tools/report/table.js";

/**
 * The most first, beside the figure that was measured without looking.
 * @param creates how many the work is of
 * @param plain computrons of a create, as the table of the operations has them
 */
export function workReport(work: readonly Work[], creates: number, plain: number): string[] {
	const shares = new Map<string, { calls: number; computrons: number }>();
	for (const { path, calls, computrons } of work) {
		const name = nameOf(path);
		const before = shares.get(name) ?? { calls: 0, computrons: 0 };
		shares.set(name, { calls: before.calls + calls / creates, computrons: before.computrons + computrons / creates });
	}
	const sorted = [...shares].sort(([, one], [, other]) => other.computrons - one.computrons);
	const sum = sorted.reduce((before, [, { computrons }]) => before + computrons, 0);
	return [
		"### Where the computrons of a create go\n",
		"By file of `lib/`, calls of its functions and the computrons of those alone; natives count for who calls them. The same library module by module, "
		+ "with an engine that tells of each call and return (`bench/host/profile.c`), which costs no computrons.\n",
		row(["file", "calls", "computrons"]), row(["---", "---:", "---:"]),
		...sorted.map(([name, { calls, computrons }]) => row([name, count(calls), count(computrons)])),
		row(["together", count(sorted.reduce((before, [, { calls }]) => before + calls, 0)), count(sum)]),
		row(["the bundle, as measured above, its script's loop included", "", count(plain)]),
		row(["what is left", "", count(plain - sum)]), ""
	];
}

/** Calls of the library's functions in one of these creates. */
export function callsOf(work: readonly Work[], creates: number): number {
	return work.filter(({ path }) => path === "records-client" || path.includes(`${sep}modules${sep}`)).reduce((total, { calls }) => total + calls, 0) / creates;
}

/** @param path of a module as the host has it: a file's, or the name that it was given */
function nameOf(path: string): string {
	const [, file] = path.split(`${sep}modules${sep}`);
	if (file !== undefined)
		return `\`${file.replace(/\.js$/, ".ts")}\``;
	if (path === "records-client")
		return "`moddable/internal.ts`";
	if (path === "")
		return "the engine, between two calls";
	return path === "time" ? "the SDK's module `time`" : "the script that measures";
}
