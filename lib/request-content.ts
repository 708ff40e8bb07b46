import type { Exchange } from "./exchange.js";
import type { HTTPRequest, Text } from "./platform.js";
import { AUTHORIZATION, CONTENT_LENGTH, NONE, PATCH, POST } from "./words.js";

/** Header fields and body of one request at a time. The maps are made once and change only where they must. */
export class RequestContent {
	private readonly text: Text;
	private readonly plain = new Map<string, string>();
	private readonly json = new Map([["content-type", "application/json"], ["content-length", "0"]]);
	private body: Uint8Array | undefined;
	private written = 0;
	/** The content-length in `json`. */
	private length = 0;

	constructor(text: Text) {
		this.text = text;
	}

	/**
	 * Makes ready for a request.
	 * @param authorization value of the Authorization field, "" for none
	 * @returns its header fields, to be left as they are until the request is done
	 */
	prepare({ method, body }: Exchange, authorization: string): ReadonlyMap<string, string> {
		const hasBody = method === POST || method === PATCH;
		const headers = hasBody ? this.json : this.plain;
		if (headers.get(AUTHORIZATION) !== (authorization || undefined)) {
			// The content-length goes last: what is before it stays the same from request to request.
			headers.delete(CONTENT_LENGTH);
			if (hasBody)
				this.length = -1;
			if (authorization === NONE)
				headers.delete(AUTHORIZATION);
			else
				headers.set(AUTHORIZATION, authorization);
		}
		if (hasBody) {
			this.body = this.text.encode(body ?? NONE);
			this.written = 0;
			if (this.length !== this.body.length) {
				this.length = this.body.length;
				headers.set(CONTENT_LENGTH, String(this.length));
			}
		}
		return headers;
	}

	/** Writes what `request` takes of the body, at most `count` bytes. */
	write(request: HTTPRequest, count: number): void {
		const { body, written: from } = this;
		if (body === undefined || from === body.length)
			return;
		this.written = from + count < body.length ? from + count : body.length;
		request.write(this.written - from === body.length ? body : body.subarray(from, this.written));
	}

	/** Forgets the body. */
	clear(): void {
		this.body = undefined;
	}
}
