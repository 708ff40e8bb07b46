/** The entry for Node: binds Node's side of the seams. */
import { homedir } from "node:os";
import { join } from "node:path";
import { RecordsClient as Client } from "../lib/client.js";
import { HTTPClient } from "../lib/http/client.js";
import type { RecordsClientOptions as LibraryOptions } from "../lib/options.js";
import { FilePreferences } from "./preferences.js";
import { Resolver } from "./resolver.js";
import { TCP } from "./tcp.js";
import { text } from "./text.js";
import { timers } from "./timers.js";
import { TLSSocket } from "./tls.js";

export * from "../lib/index.js";
export { FilePreferences, Resolver, TCP, text, timers, TLSSocket };

/** What the constructor of `RecordsClient` takes on Node. */
export interface RecordsClientOptions extends LibraryOptions {
	/**
	 * File that keeps the token, when `preferences` is not given. Default: the environment variable RECORDS_PREFERENCES,
	 * else `records-client/preferences.json` in the user's state folder (XDG_STATE_HOME, or ~/.local/state).
	 */
	readonly preferencesPath?: string;
}

/** The client with Node's TCP, TLS, resolver, timers and text, and preferences in a JSON file. See the README for its options. */
export class RecordsClient extends Client {
	/** @throws TypeError or RangeError that names the option that is missing or wrong */
	constructor(options: RecordsClientOptions) {
		const http = { io: HTTPClient, dns: { io: Resolver }, socket: { io: TCP }, text, timers };
		super({
			network: { http, https: { ...http, socket: { io: TLSSocket } } },
			preferences: new FilePreferences(options?.preferencesPath ?? defaultPath()),
			text,
			timers,
			warn: (warning) => process.emitWarning(warning, "RecordsClientWarning")
		}, options);
	}
}

function defaultPath(): string {
	const { RECORDS_PREFERENCES, XDG_STATE_HOME } = process.env;
	const folder = XDG_STATE_HOME ?? join(homedir(), ".local", "state");
	return RECORDS_PREFERENCES ?? join(folder, "records-client", "preferences.json");
}
