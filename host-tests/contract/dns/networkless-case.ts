import type { Context } from "../case.js";

/** A case that need not wait for anything. */
export interface NetworklessCase {
	readonly name: string;
	run(context: Context): void | Promise<void>;
}
