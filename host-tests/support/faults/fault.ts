import type { Socket } from "node:net";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import type { Upstream } from "./upstream.js";

/** A request that meets a fault. */
export interface Met {
	/** The client's connection. */
	readonly socket: Socket;
	readonly upstream: Upstream;
	/** The request as the service is to get it. */
	readonly request: Buffer;
	/** The byte at which the fault comes. */
	readonly at: number;
	/** Has the service do the request. Returns its answer. */
	ask(): Promise<Buffer>;
}

/** What becomes of a request and its answer. */
export type Fault = (met: Met) => Promise<void> | void;

const delay = 15; // milliseconds

/** Has the service answer, and sends so much of the answer; then `end` does something to the connection. */
function after(end: (met: Met, rest: Buffer) => Promise<void> | void): Fault {
	return async (met) => {
		const answer = await met.ask();
		if (met.at > 0)
			met.socket.write(answer.subarray(0, met.at));
		// Else what comes next could overtake the bytes on their way to the client.
		await turn();
		await end(met, answer.subarray(met.at));
	};
}

/** Hands the service so much of the request, on a connection that ends with the client's. */
function handOver({ socket, upstream, request, at }: Met): Socket {
	const service = upstream.open();
	socket.once("close", () => service.destroy());
	service.write(request.subarray(0, at));
	return service;
}

/**
 * The faults by name.
 *
 * - "none": the service's answer as it is
 * - "cut", "half-close", "reset", "stall": so many bytes of the answer, then FIN, FIN with the other direction left
 *   open, RST, or nothing more
 * - "delay": a pause behind so many bytes; "bytewise": each byte by itself
 * - "unasked-cut", "unasked-reset", "unasked-stall": the same, and the service never sees the request
 * - "request-cut", "request-stall": so many bytes of the request reach the service, none of an answer the client
 */
export const faults: Readonly<Record<string, Fault>> = {
	"none": async ({ socket, ask }) => void socket.write(await ask()),
	"cut": after(({ socket }) => socket.destroySoon()),
	"half-close": after(({ socket }) => void socket.end()),
	"reset": after(({ socket }) => void socket.resetAndDestroy()),
	"stall": after(() => undefined),
	"delay": after(async ({ socket }, rest) => {
		await wait(delay);
		socket.write(rest);
	}),
	"bytewise": async ({ socket, ask }) => {
		for (const byte of await ask()) {
			socket.write(Buffer.of(byte));
			await turn();
			await turn();
		}
	},
	"unasked-cut": ({ socket }) => socket.destroySoon(),
	"unasked-reset": ({ socket }) => void socket.resetAndDestroy(),
	"unasked-stall": () => undefined,
	"request-cut": (met) => {
		const { socket } = met;
		handOver(met).end().once("close", () => socket.destroySoon()).resume();
	},
	"request-stall": (met) => void handOver(met).resume()
};
