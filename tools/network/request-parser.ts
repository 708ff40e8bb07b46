/** A request as the peer received it. */
export interface ReceivedRequest {
	readonly method: string;
	readonly path: string;
	/** Request line and header lines as they came, byte for byte (latin1), without the empty line. */
	readonly head: string;
	readonly fields: readonly (readonly [name: string, value: string])[];
	/** Bytes that the head announces. */
	readonly contentLength: number;
	/** Empty until the request is whole. */
	body: Buffer;
	whole: boolean;
	/** Segments in which its bytes arrived. */
	segments: number;
}

/** Why the bytes are no request. */
export class RequestFault extends Error {}

const requestLine = /^([A-Z]+) (\/[\x21-\x7e]*) HTTP\/1\.1$/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)$/;
const headMaximum = 65536;

/**
 * Cuts requests out of what a connection receives. It is strict, because it is the reference for what the client sends:
 * every line ends in CRLF, one host, at most one content-length and no body without it, no transfer coding.
 */
export class RequestParser {
	#bytes = Buffer.alloc(0);
	#current: ReceivedRequest | undefined;
	#segments = 0;

	/** Whether bytes of a request are there that have not been given out. */
	get begun(): boolean {
		return this.#bytes.length > 0 || this.#current !== undefined;
	}

	/** Takes a segment. */
	push(segment: Buffer): void {
		this.#bytes = Buffer.concat([this.#bytes, segment]);
		if (this.#current !== undefined)
			this.#current.segments++;
		else
			this.#segments++;
	}

	/**
	 * Returns the request whose head is complete, also before its body is; the same one until `take` has given it out.
	 * @throws RequestFault
	 */
	head(): ReceivedRequest | undefined {
		if (this.#current !== undefined)
			return this.#current;
		const end = this.#bytes.indexOf("\r\n\r\n");
		if (end < 0) {
			if (this.#bytes.length > headMaximum)
				throw new RequestFault("head is too long");
			return undefined;
		}
		const head = this.#bytes.toString("latin1", 0, end);
		this.#bytes = this.#bytes.subarray(end + 4);
		this.#current = { ...parseHead(head), head, body: Buffer.alloc(0), whole: false, segments: this.#segments };
		this.#segments = 0;
		return this.#current;
	}

	/** Gives the request out once its body is complete. */
	take(): ReceivedRequest | undefined {
		const request = this.head();
		if (request === undefined || this.#bytes.length < request.contentLength)
			return undefined;
		request.body = Buffer.from(this.#bytes.subarray(0, request.contentLength));
		this.#bytes = this.#bytes.subarray(request.contentLength);
		this.#segments = this.#bytes.length > 0 ? 1 : 0;
		this.#current = undefined;
		return request;
	}
}

function parseHead(head: string): Pick<ReceivedRequest, "method" | "path" | "fields" | "contentLength"> {
	const [first, ...lines] = head.split("\r\n");
	const [, method, path] = requestLine.exec(first) ?? fault(`bad request line: ${first}`);
	const fields = lines.map((line) => {
		const [, name, value] = headerLine.exec(line) ?? fault(`bad header line: ${line}`);
		return [name, value] as const;
	});
	const named = (wanted: string): string[] => fields.filter(([name]) => name.toLowerCase() === wanted).map(([, value]) => value);
	if (named("host").length !== 1)
		fault("not exactly one host");
	if (named("transfer-encoding").length > 0)
		fault("transfer-encoding");
	const lengths = named("content-length");
	if (lengths.length > 1 || (lengths.length === 1 && !/^(?:0|[1-9][0-9]*)$/.test(lengths[0])))
		fault("bad content-length");
	return { method: method, path: path, fields, contentLength: Number(lengths[0] ?? 0) };
}

function fault(text: string): never {
	throw new RequestFault(text);
}
