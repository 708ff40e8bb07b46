/** One input of the fuzzer: made from a seed and an index alone. */
export interface FuzzInput {
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** Seed of where the bytes are cut. */
	readonly cuts: number;
	/** A response that the same parser has read before; undefined for none. */
	readonly before: Uint8Array<ArrayBuffer> | undefined;
	/** The peer closes the connection behind the bytes. */
	readonly closed: boolean;
	/** Bytes of the receive buffer. */
	readonly size: number;
	/** Names of the headers whose text is kept. */
	readonly names: readonly string[];
}

/** Bytes as a JavaScript string of one character a byte, in as few letters as can be read. */
export function literal(bytes: Uint8Array): string {
	const text = Buffer.from(bytes).toString("latin1");
	return JSON.stringify(text).replace(/\\u00(..)|\\.|[\x7f-\xff]/g, (found, digits: string | undefined) =>
		found.startsWith("\\") && digits === undefined ? found : "\\x" + (digits ?? found.charCodeAt(0).toString(16)));
}

/** An input as a person reads it. */
export function describe(input: FuzzInput): string {
	const lines = [`bytes: ${literal(input.bytes)}`];
	if (input.before !== undefined)
		lines.push(`behind: ${literal(input.before)}`);
	lines.push([`receive buffer of ${input.size} bytes`, input.closed ? "closed behind the bytes" : "left open",
		`headers kept: ${input.names.join(" ") || "none"}`].join(", "));
	return lines.join("\n");
}
