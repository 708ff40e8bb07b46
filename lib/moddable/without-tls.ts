import { TLSError } from "../tls/error.js";

/**
 * Stands in for the TLS socket in an app that includes manifest-http.json.
 * @throws TLSError, which says why there is no TLS
 */
export function TLSSocket(): never {
	throw new TLSError("this app is built without TLS (manifest-http.json)");
}
