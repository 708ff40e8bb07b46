/** Fault of a path and query over the limit. */
export const URL_TOO_LONG = "path and query are too long";

/**
 * A string builder for URLs: a path and query. Whatever a segment or value holds is percent-encoded as UTF-8
 * (`encodeURIComponent`; RFC 3986, section 2.1), so that it arrives as it was meant and never ends its segment or parameter.
 */
export class UrlWriter {
	/** Why `finish` returned nothing. */
	fault = "";

	private readonly limit: number;
	private url = "";
	private query = false;
	private control = false;

	/** @param limit bytes of the longest path and query */
	constructor(limit: number) {
		this.limit = limit;
	}

	/** Starts over with a path that is percent-encoded already. */
	start(path: string): this {
		this.url = path;
		this.query = this.control = false;
		this.fault = "";
		return this;
	}

	/** Appends "/" and a path segment. CR, LF and NUL make a fault. */
	segment(text: string): this {
		const segment = encoded(text);
		this.control ||= segment.includes("%0") && /%0[0AD]/.test(segment);
		// Here and below, XS makes one text of `concat`, and one for each piece of a template.
		this.url = this.url.concat("/", segment);
		return this;
	}

	/** Appends a path that is percent-encoded already, with the "/" that it begins with. */
	path(encoded: string): this {
		this.url = this.url.concat(encoded);
		return this;
	}

	/** Appends a query parameter; null and undefined are skipped. The name must be plain. */
	parameter(name: string, value: string | null | undefined): this {
		if (value === null || value === undefined)
			return this;
		this.url = this.url.concat(this.query ? "&" : "?", name, "=", encoded(value));
		this.query = true;
		return this;
	}

	/**
	 * Returns what was written, "" when there is a fault.
	 * @param name what the segment is called in the fault's text
	 */
	finish(name: string): string {
		const { url } = this;
		this.url = "";
		if (this.control)
			this.fault = `${name} must not hold CR, LF or NUL`;
		else if (url.length > this.limit)
			this.fault = URL_TOO_LONG;
		return this.fault === "" ? url : "";
	}
}

/** A lone surrogate has no UTF-8; it becomes U+FFFD, as in everything that is sent. */
function encoded(text: string): string {
	try {
		return encodeURIComponent(text);
	}
	catch {
		return encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, "\ufffd"));
	}
}
