/** The library's choice of decoder: one native call in place of a loop over bytes. A text that is wrong there is the peer's. */
const lax = "the library's choice: it reads UTF-8 by XS's String.fromArrayBuffer, which checks that a character is complete, not which it is";

/**
 * Why cases do not hold on a device, by name: group, then case. All of them are what the library does by choice; none is a
 * fault of the SDK. Nothing else may fail; what is listed here and passes fails the run, so that the list stays true.
 */
export const knownFailures: Readonly<Record<string, string>> = {
	"text: does not decode an overlong NUL": lax,
	"text: does not decode an overlong slash": lax,
	"text: does not decode a surrogate": lax,
	"text: does not decode a surrogate pair": lax,
	"text: does not decode beyond U+10FFFF": lax
};
