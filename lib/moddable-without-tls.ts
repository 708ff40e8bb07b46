import { TLSError } from "./tls-error.js";

/**
 * Stands in for each module of the SDK's TLS in an app that includes manifest-http.json.
 * @throws TLSError, which says why there is no TLS
 */
export default function WithoutTLS(): never {
	throw new TLSError("this app is built without TLS (manifest-http.json)");
}
