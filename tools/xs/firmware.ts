import { readFile } from "node:fs/promises";
import { Directory } from "../../host/directory.js";
import { FilePreferences } from "../../host/preferences.js";
import { startEngine } from "./engine.js";

/** What firmware on XS needs of the host. */
export interface FirmwareHost {
	/** Values that the application finds in "mc/config". */
	readonly config: Readonly<Record<string, unknown>>;
	/** The JSON file of its preferences; the same as on Node. */
	readonly preferences: string;
	/** The folder of its files; the same as on Node. */
	readonly files: string;
	/** Gets what the application traces. */
	trace(text: string): void;
}

/**
 * Runs a Moddable application on XS: calls what its main module exports by default.
 * @param path the module, one file
 * @returns what the application's main function resolves with, a JSON value
 */
export async function runFirmwareOnXS(path: string, { config, preferences, files, trace }: FirmwareHost): Promise<unknown> {
	const engine = await startEngine({ onTrace: trace, preferences: new FilePreferences(preferences), files: new Directory(files) });
	try {
		engine.load("mc/config", `export default Object.freeze(${JSON.stringify(config)});`);
		engine.load("main", await readFile(path));
		return await engine.call("main", "default");
	}
	finally {
		await engine.close();
	}
}
