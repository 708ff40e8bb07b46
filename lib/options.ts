import type { CredentialsOption } from "./auth/credentials.js";
import type { OptionExamples } from "./shared/complete-limits.js";
import type { Limits } from "./limits.js";
import type { OnEvent } from "./stats.js";
import type { Network, Preferences } from "./platform.js";
import type { TLSOptions } from "./tls/options.js";

/**
 * What the constructor of `RecordsClient` takes.
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 *
 * const records = new RecordsClient({
 * 	baseUrl: "https://records.example.org",
 * 	credentials: () => ({ collection: "users", identity: "device-one", password: "device-pass-1234" }),
 * 	onEvent: (event, value) => trace(event, " ", value, "\n")
 * });
 * ```
 */
export interface RecordsClientOptions {
	/** `http://` or `https://`, host, optional port and path prefix. */
	readonly baseUrl: string;
	/** How to reach the service: TCP or TLS and a resolver for each scheme; `overHTTPClient` makes one of HTTP clients. Default: the platform's. */
	readonly network?: Network;
	/** Where the token outlives a reboot; `null` keeps it in RAM. Default: the platform's preferences. */
	readonly preferences?: Preferences | null;
	/** Preference domain, 1 to 15 characters; one for each service a device logs in to. Default "records". */
	readonly domain?: string;
	/** Sizes and times that differ from the defaults. */
	readonly limits?: Partial<Limits>;
	/** How far the peer of an `https` base URL is trusted. Default: its certificate is checked against the platform's trust store. */
	readonly tls?: TLSOptions;
	/** `true` sends passwords and tokens over plain http to public hosts too. Default false: such requests are refused, and such `credentials` throw. */
	readonly allowPlainCredentials?: boolean;
	/** What the client logs in with by itself, before the first request without a token, and when the token has expired or the service does not accept it. With an `http` base URL of a public host they throw, unless `allowPlainCredentials` is true. A function is also asked before the first request with a restored token, which may be another user's. Default: it doesn't. */
	readonly credentials?: CredentialsOption;
	/** `false` leaves the token as it is: its expiry is not judged, the service is not asked about it, it is not renewed, and nobody is logged in. Default true. */
	readonly renewal?: boolean;
	/** Called for what happens on the way to the service. Default: nobody is. */
	readonly onEvent?: OnEvent;
}

/** Examples of these options. */
export const OPTIONS: OptionExamples = Object.freeze({
	baseUrl: "", network: null, preferences: undefined, domain: "", limits: null, tls: null, allowPlainCredentials: true, credentials: undefined,
	renewal: true, onEvent: Object
});

/** What `getFileUrl` adds to the address of a file. */
export interface FileUrlOptions {
	/** Size of a preview of an image, such as "100x300": one of those that the file's field has. */
	readonly thumb?: Optional;
	/** A short-lived file token, for a protected file: `sendEx("POST", "/api/files/token", {})` brings one. */
	readonly token?: Optional;
	/** `true` has a browser save the file instead of showing it. */
	readonly download?: boolean | null;
}

/** Examples of these options. */
export const FILE_URL_OPTIONS: OptionExamples = Object.freeze({ thumb: undefined, token: undefined, download: undefined });

/** Text of an optional parameter; null and undefined leave it out. */
export type Optional = string | null | undefined;
