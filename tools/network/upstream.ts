import { connect, type Socket } from "node:net";
import { answerEnd } from "./answer-end.js";

/** Kept connections to the service. */
export class Upstream {
	readonly #port: number;
	readonly #idle: Socket[] = [];
	readonly #all = new Set<Socket>();
	readonly #onClose: () => void;

	/**
	 * @param port of the service on loopback
	 * @param onClose is called when a connection has ended
	 */
	constructor(port: number, onClose = (): void => {}) {
		this.#port = port;
		this.#onClose = onClose;
	}

	/** Opens a connection for the next request. */
	prepare(): void {
		this.#idle.push(this.open());
	}

	/**
	 * Sends a request and waits for the whole answer.
	 * @returns the answer, byte for byte
	 * @throws Error when the service ends the connection before
	 */
	ask(request: Buffer): Promise<Buffer> {
		const socket = this.#idle.pop() ?? this.open();
		return new Promise((resolve, reject) => {
			let received = Buffer.alloc(0);
			const onClose = (): void => reject(new Error("the service ended the connection"));
			const onData = (part: Buffer): void => {
				received = Buffer.concat([received, part]);
				if (answerEnd(received) !== received.length)
					return;
				socket.off("data", onData).off("close", onClose);
				this.#idle.push(socket);
				resolve(received);
			};
			socket.on("data", onData).once("close", onClose);
			socket.write(request);
		});
	}

	/** Opens a connection that is the caller's alone. */
	open(): Socket {
		const socket = connect(this.#port, "127.0.0.1").setNoDelay();
		this.#all.add(socket);
		socket.on("error", () => undefined).on("close", () => {
			this.#all.delete(socket);
			const at = this.#idle.indexOf(socket);
			if (at >= 0)
				this.#idle.splice(at, 1);
			this.#onClose();
		});
		return socket;
	}

	close(): void {
		for (const socket of this.#all)
			socket.destroy();
	}
}
