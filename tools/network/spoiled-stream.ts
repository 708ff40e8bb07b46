import type { Socket } from "node:net";
import { type Ending, endings } from "./endings.js";

/** What is done to a stream at a byte: it breaks off, or the byte is another. */
export type StreamFault = Exclude<Ending, "half-close"> | "damage" | "none";

const flipped = 0x55;

export function isStreamFault(name: string): name is StreamFault {
	return ["cut", "reset", "stall", "damage", "none"].includes(name);
}

/** Hands bytes on to a connection until the fault comes. */
export class SpoiledStream {
	/** Bytes that came so far. */
	passed = 0;
	readonly #socket: Socket;
	readonly #fault: StreamFault;
	readonly #at: number;
	#over = false;

	/** @param at byte at which the fault comes, from 0 */
	constructor(socket: Socket, fault: StreamFault, at: number) {
		this.#socket = socket;
		this.#fault = fault;
		this.#at = at;
	}

	write(bytes: Buffer): void {
		if (this.#over)
			return;
		const at = this.#at - this.passed;
		this.passed += bytes.length;
		if (this.#fault === "damage" && at >= 0 && at < bytes.length)
			bytes[at] ^= flipped;
		if (this.#fault === "none" || this.#fault === "damage" || at > bytes.length) {
			this.#socket.write(bytes);
			return;
		}
		this.#over = true;
		this.#socket.write(bytes.subarray(0, at));
		const end = endings[this.#fault];
		// Else a reset could overtake the bytes on their way to the client.
		setImmediate(() => end(this.#socket));
	}
}
