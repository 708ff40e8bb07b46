import { isIPv6 } from "node:net";
import { parseBaseUrl } from "../../lib/url/base-url.js";

/** Where a server is. */
export interface Place {
	/** Name or address, without brackets. */
	readonly host: string;
	readonly port: number;
	/** What a device looks for in the certificate. */
	readonly name: string;
	/** Host and port, as in a URL. */
	readonly text: string;
}

/**
 * @param server a base URL, or host and port of one
 * @param serverName the app's `tls.serverName`
 * @throws TypeError that names what is wrong
 */
export function placeOf(server: string, serverName?: string): Place {
	const url = server.includes("://") ? server : `https://${isIPv6(server) ? `[${server}]` : server}`;
	const { authority, host, port, scheme } = parseBaseUrl(url);
	if (scheme !== "https")
		throw new TypeError("an http:// address has no TLS");
	if (serverName === "")
		throw new TypeError("--server-name must be a name");
	// As on devices: neither certificates nor the server name extension have the dot that ends a full name.
	return { host, port, name: (serverName ?? host).replace(/\.$/, ""), text: authority };
}
