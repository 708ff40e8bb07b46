import { checkResponse } from "./check-response.js";
import { describe, type FuzzInput } from "./input.js";
import { shrink } from "./shrink.js";

async function faultOf(input: FuzzInput): Promise<string | undefined> {
	try {
		await checkResponse(input);
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
