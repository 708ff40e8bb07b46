/** What XS's String.fromArrayBuffer, by which the library reads UTF-8, does not look at. */
const lax = "XS's String.fromArrayBuffer checks that a character is complete, not which it is";

/**
 * Why cases fail on the SDK's own modules, by name: group, then case. Nothing else may fail; what is listed here and
 * passes fails the run, so that the list stays true.
 */
export const knownFailures: Readonly<Record<string, string>> = {
	"text: does not decode an overlong NUL": lax,
	"text: does not decode an overlong slash": lax,
	"text: does not decode a surrogate": lax,
	"text: does not decode a surrogate pair": lax,
	"text: does not decode beyond U+10FFFF": lax,

	"moddable-http: passes over trailers behind a chunked body": "Moddable's client throws on a trailer, which ends the app",
	"moddable-http: takes 304 with the length of what it does not send": "Moddable's client waits for the body of a 304",
	"moddable-http: passes over 100 Continue": "Moddable's client takes 100 for the answer and waits for its body",
	"moddable-http: passes over 103 Early Hints": "Moddable's client takes 103 for the answer",
	"moddable-http: takes a status line without reason": "Moddable's client throws without a reason phrase, which ends the app",
	"moddable-http: reads a body that ends with the connection": "Moddable's client ends a body without length with an error, like a truncated one",
	"moddable-http: HEAD has no body whatever its headers say": "Moddable's client waits for the body of an answer to HEAD",
	"moddable-http: names host and port, as a server needs them to build links": "Moddable's client leaves the port out of host",
	"moddable-http: takes inherited options": "Moddable's client copies own properties only",
	"moddable-http: an error says what happened": "Moddable's client makes errors without a message",
	"moddable-http: refuses a request after the server closed an idle connection": "Moddable's client takes the request and never calls back"
};
