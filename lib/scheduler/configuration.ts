import type { AnswerReader, ConnectionParts } from "../request/connection-interface.js";
import { responseOf, tooLarge } from "../pocketbase/answers.js";
import { CRLF } from "../characters.js";
import { COLLECTIONS } from "../pocketbase/paths.js";
import { type BaseUrl, isPrivateHost, parseBaseUrl } from "../url/base-url.js";
import type { AuthParts } from "../auth/auth-requests.js";
import { credentialsFault, identityOf, NO_IDENTITY, UNKNOWN_IDENTITY } from "../auth/credentials.js";
import { ServiceClock } from "../auth/service-clock.js";
import { checkOptions } from "../shared/complete-limits.js";
import { completeLimits, DEFAULT_LIMITS } from "../client-limits.js";
import { ClientStats } from "../stats.js";
import {
	CREDENTIALS, type CredentialsOption, type HeaderFields, OPTIONS, type RecordsClientOptions, TLS_OPTIONS
} from "../client-options.js";
import type { Network, Transport } from "../platform.js";
import { isOwnValue, optionLines, ownHeaders } from "../request/own-headers.js";
import { PLAIN_CREDENTIALS, PLAIN_HEADERS } from "../response.js";
import { Session } from "../auth/session.js";
import { TokenRefresh } from "../auth/token-refresh.js";
import { TokenStore } from "../auth/token-store.js";
import { UrlWriter } from "../url/url-writer.js";
import type { SecurePlatform, TLSOptions } from "../tls/tls-options.js";

/** Bytes of a request head beside token, constant header lines and prefix: the fields' names, a content-length, and 64 for the path. */
const HEAD_BESIDE_TOKEN = 168;

/** The parts of one client. Those below the scheduler see of it what their own interface names. */
export interface Configuration extends AuthParts, ConnectionParts {
	readonly platform: SecurePlatform;
	readonly clock: ServiceClock;
}

/** What PocketBase's answers mean. */
const ANSWERS: AnswerReader = Object.freeze({ responseOf, tooLarge });

/**
 * Makes the parts of a client of its options.
 * @throws TypeError or RangeError that names the option that is missing or wrong; nothing has been acquired then
 */
export function makeConfiguration(platform: SecurePlatform, options: RecordsClientOptions): Configuration {
	checkOptions("", options, platform.options === undefined ? OPTIONS : { ...OPTIONS, ...platform.options }, DEFAULT_LIMITS);
	const { credentials, network = platform.network, renewal = true } = options;
	const url = parseBaseUrl(options.baseUrl);
	const transport = transportOf(network, url.scheme);
	const store = storeOf(platform, options, url);
	const isSecure = url.scheme === "https";
	const isPlaintext = !isSecure && !options.allowPlainCredentials && !isPrivateHost(url.host);
	const headers = headersOf(url, options, isPlaintext);
	if (credentials !== undefined)
		checkCredentials(credentials, isPlaintext);
	const limits = completeLimits(options.limits, platform.limits);
	const stats = new ClientStats(platform, options.onEvent);
	const longest = limits.send - HEAD_BESIDE_TOKEN - headers.length - url.prefix.length;
	const login = renewal ? credentials : undefined;
	const tls = tlsOf(options.tls, isSecure);
	const secured = isSecure ? platform.secured(transport, tls, stats) : undefined;
	if (platform.addressWarning !== undefined && network === platform.network && url.host.includes(":"))
		platform.warn(platform.addressWarning);
	const clock = new ServiceClock(secured?.isVerified === true);
	const session = new Session(platform.text, stats, clock, store, renewal, isPlaintext, longest, ownerOf(login));
	return {
		platform, url, headers, limits, stats, session, clock, answers: ANSWERS,
		prefix: url.prefix + COLLECTIONS,
		writer: new UrlWriter(limits.url),
		transport: gatedOf(secured ?? transport),
		tokenRefresh: new TokenRefresh(session, clock, login, limits)
	};
}

/** Where the token outlives a reboot; undefined where it does not. @throws TypeError that names the option that is wrong */
function storeOf(platform: SecurePlatform, { domain = "records", preferences = platform.preferences }: RecordsClientOptions,
	{ authority, prefix, scheme }: BaseUrl): TokenStore | undefined {
	if (domain === "" || domain.length > 15)
		throw new TypeError("domain must be 1 to 15 characters");
	if (preferences === null)
		return undefined;
	if (preferences?.set === undefined)
		throw new TypeError("preferences must have get, set and delete");
	return new TokenStore(preferences, domain, platform.text, scheme + "://" + authority.toLowerCase() + prefix);
}

/** Lines that every request has. @throws TypeError that names what is wrong with the app's */
function headersOf({ authority }: BaseUrl, options: RecordsClientOptions, isPlaintext: boolean): string {
	const { headers, userAgent } = options;
	if (userAgent !== undefined && (userAgent.length > 128 || !isOwnValue(userAgent)))
		throw new TypeError("userAgent must be 1 to 128 characters of visible ASCII and blanks");
	return "host: " + authority + CRLF + optionLines(options) + (headers === undefined ? "" : linesOf(headers, isPlaintext));
}

/** The transport for a scheme. @throws TypeError that says why it is not valid */
function transportOf(network: Network, scheme: "http" | "https"): Transport {
	const transport = network[scheme];
	if (transport === undefined)
		throw new TypeError(`baseUrl is ${scheme} but there is no network.${scheme}`);
	if (transport.dns?.io === undefined || transport.socket?.io === undefined)
		throw new TypeError(`network.${scheme} lacks dns.io or socket.io`);
	if (transport.io !== undefined && typeof transport.io !== "function")
		throw new TypeError(`network.${scheme}.io is not a class`);
	if ((transport.io as { prototype?: { request?: unknown } } | undefined)?.prototype?.request !== undefined)
		throw new TypeError(`network.${scheme}.io is an HTTP client: overHTTPClient() of records-client/http-client takes it`);
	return transport;
}

/** The options, checked. @throws TypeError that names what is wrong */
function tlsOf(tls: TLSOptions | undefined, isSecure: boolean): TLSOptions | undefined {
	if (tls !== undefined) {
		checkOptions("tls.", tls, TLS_OPTIONS);
		if (!isSecure)
			throw new TypeError("tls is given but baseUrl is http");
	}
	return tls;
}

/** The transport with its gate in front of its sockets, which are those of the scheme now. */
function gatedOf(transport: Transport): Transport {
	const { gate, socket } = transport;
	return gate === undefined ? transport : { ...transport, socket: gate(socket) };
}

function ownerOf(credentials: CredentialsOption | undefined): string {
	if (credentials === undefined)
		return NO_IDENTITY;
	return typeof credentials === "function" ? UNKNOWN_IDENTITY : identityOf(credentials);
}

/** The app's header lines. @throws TypeError that names what is wrong with them */
function linesOf(headers: HeaderFields, isPlaintext: boolean): string {
	const { fault, lines } = ownHeaders("headers", headers);
	if (fault !== "" || isPlaintext && lines !== "")
		throw new TypeError(fault || PLAIN_HEADERS);
	return lines;
}

function checkCredentials(credentials: unknown, isPlaintext: boolean): void {
	if (typeof credentials !== "function") {
		checkOptions("credentials.", credentials, CREDENTIALS);
		const fault = credentialsFault(credentials);
		if (fault !== "")
			throw new TypeError(fault);
	}
	if (isPlaintext)
		throw new TypeError(PLAIN_CREDENTIALS);
}
