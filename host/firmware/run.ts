import "./globals.js";
import { pathToFileURL } from "node:url";

/** Trace output of firmware. */
export type Trace = (text: string) => void;

/**
 * Runs a Moddable application on Node: imports its main module and, as a device does, calls what that exports by default.
 * @param path the module, built for the host
 * @param config values that the application finds in "mc/config"; text, numbers and booleans
 * @param trace gets what the application traces
 * @returns what the application's main function resolves with
 */
export async function runFirmware(path: string, config: Readonly<Record<string, unknown>>, trace: Trace): Promise<unknown> {
	process.env.RECORDS_FIRMWARE_CONFIG = JSON.stringify(config);
	(globalThis as { trace?: (...values: unknown[]) => void }).trace = (...values) => trace(values.join(""));
	const application = await import(pathToFileURL(path).href) as { default?: unknown };
	return typeof application.default === "function" ? await (application.default as () => unknown)() : undefined;
}
