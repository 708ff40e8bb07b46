import { request } from "node:http";
import { Duplex } from "node:stream";

/** What Node's own HTTP client made of an answer. */
export interface NodeAnswer {
	/** 0 when it refused the answer before its head was complete. */
	readonly status: number;
	/** A character for each byte. */
	readonly body: string;
	/** Whether it took the answer as whole. */
	readonly done: boolean;
	/** Whether it did so only because the connection closed. */
	readonly untilClosed: boolean;
	/** Why it didn't. */
	readonly fault: string;
}

/** Has Node's HTTP client (llhttp) read `bytes`, sent as they are over a connection in memory that is closed behind them. */
export function readInMemory(bytes: Uint8Array): Promise<NodeAnswer> {
	const connection = new AnsweringConnection(bytes);
	return new Promise((resolve) => {
		let status = 0;
		let body = "";
		const settle = (fault: string): void => resolve({ status, body, done: fault === "", fault, untilClosed: connection.told });
		const outgoing = request({ createConnection: () => connection, maxHeaderSize: 1 << 20 });
		outgoing.on("error", (error) => settle(error.message));
		outgoing.on("upgrade", (_, socket) => {
			socket.destroy();
			settle("upgrade");
		});
		outgoing.on("response", (incoming) => {
			status = incoming.statusCode ?? 0;
			incoming.setEncoding("latin1");
			incoming.on("data", (part: string) => body += part);
			incoming.on("error", (error) => settle(error.message));
			incoming.on("end", () => settle(incoming.complete ? "" : "incomplete"));
		});
		outgoing.end();
	});
}

/** Answers the first request with `bytes`, and closes when they have been read. */
class AnsweringConnection extends Duplex {
	/** Whether its end has been told. */
	told = false;
	#bytes: Uint8Array | undefined;

	constructor(bytes: Uint8Array) {
		super();
		this.#bytes = bytes;
	}

	override _read(): void {
		// Everything is pushed when the request is there.
	}

	override _write(_chunk: unknown, _encoding: string, callback: () => void): void {
		if (this.#bytes !== undefined) {
			this.push(this.#bytes);
			this.#bytes = undefined;
			setImmediate(() => {
				this.told = true;
				this.push(null);
			});
		}
		callback();
	}
}
