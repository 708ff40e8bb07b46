import type { Exchange } from "./exchange.js";
import type { HTTPRequest, HTTPRequestOptions, Text } from "./platform.js";
import { AN_OBJECT, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, JSON_TYPE, NONE, PATCH, POST, PUT } from "./words.js";

/**
 * Header fields and body of one request at a time: the fields as a map, for any HTTP client, and as lines, which this
 * library's client takes without looking through a map. Both are made once for each token.
 */
export class RequestContent {
	private readonly text: Text;
	private readonly plain = new Map<string, string>();
	private readonly json = new Map([[CONTENT_TYPE, JSON_TYPE]]);
	private readonly typeLine: Uint8Array;
	private authorization = "";
	/** Lines of a request with a body; those of one without are its beginning. */
	private jsonLines: Uint8Array;
	private plainLines: Uint8Array | undefined;
	private body: Uint8Array | undefined;
	private written = 0;
	/** The content-length in `json`. */
	private length = -1;

	constructor(text: Text) {
		this.text = text;
		this.typeLine = text.encode("content-type: application/json\r\n");
		this.jsonLines = this.typeLine;
	}

	/**
	 * Makes ready for a request.
	 * @param options gets header fields and length; they are to be left as they are until the request is done
	 * @param authorization value of the Authorization field, visible ASCII; "" for none
	 */
	prepare(options: { -readonly [name in keyof HTTPRequestOptions]: HTTPRequestOptions[name] }, { method, body }: Exchange, authorization: string): void {
		if (authorization !== this.authorization)
			this.authorize(authorization);
		if (method !== POST && method !== PATCH && method !== PUT) {
			options.headers = this.plain;
			options.lines = this.plainLines ??= this.jsonLines.subarray(0, this.jsonLines.length - this.typeLine.length);
			options.length = undefined;
			return;
		}
		this.body = typeof body === AN_OBJECT ? body as Uint8Array : this.text.encode(body as string | undefined ?? NONE);
		this.written = 0;
		if (this.length !== this.body.length) {
			this.length = this.body.length;
			this.json.set(CONTENT_LENGTH, String(this.length));
		}
		options.headers = this.json;
		options.lines = this.jsonLines;
		options.length = this.length;
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

	private authorize(authorization: string): void {
		const { json, plain, text, typeLine } = this;
		this.authorization = authorization;
		this.plainLines = undefined;
		if (authorization === NONE) {
			plain.delete(AUTHORIZATION);
			json.delete(AUTHORIZATION);
			this.jsonLines = typeLine;
			return;
		}
		plain.set(AUTHORIZATION, authorization);
		json.set(AUTHORIZATION, authorization);
		this.jsonLines = text.encode("authorization: " + authorization + "\r\ncontent-type: application/json\r\n");
	}
}
