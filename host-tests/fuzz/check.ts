import { checkJSON } from "./check-json.js";
import { checkResponse } from "./check-response.js";
import { describe, type FuzzInput, KIND_JSON } from "./input.js";
import { shrink } from "./shrink.js";

/** Checks an input. Returns what sort it was of. @throws an error that says what is wrong */
export async function check(input: FuzzInput): Promise<string> {
	return input.kind === KIND_JSON ? checkJSON(input) : await checkResponse(input);
}

async function faultOf(input: FuzzInput): Promise<string | undefined> {
	try {
		await check(input);
		return undefined;
	}
	catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** Checks an input. Returns undefined when all is well, else what is wrong with the smallest part of it that fails. */
export async function reportOf(input: FuzzInput): Promise<string | undefined> {
	if (await faultOf(input) === undefined)
		return undefined;
	const bytes = await shrink(input.bytes, async (less) => await faultOf({ ...input, bytes: less }) !== undefined);
	const least = { ...input, bytes };
	return `${await faultOf(least)}\n${describe(least)}`;
}
