/** The entry "records-client/internal" for Node: the client, bound to Node's side of the seams, and what the other entries need. */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { abortable } from "../lib/abort/abortable.js";
import { RecordsClient as Client } from "../lib/client.js";
import { ALL_LIMITS, DEFAULT_LIMITS as DEVICE_LIMITS, type Limits } from "../lib/client-limits.js";
import type { RecordsClientOptions as LibraryOptions } from "../lib/client-options.js";
import type { Network, SecuredTransport, Transport } from "../lib/platform.js";
import { secured, type TLSOptions as LibraryTLSOptions } from "../lib/tls/tls-options.js";
import { type Certificates, certificatesInDER } from "./certificates.js";
import { keyInDER, pairInPEM } from "./client-pair.js";
import type { PreferenceValue } from "./preference-file.js";
import { FilePreferences } from "./preferences.js";
import { Resolver } from "./resolver.js";
import { TCP } from "./tcp.js";
import { text } from "./text.js";
import { idleTimers, timers } from "./timers.js";
import { authoritiesOf, TLSSocket } from "./tls.js";

export * from "../lib/index.js";
export * from "../lib/internal/index.js";
export { NODE_LIMITS as DEFAULT_LIMITS, type Certificates, FilePreferences, network, type PreferenceValue, Resolver, TCP, text, timers, TLSSocket };

/** Options of a socket that does not keep the process alive; the client does while a request is under way. */
const idle = { ref: false };
const http = { dns: { io: Resolver }, socket: { io: TCP, ...idle } };

/** The default limits on Node: a longer body, because memory is cheap. Frozen. */
const NODE_LIMITS: Limits = Object.freeze({ ...DEVICE_LIMITS, body: 8_388_608, values: 0x7fffffff });

const ALL_NODE_LIMITS = Object.freeze({ ...ALL_LIMITS, ...NODE_LIMITS });

/** Node's TCP, TLS and resolver. */
const network: Required<Network> = { http, https: { ...http, socket: { io: TLSSocket, ...idle } } };

/** Examples of the options that only Node has. */
const ownOptions = Object.freeze({ preferencesPath: "" });

/** Milliseconds, 24 days: a timer that does nothing but keep the process alive. */
const hold = 2 ** 31 - 1;

/** Requests of all clients that are under way, and the timer that waits for them. */
let requests = 0;
let timer: NodeJS.Timeout | undefined;

/** How far the peer of an `https` base URL is trusted, on Node. */
export interface TLSOptions extends Omit<LibraryTLSOptions, "ca" | "certificate" | "key"> {
	/** CA certificates that the service's chain must end in. Default: Node's own trust store. */
	readonly ca?: Certificates;
	/** The client's own certificate with a P-256 key, in DER or PEM; or a chain, the client's own first. Needs `key`. */
	readonly certificate?: Certificates;
	/** The key of `certificate`: PEM, or PKCS #8 in DER; not encrypted. */
	readonly key?: string | ArrayBuffer | Uint8Array;
}

/** Options of `RecordsClient` on Node. */
export interface RecordsClientOptions extends Omit<LibraryOptions, "tls"> {
	/** How far the peer of an `https` base URL is trusted. Default: its certificate is checked against Node's trust store. */
	readonly tls?: TLSOptions;
	/**
	 * File that keeps the token, when `preferences` is not given. Default: the environment variable RECORDS_PREFERENCES,
	 * else `records-client/preferences.json` in the user's state folder (XDG_STATE_HOME, or ~/.local/state).
	 */
	readonly preferencesPath?: string;
}

/**
 * The client with Node's TCP, TLS, resolver and timers, and preferences in a JSON file. It keeps the process alive while a
 * request is under way, a pause before its repeat included; a connection that is kept open does not. `close` need not be
 * called for the process to end.
 * @example
 * ```ts
 * import { readFileSync } from "node:fs";
 * import { RecordsClient } from "records-client";
 *
 * const records = new RecordsClient({
 * 	baseUrl: "https://records.example.org",
 * 	tls: { ca: readFileSync("my-ca.pem") },
 * 	preferencesPath: "gateway.json"
 * });
 * ```
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- the class has from its base what is declared below
export class RecordsClient<out T = unknown> extends Client<T> {
	/** @throws TypeError or RangeError that names the option that is missing or wrong */
	constructor(options: RecordsClientOptions) {
		super({
			network,
			// Asked for once the options have been checked.
			get preferences() {
				return new FilePreferences(options.preferencesPath ?? defaultPath());
			},
			options: ownOptions,
			text,
			timers: idleTimers,
			limits: ALL_NODE_LIMITS,
			secured: securedTransport,
			abortable,
			onRequest,
			warn
		}, withDER(options));
	}
}

/** Methods that return a client of this class, which the library's does not know. */
export interface RecordsClient<out T = unknown> {
	/**
	 * Selects the collection of the calls that follow.
	 * @param name collection name or id
	 * @returns the client, so that calls chain
	 * @example records.collection("readings");
	 */
	collection(name: string): unknown extends T ? this : RecordsClient;
	/**
	 * As without a type: names in `sort`, `expand` and `fields` that the type lacks are errors when the app is compiled.
	 * @typeParam R of the collection's records, such as `ReadingsResponse` of `pocketbase-typegen`
	 * @example records.collection<{ id: string; value: number }>("readings").getListEx({ sort: "-value", fields: "id,value" });
	 */
	collection<R extends object>(name: string): RecordsClient<R>;
}

/** Keeps the process alive while a request is under way. */
function onRequest(isUnderway: boolean): void {
	requests += isUnderway ? 1 : -1;
	if (isUnderway && requests === 1)
		timer = setInterval(() => undefined, hold);
	else if (requests === 0)
		clearInterval(timer);
}

function warn(warning: string): void {
	process.emitWarning(warning, "RecordsClientWarning");
}

/** No session is kept on Node: `tls.session` is not asked. */
function securedTransport(transport: Transport, tls: LibraryTLSOptions | undefined): SecuredTransport {
	return secured(transport, tls, { timers: idleTimers, warn }, {
		io: TLSSocket,
		instead: () => undefined,
		share: (certificate, _session, own) => ({ authorities: authoritiesOf(certificate), identity: own && pairInPEM(own) })
	});
}

/** The options as devices take them. */
function withDER(options: RecordsClientOptions): LibraryOptions {
	const { ca, certificate, key } = options?.tls ?? {};
	if (ca === undefined && certificate === undefined && key === undefined)
		return options as LibraryOptions;
	return {
		...options,
		tls: {
			...options.tls, ca: ca === undefined ? ca : certificatesInDER(ca),
			certificate: certificate === undefined ? certificate : certificatesInDER(certificate, "tls.certificate"), key: key === undefined ? key : keyInDER(key)
		}
	};
}

function defaultPath(): string {
	const { RECORDS_PREFERENCES, XDG_STATE_HOME } = process.env;
	if (RECORDS_PREFERENCES)
		return RECORDS_PREFERENCES;
	// Empty or relative, it is as if it were not set (XDG Base Directory Specification).
	const folder = XDG_STATE_HOME && isAbsolute(XDG_STATE_HOME) ? XDG_STATE_HOME : join(homedir(), ".local", "state");
	return join(folder, "records-client", "preferences.json");
}
