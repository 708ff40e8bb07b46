import type { ReceivedRequest } from "../network/request-parser.js";

/** A request as a case reads it back. */
export interface SeenRequest {
	/** 1 for the run's first. */
	readonly connection: number;
	readonly method: string;
	/** Path and query behind script and run. */
	readonly path: string;
	readonly head: string;
	readonly fields: ReceivedRequest["fields"];
	/** The body as text, "" for one longer than 2,048 bytes. */
	readonly body: string;
	/** Whether all of it came. */
	readonly whole: boolean;
	readonly bodyBytes: number;
	/** Adler-32 of the body. */
	readonly checksum: number;
	/** Segments in which it arrived. */
	readonly segments: number;
	/** Whether it began to arrive while the one before was being answered. */
	readonly early: boolean;
}

const bodyMaximum = 2048;

/** One run of a script: what the peer saw, over all its connections. */
export class Run {
	connections = 0;
	/** Scripts that are being followed. */
	working = 0;
	/** Fulfilled when the first request's script has been followed, or its connection is gone. */
	readonly first: Promise<void>;
	/** Fulfilled when there has been a second request. */
	readonly another: Promise<void>;
	#firstIsOver: () => void = () => undefined;
	#anotherIsThere: () => void = () => undefined;
	readonly #seen: (() => SeenRequest)[] = [];
	readonly #faults: string[] = [];

	constructor() {
		this.first = new Promise((resolve) => {
			this.#firstIsOver = resolve;
		});
		this.another = new Promise((resolve) => {
			this.#anotherIsThere = resolve;
		});
	}

	/** The script for a request begins or, with -1, ends. */
	follow(change: 1 | -1): void {
		this.working += change;
		if (change < 0)
			this.#firstIsOver();
	}

	/** Takes a request whose head is complete. Returns the how-manieth of the run it is. */
	see(connection: number, path: string, request: ReceivedRequest, early: boolean): number {
		if (this.#seen.length > 0)
			this.#anotherIsThere();
		return this.#seen.push(() => {
			const { method, head, fields, body, whole, segments } = request;
			const text = body.length > bodyMaximum ? "" : body.toString();
			const bodyBytes = body.length;
			return { connection, method, path, head, fields, body: text, whole, bodyBytes, checksum: adler32(body), segments, early };
		});
	}

	/** Takes what is wrong with the bytes that the client sent. */
	fault(text: string): void {
		this.#faults.push(text);
	}

	/** What a case gets. */
	observation(): object {
		return { connections: this.connections, requests: this.#seen.map((seen) => seen()), faults: this.#faults, busy: this.working > 0 };
	}
}

function adler32(bytes: Buffer): number {
	let low = 1;
	let high = 0;
	for (const byte of bytes) {
		low = (low + byte) % 65521;
		high = (high + low) % 65521;
	}
	return high * 65536 + low;
}
