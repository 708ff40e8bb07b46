/** A document of the response parser's tests: what a peer sends, and what the parser must make of it. */
export interface ParserInput {
	/** What it shows; unique, the test's title. */
	readonly why: string;
	/** The peer's bytes, a character each. */
	readonly bytes: string;
	/**
	 * What the parser must report: the status, each header as `name: value`, `body …`, then `done`, `done reusable` (the
	 * connection can carry another request), `error …` or `more` (it waits for bytes).
	 */
	readonly events: readonly string[];
	/** The peer closes the connection behind the bytes. */
	readonly closed?: boolean;
	/** Bytes of the receive buffer; 256 where it says nothing. */
	readonly size?: number;
	/** Names of the headers whose text is kept; those of `events` where it says nothing. */
	readonly names?: readonly string[];
	/** Node's parser, or an earlier version of it, takes what ours refuses. Says why ours does. */
	readonly stricter?: string;
	/** Node's parser refuses what ours takes, or takes it for something else. Says why that does no harm. */
	readonly lenient?: string;
}

export function input(why: string, bytes: string, events: readonly string[], more: Omit<ParserInput, "why" | "bytes" | "events"> = {}): ParserInput {
	return { why, bytes, events, ...more };
}

/** A response of status 200 with these header lines. */
export function answer(lines: readonly string[], body = ""): string {
	return ["HTTP/1.1 200 OK", ...lines, "", body].join("\r\n");
}

export const faults = {
	early: "error response ended early",
	notHTTP: "error response is not HTTP/1.1",
	tooLong: "error response has a line that is too long",
	lineEnd: "error response has a line that does not end in CRLF",
	headerLine: "error response has a bad header line",
	trailerLine: "error response has a bad trailer line",
	interim: "error interim response closes the connection",
	length: "error response has a bad content-length",
	twoLengths: "error response has two content-lengths",
	both: "error response has both content-length and transfer-encoding",
	encoding: "error response has an unknown transfer-encoding",
	chunkSize: "error response has a bad chunk size",
	chunkEnd: "error response has a chunk longer than announced"
} as const;
