import { type BaseUrl, parseBaseUrl } from "./base-url.js";
import { credentialsFault } from "./credentials.js";
import { completeLimits, type Limits } from "./limits.js";
import { Monitor } from "./monitor.js";
import type { RecordsClientOptions } from "./options.js";
import type { HTTPProvider, Platform } from "./platform.js";
import { isPrivateHost } from "./private-host.js";
import { Renewal } from "./renewal.js";
import { PLAIN_CREDENTIALS } from "./response.js";
import { Session } from "./session.js";
import { secured } from "./tls-options.js";
import { TokenStore } from "./token-store.js";
import { UrlWriter } from "./url-writer.js";

/** What the parts of one client share. */
export interface Setting {
	readonly platform: Platform;
	/** The HTTP client for the base URL's scheme. */
	readonly provider: HTTPProvider;
	readonly url: BaseUrl;
	/** Path of the collections. */
	readonly prefix: string;
	readonly limits: Limits;
	readonly writer: UrlWriter;
	readonly monitor: Monitor;
	readonly session: Session;
	readonly renewal: Renewal;
}

/**
 * Makes the parts of a client of its options.
 * @throws TypeError or RangeError that names the option that is missing or wrong; nothing has been acquired then
 */
export function makeSetting(platform: Platform, options: RecordsClientOptions): Setting {
	const {
		allowPlainCredentials = false, credentials, domain = "records", network = platform.network, onEvent,
		preferences = platform.preferences, renewal = true
	} = options ?? {};
	const url = parseBaseUrl(options?.baseUrl);
	const provider = network[url.scheme];
	if (provider === undefined)
		throw new TypeError(`baseUrl is ${url.scheme} but there is no network.${url.scheme}`);
	if (typeof provider.io !== "function")
		throw new TypeError(`network.${url.scheme}.io is not a class`);
	if (typeof domain !== "string" || domain === "" || domain.length > 15)
		throw new TypeError("domain must be 1 to 15 characters");
	if (onEvent !== undefined && typeof onEvent !== "function")
		throw new TypeError("onEvent is not a function");
	if (typeof allowPlainCredentials !== "boolean")
		throw new TypeError("allowPlainCredentials must be true or false");
	const open = url.scheme === "http" && !allowPlainCredentials && !isPrivateHost(url.host);
	if (credentials !== undefined)
		checkCredentials(credentials, open);
	const limits = completeLimits(options.limits);
	const { text } = platform;
	const prefix = url.prefix + "/api/collections";
	const writer = new UrlWriter(limits.url);
	const monitor = new Monitor(platform, onEvent);
	const store = preferences === null ? undefined : new TokenStore(preferences, domain, text);
	const session = new Session(text, monitor, store, renewal, open);
	return {
		platform, provider: secured(provider, url.scheme, options.tls, platform), url, prefix, limits, writer, monitor, session,
		renewal: new Renewal(session, renewal ? credentials : undefined, limits, writer, prefix)
	};
}

function checkCredentials(credentials: unknown, open: boolean): void {
	const fault = typeof credentials === "function" ? "" : credentialsFault(credentials);
	if (fault !== "")
		throw new TypeError(fault);
	if (open)
		throw new TypeError(PLAIN_CREDENTIALS);
}
