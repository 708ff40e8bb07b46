import { type Passage, pass, TCPProxy } from "./proxy.js";

/** Passes connections on to the service, and ends them or falls silent when it is told to. */
export class StreamProxy extends TCPProxy {
	/** Milliseconds without a byte after which a connection is closed, as proxies do; 0 for never. */
	idle = 0;
	/** Streams that were asked for. */
	streams = 0;
	/** Whether the answer to the next change of a record is lost, with its connection. */
	losesAnswer = false;
	/** Connections with a stream that is passed on, and those whose stream is not any more. */
	readonly #streams = new Set<Passage>();
	readonly #silenced = new Set<Passage>();

	/** @param port of the service */
	constructor(port: number) {
		super(port, (passage) => {
			const { client } = passage;
			let isLost = false;
			client.setTimeout(this.idle, () => client.destroy()).on("close", () => this.#streams.delete(passage));
			return {
				// A browser asks on a connection that it has used before.
				up: (bytes, to) => {
					const head = bytes.toString("latin1", 0, 20);
					if (head.startsWith("GET /api/realtime")) {
						this.streams++;
						this.#streams.add(passage);
					}
					isLost ||= this.losesAnswer && head.startsWith("PATCH");
					this.losesAnswer &&= !isLost;
					pass(bytes, to);
				},
				down: (bytes, to) => {
					if (isLost)
						to.destroy();
					else if (!this.#silenced.has(passage))
						pass(bytes, to);
				}
			};
		});
	}

	/** Whether there is a stream that is passed on. */
	get isStreaming(): boolean {
		return this.#streams.size > 0;
	}

	/** Passes nothing on any more of the streams that there are, and leaves them open. Returns how many there were. */
	silence(): number {
		const { size } = this.#streams;
		for (const passage of this.#streams)
			this.#silenced.add(passage);
		this.#streams.clear();
		return size;
	}
}
