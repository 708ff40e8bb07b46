import { hasDotSegment } from "./path-fault.js";

/** Where the service is, taken apart. */
export interface BaseUrl {
	readonly scheme: "http" | "https";
	/** Name or IP literal, without brackets. */
	readonly host: string;
	readonly port: number;
	/** Host and port as in the URL; the scheme's own port is left out (RFC 3986, section 3.2). */
	readonly authority: string;
	/** Path prefix without a slash at its end; "" for none. */
	readonly prefix: string;
}

/**
 * Takes a base URL apart (RFC 3986, section 3).
 * @param text `http://` or `https://`, host, optional port and path prefix
 * @throws TypeError that names what is wrong with it
 */
export function parseBaseUrl(text: unknown): BaseUrl {
	// Patterns stand where they are used: preloaded, one at module scope breaks the heap of XS 17
	// (docs/decisions/0009-no-regexp-at-module-scope.md).
	if (typeof text !== "string" || text === "")
		throw new TypeError("baseUrl is required");
	const parts = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)$/.exec(text);
	if (parts === null)
		throw new TypeError("baseUrl must be a scheme, a host and no query: http://host:port/prefix");
	const scheme = parts[1].toLowerCase();
	if (scheme !== "http" && scheme !== "https")
		throw new TypeError("baseUrl must begin with http:// or https://");
	if (parts[2].includes("@"))
		throw new TypeError("baseUrl must not hold a user or password");
	const parsed = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]+))?$/.exec(parts[2]);
	if (parsed === null)
		throw new TypeError("baseUrl has no valid host");
	const port = parsed[2] === undefined ? defaultPort(scheme) : Number(parsed[2]);
	if (!(port >= 1 && port <= 65535))
		throw new TypeError("baseUrl has a port that is not 1 to 65535");
	const prefix = parts[3].replace(/\/+$/, "");
	if (!/^(?:\/(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+)*$/.test(prefix) || prefix !== "" && hasDotSegment(prefix))
		throw new TypeError("baseUrl has a path that is not percent-encoded or not plain");
	const name = parsed[1];
	return { scheme, host: name.replace(/^\[|\]$/g, ""), port, authority: port === defaultPort(scheme) ? name : name + ":" + port, prefix };
}

/** The port that a URL of this scheme means when it names none. */
export function defaultPort(scheme: "http" | "https"): number {
	return scheme === "https" ? 443 : 80;
}

/**
 * Whether a host is this device or in a private network by its very name or address, so that credentials may go there over
 * plain http. Any other host is not known to be private; no name is looked up.
 *
 * Names: localhost (RFC 6761, section 6.3), .local (RFC 6762, section 3), .home.arpa (RFC 8375), .internal (reserved by ICANN
 * in 2024); they may end in a dot. Not a name without a dot: nothing reserves it, some top-level domains have
 * addresses of their own.
 *
 * IPv4, four decimal numbers: 127/8; 10/8, 172.16/12, 192.168/16 (RFC 1918); 169.254/16 (RFC 3927). Not 100.64/10
 * (RFC 6598): a carrier shares that among strangers. IPv6 (RFC 4291): ::1, fc00::/7 (RFC 4193), fe80::/10, and ::ffff: before
 * an IPv4 address; other spellings of ::1 and of mapped addresses don't count.
 * @param host name or IP literal without brackets, as `BaseUrl` has it: only an IPv6 address has colons
 */
export function isPrivateHost(host: string): boolean {
	const name = host.toLowerCase();
	if (name.startsWith("::ffff:"))
		return isPrivateIPv4(name.slice(7));
	if (name.includes(":"))
		return name === "::1" || /^(?:f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):[0-9a-f:.]+$/.test(name);
	return isPrivateIPv4(name) || /^(?:(?:[^.]+\.)*localhost|(?:[^.]+\.)+(?:local|home\.arpa|internal))\.?$/.test(name);
}

/** Whether a host is a private IPv4 address: four decimal numbers of a byte, without zeros before them. */
function isPrivateIPv4(text: string): boolean {
	return /^(?:(?:10|127)\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]\d|\d)|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]\d|\d)){2}$/.test(text);
}
