/** What a script is asked with: a request, and the how-manieth it is. */
export interface Asked {
	/** Connections of this run that have carried a request, this one included: 1 for the first. */
	readonly connection: number;
	/** Requests of this run, this one included. */
	readonly number: number;
	/** Requests of this connection, this one included. */
	readonly nth: number;
	/** The number behind the script's name in the path, 0 without one. */
	readonly argument: number;
	readonly method: string;
	/** Path and query behind script and run. */
	readonly path: string;
	/** Request line and header lines as they came, and an empty line. */
	readonly head: string;
	/** Empty when the script is asked at the head. */
	readonly body: Buffer;
}

/** One thing that the peer does with a connection. */
export type Action =
	| { readonly does: "send"; readonly bytes: Buffer }
	| { readonly does: "pause"; readonly milliseconds: number }
	/** Waits until the run's first request has had its answer, or its connection is gone. */
	| { readonly does: "await-first" }
	/** Waits until the run has had another request than this one's. */
	| { readonly does: "await-another" }
	/** Sends FIN and is done with the connection. */
	| { readonly does: "close" }
	/** Sends FIN and goes on reading. */
	| { readonly does: "half-close" }
	/** Sends RST. */
	| { readonly does: "reset" }
	/** Sends FIN, and over TLS nothing that says that TLS has ended. */
	| { readonly does: "cut" }
	/** Sends a TLS record that is none. */
	| { readonly does: "damage" }
	/** Reads nothing from now on. */
	| { readonly does: "deafen" };

/** Answers a request: what the peer does, one after the other. Nothing means that it never answers. */
export type Reply = (asked: Asked) => readonly Action[];

/** What the peer does, by request. */
export interface Script {
	/** Asked when a head is complete and its body is not looked at; undefined waits for the body. */
	readonly atHead?: (asked: Asked) => readonly Action[] | undefined;
	readonly reply: Reply;
}

/** Scripts by the name that stands in the path. */
export type Scripts = Readonly<Record<string, Script>>;

export const awaitFirst: Action = { does: "await-first" };
export const awaitAnother: Action = { does: "await-another" };
export const close: Action = { does: "close" };
export const halfClose: Action = { does: "half-close" };
export const reset: Action = { does: "reset" };
export const cut: Action = { does: "cut" };
export const damage: Action = { does: "damage" };
export const deafen: Action = { does: "deafen" };

export function pause(milliseconds: number): Action {
	return { does: "pause", milliseconds };
}

/** Sends bytes in one write; text is UTF-8. */
export function send(text: string | Buffer): Action {
	return { does: "send", bytes: Buffer.from(text as string) };
}

/** An answer with a JSON body and its content-length. */
export function json(value: unknown, status = "200 OK", fields = ""): string {
	return answer(JSON.stringify(value), status, "content-type: application/json\r\n" + fields);
}

/** An answer with a body and its content-length. `fields` are whole header lines. */
export function answer(body: string, status = "200 OK", fields = ""): string {
	return `HTTP/1.1 ${status}\r\n${fields}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** What every request gets that a script has nothing else in mind for. */
export const next: readonly Action[] = [send(json({ id: "next" }))];

/** The run's first request gets these actions, the others `next`. */
export function first(...actions: readonly Action[]): Script {
	return { reply: ({ number }) => number === 1 ? actions : next };
}
