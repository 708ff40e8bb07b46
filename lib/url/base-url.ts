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
