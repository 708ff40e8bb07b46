import type { Limits } from "./limits.js";
import type { Network, Preferences } from "./platform.js";

/** What the constructor of `RecordsClient` takes. */
export interface RecordsClientOptions {
	/** `http://` or `https://`, host, optional port and path prefix. */
	readonly baseUrl: string;
	/** How to reach the service, in the shape of `device.network`. Default: the platform's TCP and this library's HTTP client. */
	readonly network?: Network;
	/** Where the token outlives a reboot; `null` keeps it in RAM. Default: the platform's preferences. */
	readonly preferences?: Preferences | null;
	/** Preference domain, 1 to 15 characters; one for each service a device logs in to. Default "records". */
	readonly domain?: string;
	/** Sizes and times that differ from the defaults. */
	readonly limits?: Partial<Limits>;
}

/** What a client has done since it was made. */
export interface Stats {
	/** Requests begun. */
	readonly requests: number;
	/** Connections begun. */
	readonly connections: number;
	/** Times that preferences refused to keep or give back the token. */
	readonly storageErrors: number;
}

/** Text of an optional parameter; null and undefined leave it out. */
export type Optional = string | null | undefined;
