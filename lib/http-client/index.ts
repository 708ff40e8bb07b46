/**
 * The entry "records-client/http-client": requests through an HTTP client of the ECMA-419 class pattern, such as
 * `embedded:network/http/client` of the Moddable SDK, in place of this library's own connection.
 * @module records-client/http-client
 */
import { HTTPClientConnection } from "./http-client-connection.js";
import type { HTTPClientNetwork, HTTPClientProvider } from "./http-client.js";
import type { Network, Transport } from "../platform.js";

export type {
	HTTPClient, HTTPClientNetwork, HTTPClientOptions, HTTPClientProvider, HTTPRequest, HTTPRequestOptions
} from "./http-client.js";

/**
 * Makes a network of HTTP clients usable by `RecordsClient`. A client and its connection are kept while each byte is accounted for; of
 * one that does not open its connection by the `dns` and `socket` that it is given, that is one request, with only
 * `limits.timeout`. `limits.send` bounds what leaves in one write. Https goes over the library's TLS socket, on the `TCP` of that which is
 * given.
 * @param network not changed
 * @throws TypeError when `io` is not a class
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 * import { overHTTPClient } from "records-client/http-client";
 *
 * const records = new RecordsClient({ baseUrl: "http://192.168.1.10:8090", network: overHTTPClient(device.network) });
 * ```
 */
export function overHTTPClient({ http, https }: HTTPClientNetwork): Network {
	return { http: http && transportOf(http, "http"), https: https && transportOf(https, "https") };
}

function transportOf(provider: HTTPClientProvider, scheme: string): Transport {
	if (typeof provider.io !== "function")
		throw new TypeError("network." + scheme + ".io is not a class of HTTP clients");
	return { ...provider, io: HTTPClientConnection, client: provider.io };
}
