import type { OptionExamples } from "./shared/complete-limits.js";
import type { Limits } from "./client-limits.js";
import type { OnEvent } from "./stats.js";
import type { Network, Preferences } from "./platform.js";
import type { TLSOptions } from "./tls/tls-options.js";

/**
 * Options of `RecordsClient`.
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
	/**
	 * How to reach the service: TCP or TLS and a resolver for each scheme; `overHTTPClient` makes one of HTTP clients. Default: the
	 * platform's.
	 */
	readonly network?: Network;
	/** Where the token outlives a reboot; `null` keeps it in RAM. Default: the platform's preferences. */
	readonly preferences?: Preferences | null;
	/** Preference domain, 1 to 15 characters; one for each service a device logs in to. Default "records". */
	readonly domain?: string;
	/** Sizes and times that differ from the defaults. */
	readonly limits?: Partial<Limits>;
	/** How far the peer of an `https` base URL is trusted. Default: its certificate is checked against the platform's trust store. */
	readonly tls?: TLSOptions;
	/**
	 * `true` sends passwords, tokens and `headers` over plain http to hosts that are not known to be private, too. Default false: such
	 * requests are refused, and such `credentials` and `headers` throw.
	 */
	readonly allowPlainCredentials?: boolean;
	/**
	 * Credentials with which the client logs in by itself, before the first request without a token, and when the token has expired or the
	 * service does not accept it. With an `http` base URL of a host that is not known to be private they throw, unless
	 * `allowPlainCredentials` is true. A function is also asked before the first request with a restored token, which may be another user's.
	 * Default: it doesn't.
	 */
	readonly credentials?: CredentialsOption;
	/** `false`: the client neither checks nor renews the token, and does not log in. Default true. */
	readonly renewal?: boolean;
	/**
	 * Value of the header User-Agent, by which firmware versions differ in the service's log: 1 to 128 characters of visible ASCII and
	 * blanks. Default: the header is not sent.
	 */
	readonly userAgent?: string;
	/**
	 * Header fields that every request has, by their names: what a gateway in front of the service asks for, such as Cloudflare Access.
	 * Values are text of visible ASCII with blanks between, lines take 1,024 characters at most. Those that the client writes itself throw.
	 * Values are as secret as a password: with an `http` base URL of a host that is not known to be private they throw, unless
	 * `allowPlainCredentials` is true. A service or gateway that repeats one in its message has it in `error`.
	 * Default: none.
	 */
	readonly headers?: HeaderFields;
	/** Called for events on the way to the service. Default: none. */
	readonly onEvent?: OnEvent;
}

/** Examples of these options. */
export const OPTIONS: OptionExamples = Object.freeze({
	baseUrl: "", network: null, preferences: undefined, domain: "", limits: null, tls: null, allowPlainCredentials: true,
	credentials: undefined,
	renewal: true, userAgent: "", headers: null, onEvent: Object
});

/** Values of header fields by their names. */
export type HeaderFields = Readonly<Record<string, string>>;

/** Credentials with which the client logs in by itself. */
export interface Credentials {
	/** Name or id of the auth collection. */
	readonly collection: string;
	/** E-mail address or user name. */
	readonly identity: string;
	/** In clear text. */
	readonly password: string;
}

/** Examples of these options. */
export const CREDENTIALS: OptionExamples = Object.freeze({ collection: "", identity: "", password: "" });

/** Credentials, or a function that gives them, now or later, each time that the client logs in; it keeps none then. */
export type CredentialsOption = Credentials | (() => Credentials | Promise<Credentials>);

/** Examples of the options of TLS. */
export const TLS_OPTIONS: OptionExamples = Object.freeze({
	ca: undefined, certificate: undefined, key: undefined, serverName: "", minVersion: "", insecure: true, insecureSocket: true, session: null
});
