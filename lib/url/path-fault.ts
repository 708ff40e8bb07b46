/**
 * What must not be in a path, because it leads out of the base URL's prefix, or out of a collection. Patterns stand where
 * they are used: preloaded, one at module scope breaks the heap of XS 17 (docs/decisions/0009-no-regexp-at-module-scope.md).
 */

const NOT_ENCODED = "path must begin with / and be percent-encoded";

/**
 * Whether text has a segment "." or ".." once it has been decoded. What stands between is the device's to send, but a
 * proxy resolves the dots: nginx does it after decoding, so that %2e is a dot and %2f a slash; a backslash is a slash to
 * browsers and to IIS, and what follows ";" in a segment is left out by Tomcat.
 */
export function hasDotSegment(text: string): boolean {
	return /(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:$|[/\\;?#]|%2f|%5c|%3b)/i.test(text);
}

/**
 * What is wrong with path and query of a request, "" for nothing. In the query dots are only dots. A path that begins with
 * "//" is a host to what resolves it (RFC 3986, section 4.2); further in, nobody leaves a folder by an empty segment.
 */
export function pathFault(path: unknown): string {
	const isText = typeof path === "string";
	// One look is enough for what most paths are.
	if (isText && /^(?:\/[\w-]+)+(?:\?[!-~]*)?$/.test(path))
		return escapesFault(path);
	return isText && /^\/[!-~]*$/.test(path) ? segmentsFault(path) || escapesFault(path) : NOT_ENCODED;
}

/** PocketBase leaves a parameter out whose escape is none, or that holds ";": the filter of a list would be gone without a word. */
function escapesFault(path: string): string {
	// An expression is compiled each time; few paths have these characters.
	if (path.includes("%") && /%(?![\dA-F]{2})/i.test(path))
		return NOT_ENCODED;
	return path.includes(";") && /\?.*;/.test(path) ? "path must not hold ; in its query: write %3B" : "";
}

function segmentsFault(path: string): string {
	const end = path.indexOf("?");
	const segments = end < 0 ? path : path.slice(0, end);
	if (hasDotSegment(segments))
		return "path must not hold a segment . or ..";
	if (segments.startsWith("//"))
		return "path must not begin with //";
	return /[\\#]/.test(segments) ? "path must not hold \\ or #" : "";
}
