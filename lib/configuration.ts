import { type BaseUrl, parseBaseUrl } from "./base-url.js";
import { credentialsFault } from "./auth/credentials.js";
import { HTTPConnection } from "./http/connection.js";
import { completeLimits, type Limits } from "./limits.js";
import { ClientStats } from "./stats.js";
import type { RecordsClientOptions } from "./options.js";
import type { Platform, Transport } from "./platform.js";
import { isPrivateHost } from "./private-host.js";
import { PLAIN_CREDENTIALS } from "./response.js";
import { Session } from "./auth/session.js";
import { secured } from "./tls-options.js";
import { TokenRefresh } from "./auth/token-refresh.js";
import { TokenStore } from "./auth/token-store.js";
import type { ConnectionClass } from "./transport/connection.js";
import { UrlWriter } from "./url-writer.js";

/** A transport whose class of connections is known. */
export interface BoundTransport extends Transport {
	readonly io: ConnectionClass;
}

/** What the parts of one client share. */
export interface Configuration {
	readonly platform: Platform;
	/** How to reach the service. */
	readonly transport: BoundTransport;
	readonly url: BaseUrl;
	/** Path of the collections. */
	readonly prefix: string;
	readonly limits: Limits;
	readonly writer: UrlWriter;
	readonly stats: ClientStats;
	readonly session: Session;
	readonly tokenRefresh: TokenRefresh;
}

/**
 * Makes the parts of a client of its options.
 * @throws TypeError or RangeError that names the option that is missing or wrong; nothing has been acquired then
 */
export function makeConfiguration(platform: Platform, options: RecordsClientOptions): Configuration {
	const {
		allowPlainCredentials = false, credentials, domain = "records", network = platform.network, onEvent,
		preferences = platform.preferences, renewal = true
	} = options ?? {};
	const url = parseBaseUrl(options?.baseUrl);
	const transport = bound(network[url.scheme], url.scheme);
	if (typeof domain !== "string" || domain === "" || domain.length > 15)
		throw new TypeError("domain must be 1 to 15 characters");
	if (onEvent !== undefined && typeof onEvent !== "function")
		throw new TypeError("onEvent is not a function");
	if (typeof allowPlainCredentials !== "boolean")
		throw new TypeError("allowPlainCredentials must be true or false");
	const isPlaintext = url.scheme === "http" && !allowPlainCredentials && !isPrivateHost(url.host);
	if (credentials !== undefined)
		checkCredentials(credentials, isPlaintext);
	const limits = completeLimits(options.limits);
	const { text } = platform;
	const prefix = url.prefix + "/api/collections";
	const writer = new UrlWriter(limits.url);
	const stats = new ClientStats(platform, onEvent);
	const store = preferences === null ? undefined : new TokenStore(preferences, domain, text);
	const session = new Session(text, stats, store, renewal, isPlaintext);
	return {
		platform, transport: secured(transport, url.scheme, options.tls, platform), url, prefix, limits, writer, stats, session,
		tokenRefresh: new TokenRefresh(session, renewal ? credentials : undefined, limits, writer, prefix)
	};
}

/** The transport with the class of its connections: this library's, where it names none. */
function bound(transport: Transport | undefined, scheme: string): BoundTransport {
	if (transport === undefined)
		throw new TypeError(`baseUrl is ${scheme} but there is no network.${scheme}`);
	const { dns, io = HTTPConnection, socket } = transport;
	if (typeof io !== "function")
		throw new TypeError(`network.${scheme}.io is not a class`);
	if ((io as { prototype?: { request?: unknown } }).prototype?.request !== undefined)
		throw new TypeError(`network.${scheme}.io is an HTTP client: overHTTPClient() of records-client/http-client takes it`);
	return { ...transport, dns, io: io as ConnectionClass, socket };
}

function checkCredentials(credentials: unknown, isPlaintext: boolean): void {
	const fault = typeof credentials === "function" ? "" : credentialsFault(credentials);
	if (fault !== "")
		throw new TypeError(fault);
	if (isPlaintext)
		throw new TypeError(PLAIN_CREDENTIALS);
}
