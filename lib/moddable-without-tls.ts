/** Stands in for each module of the SDK's TLS in an app that includes manifest-http.json. */
export default function WithoutTLS(): never {
	const error = new Error("this app is built without TLS (manifest-http.json)");
	error.name = "TLSError";
	throw error;
}
