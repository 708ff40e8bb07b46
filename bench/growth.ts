/** What grows with the input of an operation: each is measured with so much of it, and with twice as much. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Records } from "../tools/records.js";
import type { Figures, GrowthSettings } from "./figures.js";
import { deviceBytes } from "./device.js";
import { type Host, runScript } from "./runner.js";
import { serving } from "./serving.js";

/** Operations of ours-growth.ts, by name: what grows, and how much of it there is at first. Twice that is still within the limits. */
export const growing: Readonly<Record<string, readonly [size: number, of: string]>> = {
	"list, json()": [250, "records, limits.body 262,144,"],
	"list, eachRecord": [250, "records"],
	"record": [10_000, "bytes"],
	"record, json()": [10_000, "bytes"],
	"values of a record, json()": [1000, "numbers"],
	"body of a create": [10_000, "bytes"],
	"value of a filter": [1200, "characters"],
	"values of a filter": [90, "values"],
	"filter of a list": [800, "characters"],
	"header block": [40, "lines"],
	"readings pending, put": [200, "readings"],
	"readings pending, start": [200, "readings"],
	"readings pending, delivery": [100, "readings"],
	"file up": [50_000, "bytes"],
	"file down": [50_000, "bytes"],
	"batch": [20, "changes"],
	"name in DNS": [100, "characters"]
};

/** What an operation costs. */
export interface Work {
	readonly bytes: number;
	readonly instructions: number;
}

/** With how much of its input, and with twice as much. */
export type Growth = readonly [once: Work, twice: Work];

/** Answers as long as the path says. */
function answer(request: IncomingMessage, response: ServerResponse): void {
	const [, kind, digits] = /\/([htv])(\d{14})/.exec(request.url ?? "") ?? [];
	const [, length] = /\/(\d+)\.bin/.exec(request.url ?? "") ?? [];
	const size = Number(digits);
	request.resume().on("end", () => {
		if (length !== undefined)
			return void response.setHeader("content-type", "application/octet-stream").setHeader("last-modified", "Sat, 21 Nov 2026 07:00:00 GMT").end(Buffer.alloc(Number(length), "f"));
		response.setHeader("content-type", "application/json");
		if (kind === "h")
			Array.from({ length: size }, (_, line) => response.setHeader(`x-line-${line}`, "a line as servers have it"));
		const values = { id: "one", ...kind === "t" && { text: "x".repeat(size) }, ...kind === "v" && { values: Array.from({ length: size }, (_, number) => number) } };
		response.end(JSON.stringify(request.method === "GET" && kind === undefined ? { items: [], page: 1, perPage: 1 } : values));
	});
}

/** Measures each operation. @returns what was measured, by name; an operation that failed is not there, and `faults` say why */
export function measureOperations(host: Host, { url }: Pick<Records, "url">, token: string): Promise<{ readonly found: ReadonlyMap<string, Growth>; readonly faults: string }> {
	return serving(answer, async (written) => {
		const given: GrowthSettings = { growing: Object.entries(growing).map(([name, [size]]) => [name, size]), token, url, written };
		const told = await runScript(host, "ours-growth", given);
		const faults = told.lines.flatMap(({ fault }) => fault ?? []).join("\n");
		const figures = new Map(told.figures.map((each) => [each.name, each]));
		const workOf = (each: Figures): Work => ({ bytes: deviceBytes(host, each), instructions: each.instructions });
		const found = new Map<string, Growth>();
		for (const [name, [size]] of Object.entries(growing)) {
			const [once, twice] = [figures.get(`${name}: ${size}`), figures.get(`${name}: ${2 * size}`)];
			if (once !== undefined && twice !== undefined)
				found.set(name, [workOf(once), workOf(twice)]);
		}
		return { found, faults };
	});
}
