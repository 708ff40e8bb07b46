import type { OptionExamples } from "./shared/complete-limits.js";
import type { Limits } from "./limits.js";
import type { OnEvent } from "./stats.js";
import type { Network, Preferences } from "./platform.js";
import type { Signal } from "./shared/signal.js";
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
	/** `true` sends passwords, tokens and `headers` over plain http to public hosts too. Default false: such requests are refused, and such `credentials` and `headers` throw. */
	readonly allowPlainCredentials?: boolean;
	/** Credentials with which the client logs in by itself, before the first request without a token, and when the token has expired or the service does not accept it. With an `http` base URL of a public host they throw, unless `allowPlainCredentials` is true. A function is also asked before the first request with a restored token, which may be another user's. Default: it doesn't. */
	readonly credentials?: CredentialsOption;
	/** `false`: the client neither checks nor renews the token, and does not log in. Default true. */
	readonly renewal?: boolean;
	/** Value of the header User-Agent, by which firmware versions differ in the service's log: 1 to 128 characters of visible ASCII and blanks. Default: the header is not sent. */
	readonly userAgent?: string;
	/**
	 * Header fields that every request has, by their names: what a gateway in front of the service asks for, such as Cloudflare Access.
	 * Values are text of visible ASCII with blanks between, lines take 1,024 characters at most. Those that the client writes itself throw.
	 * Values are as secret as a password: with an `http` base URL of a public host they throw, unless `allowPlainCredentials` is true. Default: none.
	 */
	readonly headers?: HeaderFields;
	/** Called for events on the way to the service. Default: none. */
	readonly onEvent?: OnEvent;
}

/** Examples of these options. */
export const OPTIONS: OptionExamples = Object.freeze({
	baseUrl: "", network: null, preferences: undefined, domain: "", limits: null, tls: null, allowPlainCredentials: true, credentials: undefined,
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
export const TLS_OPTIONS: OptionExamples = Object.freeze({ ca: undefined, certificate: undefined, key: undefined, serverName: "", minVersion: "", insecure: true, session: null });

/** Options of `getFileUrl`. */
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

/** Methods of HTTP requests. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Options of one call. */
export interface CallOptions {
	/** Ends the call with `kind "closed"`; `error` says whether the service may have done it. Default: none. */
	readonly signal?: Signal | undefined;
}

/** Options of a call of `sendEx`. */
export interface SendOptions extends CallOptions {
	/** Header fields of this request, beside those of the client; see the client's option. */
	readonly headers?: HeaderFields | undefined;
}

/** What a call returns of a record. Each may be null or left out. */
export interface ReadOptions<Expand extends string = string, Fields extends string = string> extends CallOptions {
	/** Comma-separated relation fields to expand. */
	readonly expand?: Expand | null | undefined;
	/** Comma-separated fields to return. */
	readonly fields?: Fields | null | undefined;
}

/** What `getListEx` and `getList` ask for. Each may be null or left out. */
export interface ListOptions<Sort extends string = string, Expand extends string = string, Fields extends string = string> extends ReadOptions<Expand, Fields> {
	/** Page number, from 1. The service's default is 1. */
	readonly page?: number | Optional;
	/** Records a page, at most 500. The service's default is 30. */
	readonly perPage?: number | Optional;
	/** Comma-separated fields, "-" before one for descending. */
	readonly sort?: Sort | null | undefined;
	/** Filter expression, such as `sensor = 'temperature' && value > 20`. */
	readonly filter?: Optional;
	/** `true` or "1" leaves `totalItems` and `totalPages` out. */
	readonly skipTotal?: boolean | Optional;
}

/** Examples of these options. */
export const CALL_OPTIONS: OptionExamples = Object.freeze({ signal: null });
/** Examples of these options. */
export const SEND_OPTIONS: OptionExamples = Object.freeze({ ...CALL_OPTIONS, headers: null });
/** Examples of these options. */
export const READ_OPTIONS: OptionExamples = Object.freeze({ ...CALL_OPTIONS, expand: undefined, fields: undefined });
/** Examples of these options. */
export const LIST_OPTIONS: OptionExamples = Object.freeze({
	...READ_OPTIONS, page: undefined, perPage: undefined, sort: undefined, filter: undefined, skipTotal: undefined
});

/** Text of an optional parameter; null and undefined leave it out. */
export type Optional = string | null | undefined;
