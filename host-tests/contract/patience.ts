import type { Limits } from "../../lib/client-limits.js";
import type { RecordsClientOptions } from "../../lib/client-options.js";

/** Limits of time for what is not about them: no busy machine takes as long or pauses as long between two requests, and the test runner waits longer. */
export const GENEROUS: Partial<Limits> = Object.freeze({ timeout: 240_000, connect: 120_000, firstByte: 120_000, idle: 120_000, keepAlive: 3_600_000 });

/** Milliseconds of a limit that a case lets expire when other requests of its client must be answered within it. */
export const ANSWERED = 15_000;

/** Milliseconds of a limit that a case lets expire when nothing else can take them: all else is one turn, or `GENEROUS`. */
export const SHORT = 1000;

/** The options that a case gives, with generous limits where it gives none. What is wrong with them stays wrong. */
export function patient(options: RecordsClientOptions): RecordsClientOptions {
	const limits: unknown = options?.limits;
	if (limits !== undefined && (typeof limits !== "object" || limits === null))
		return options;
	return { ...options, limits: { ...GENEROUS, ...limits } };
}
