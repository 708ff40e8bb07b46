import { createContext, Script } from "node:vm";
import fc from "fast-check";
import { checkResponse } from "./check-response.js";
import { type FuzzInput, fuzzInput } from "./inputs.js";

/** Milliseconds in which an input is through, on the slowest machine. */
const PATIENCE = 300_000;

/** Runs what can be ended when it hangs. */
const place: { readonly checkResponse: typeof checkResponse; input?: FuzzInput } = { checkResponse };
const script = new Script("checkResponse(input)");
createContext(place);

/** What inputs have come to. */
export interface Fuzzed {
	/** How many inputs there were of each sort. */
	readonly sorts: ReadonlyMap<string, number>;
	/** "" when nothing was found, else fast-check's report with the smallest input that fails, or with the one that hangs. */
	readonly failure: string;
}

/** Checks the inputs of a seed. */
export async function fuzz(seed: number, count: number): Promise<Fuzzed> {
	const sorts = new Map<string, number>();
	let hangs = false;
	const property = fc.asyncProperty(fuzzInput, async (input) => {
		// One that hangs is not made smaller: each try would take as long.
		if (hangs)
			return;
		place.input = input;
		let checked: Promise<string>;
		try {
			checked = script.runInContext(place, { timeout: PATIENCE }) as Promise<string>;
		}
		catch (error) {
			hangs = true;
			throw error;
		}
		const sort = await checked;
		sorts.set(sort, (sorts.get(sort) ?? 0) + 1);
	});
	const details = await fc.check(property, { seed, numRuns: count, includeErrorInReport: true });
	return { sorts, failure: fc.defaultReportMessage(details) ?? "" };
}
