import type { Transport } from "../platform.js";
import { TLSError } from "../tls/tls-error.js";
import type { TLSOptions } from "../tls/tls-options.js";

const WITHOUT_TLS = "this app is built without TLS (manifests/http.json)";

/**
 * Stands in for the TLS socket in an app that includes manifests/http.json.
 * @throws TLSError, which says why there is no TLS
 */
export function TLSSocket(): never {
	throw new TLSError(WITHOUT_TLS);
}

/** @internal The transport as it is: it may have a TLS socket of the app's. @throws TLSError for options */
export function securedTransport(transport: Transport, tls: TLSOptions | undefined): Transport {
	if (tls !== undefined)
		throw new TLSError(WITHOUT_TLS);
	return transport;
}
