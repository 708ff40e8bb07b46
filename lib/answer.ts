import { BodyReader } from "./body-reader.js";
import type { Text } from "./platform.js";
import { BODY_NOT_TEXT, ClientResponse, NO_BODY, NO_TOKEN, NOT_COMPLETE, NOT_JSON, refusal } from "./response.js";
import { parseJSON } from "./safe-json.js";
import { A_STRING, CONTENT_TYPE, DATE, JSON_TYPE, NONE, RETRY_AFTER } from "./words.js";

/** Turns status and body of an HTTP response, as they come in, into a `ClientResponse`. One serves every request in turn. */
export class Answer {
	/** HTTP status, 0 until the head is there. */
	status = 0;
	/** Token that the answer brought, "" for none. */
	token = "";
	/** Values of header fields, "" without them; Date only where it was asked for. */
	date = "";
	retryAfter = "";

	/** Whether the body ends too early for its JSON, so that the rest may come for the next answer. */
	cut = false;

	/** Takes the body. */
	readonly reader: BodyReader;

	private readonly limit: number;
	private authenticates = false;
	private reads = false;
	private type: string | undefined;

	/** @param limit bytes of the longest body that is kept (`limits.body`) */
	constructor(text: Text, limit: number) {
		this.reader = new BodyReader(text, limit);
		this.limit = limit;
	}

	/**
	 * Makes ready for an answer.
	 * @param authenticates whether a good one brings a token
	 * @param reads whether a record or a list is asked for, so that an empty body is no good answer
	 */
	reset(authenticates: boolean, reads: boolean): void {
		this.status = 0;
		this.token = this.date = this.retryAfter = NONE;
		this.cut = false;
		this.authenticates = authenticates;
		this.reads = reads;
	}

	/** Takes status and header fields; the body follows. */
	head(status: number, headers: ReadonlyMap<string, string>): void {
		this.status = status;
		this.type = headers.get(CONTENT_TYPE);
		this.retryAfter = headers.get(RETRY_AFTER) ?? NONE;
		this.date = headers.get(DATE) ?? NONE;
		this.reader.reset();
	}

	/** Whether the body is so long that the rest is not worth reading. */
	get endless(): boolean {
		return this.reader.discarded > this.limit;
	}

	/** Makes the response of what was read. */
	response(): ClientResponse {
		const { status } = this;
		if (this.reader.overflowed)
			return new ClientResponse("too-large", status, `the answer's body is longer than limits.body (${this.limit} bytes)`, "");
		const { body } = this.reader;
		this.reader.release();
		if (body === undefined)
			return new ClientResponse("protocol", status, BODY_NOT_TEXT, "");
		if (!this.succeeded)
			return refusal(status, body);
		if (body === NONE && this.reads)
			return new ClientResponse("protocol", status, NO_BODY, "");
		if (body !== NONE && this.type !== JSON_TYPE && !isJSON(this.type, body))
			return new ClientResponse("protocol", status, NOT_JSON, "");
		this.cut = body !== NONE && !this.reader.closes;
		if (this.cut)
			return new ClientResponse("protocol", status, NOT_COMPLETE, "");
		if (this.authenticates) {
			const { token } = (parseJSON(body) ?? {}) as { token?: unknown };
			if (typeof token !== A_STRING || token === NONE)
				return new ClientResponse("protocol", status, NO_TOKEN, body);
			this.token = token as string;
		}
		return new ClientResponse(NONE, status, NONE, body);
	}

	private get succeeded(): boolean {
		return this.status >= 200 && this.status <= 299;
	}
}

/** Whether a Content-Type says JSON (RFC 9110, section 8.3; RFC 6839, section 3.1). Without one the body's beginning does. */
function isJSON(type: string | undefined, body: string): boolean {
	return type === undefined ? /^[\t\n\r ]*[[{]/.test(body) : /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i.test(type);
}
