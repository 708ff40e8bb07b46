import type { RecordsClientOptions } from "../../lib/client-options.js";
import type { Context } from "./case.js";

/** The message of the TypeError that an action throws, the whole text of another error; "" for none. */
export function thrownBy(action: () => unknown): string {
	try {
		action();
		return "";
	}
	catch (error) {
		return error instanceof TypeError ? error.message : String(error);
	}
}

/** Throws, where an expression has to. */
export function raise(what: unknown): never {
	throw what;
}

/** What making a client throws. */
export function faultOf(context: Context, options: unknown): string {
	return thrownBy(() => context.client(options as RecordsClientOptions));
}
