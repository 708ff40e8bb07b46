import type { Socket } from "node:net";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { answer, json } from "../peer/script.js";
import type { SeededRandom } from "../seeded-random.js";
import { type Ending, endings } from "./endings.js";
import { answerAsStranger } from "./stranger.js";
import type { Upstream } from "./upstream.js";

/** A request that meets a fault. */
export interface Met {
	/** The client's connection. */
	readonly socket: Socket;
	readonly upstream: Upstream;
	/** The request as the service is to get it. */
	readonly request: Buffer;
	/** The byte at which the fault comes, in so many bytes of request or answer. */
	at(length: number): number;
	/** Has the service do the request. Returns its answer. */
	ask(): Promise<Buffer>;
}

/** What can be killed. */
export type Victim = "service" | "device";

/** A request that meets a fault of a whole network. */
export interface NetworkMet extends Met {
	readonly random: SeededRandom;
	/** Refuses connections for a while. */
	refuse(): void;
	kill(victim: Victim): void;
}

/** What a fault does with the request. */
export type Does<M extends Met = Met> = (met: M) => Promise<void> | void;

const delay = 15; // milliseconds
const CACHED = 3600; // seconds
/** Milliseconds, at most, that the service is at work before it is killed. */
const work = 6;

/** Has the service answer, and sends so much of the answer; then `end` does something to the connection. */
function within(end: (socket: Socket, rest: Buffer) => Promise<void> | void): Does {
	return async (met) => {
		const whole = await met.ask();
		const at = met.at(whole.length);
		if (at > 0)
			met.socket.write(whole.subarray(0, at));
		// Else what comes next could overtake the bytes on their way to the client.
		await turn();
		await end(met.socket, whole.subarray(at));
	};
}

/** The service never sees the request. */
function unasked(ending: Ending): Does {
	return ({ socket }) => endings[ending](socket);
}

/** Hands the service so much of the request, on a connection that ends with the client's. */
function handOver({ socket, upstream, request, at }: Met): Socket {
	const service = upstream.open();
	socket.once("close", () => service.destroy());
	service.write(request.subarray(0, at(request.length)));
	return service;
}

/** An answer as a cache has kept it for an hour (RFC 9111, section 5.1): the service's own in all but the time. */
function asCached(whole: Buffer): Buffer {
	const fields = `date: ${new Date(Date.now() - CACHED * 1000).toUTCString()}\r\nage: ${CACHED}\r\n`;
	return Buffer.from(whole.toString("latin1").replace(/^date:.*\r\n/im, "").replace("\r\n", "\r\n" + fields), "latin1");
}

/** The client gets this in place of the service's answer. */
function instead(text: string): Does {
	return ({ socket }) => void socket.write(text);
}

/**
 * What can be done to one request or its answer at one byte.
 *
 * - "none": the service's answer as it is
 * - "cut", "half-close", "reset", "stall": so many bytes of the answer, then that (see `endings`)
 * - "delay": a pause behind so many bytes; "bytewise": each byte by itself
 * - "forgotten": the answer as it is; what comes over the connection later reaches nobody, as behind a NAT that has forgotten it
 * - "unasked-cut", "unasked-reset", "unasked-stall": the same, and the service never sees the request
 * - "request-cut", "request-stall": so many bytes of the request reach the service, none of an answer the client
 */
export const byteFaults = {
	"none": async ({ socket, ask }) => void socket.write(await ask()),
	"cut": within(endings.cut),
	"half-close": within(endings["half-close"]),
	"reset": within(endings.reset),
	"stall": within(endings.stall),
	"delay": within(async (socket, rest) => {
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
	"forgotten": async ({ socket, ask }) => {
		socket.removeAllListeners("data").resume();
		socket.write(await ask());
	},
	"unasked-cut": unasked("cut"),
	"unasked-reset": unasked("reset"),
	"unasked-stall": unasked("stall"),
	"request-cut": (met) => {
		const { socket } = met;
		handOver(met).end().once("close", () => socket.destroySoon()).resume();
	},
	"request-stall": (met) => void handOver(met).resume()
} as const satisfies Readonly<Record<string, Does>>;

export function isByteFault(name: string): name is keyof typeof byteFaults {
	return Object.hasOwn(byteFaults, name);
}

/** What networks do to a request, with the name that the tables have for it. Their order is what a seed stands for. */
export const faults = {
	"unasked-cut": ["end of the connection before the service has any of the request", byteFaults["unasked-cut"]],
	"request-cut": ["end of the connection in the middle of the request", byteFaults["request-cut"]],
	"asked-cut": ["end of the connection behind the request", async ({ socket, upstream, ask }) => {
		socket.destroySoon();
		await ask();
		upstream.close();
	}],
	"unasked-stall": ["silence in place of the service", byteFaults["unasked-stall"]],
	"cut": ["end of the connection within the answer", byteFaults.cut],
	"reset": ["reset within the answer", byteFaults.reset],
	"stall": ["silence within the answer", byteFaults.stall],
	"garbage": ["random bytes for an answer", async ({ socket, random, ask }) => {
		await ask();
		socket.end(Buffer.from(Array.from({ length: 1 + random.below(300) }, () => random.below(256))));
	}],
	"portal": ["200 and other JSON in place of the service", instead(json({ login: "required" }))],
	"error": ["500 in place of the service", instead(json({ status: 500, message: "Something went wrong.", data: {} }, "500 Internal Server Error"))],
	"unavailable": ["503 in place of the service", instead(answer("<html><body>Service Unavailable</body></html>", "503 Service Unavailable"))],
	"limit": ["429 in place of the service", instead(answer("", "429 Too Many Requests"))],
	"cached": ["the service's answer as a cache gives it an hour later", async ({ socket, ask }) => void socket.write(asCached(await ask()))],
	"stranger": ["answers that are not the service's, by the dice", answerAsStranger],
	"refuse": ["reset, then refused connections", (met) => {
		endings.reset(met.socket);
		met.refuse();
	}],
	"service-before": ["service killed before a request", ({ kill }) => kill("service")],
	"service-at-work": ["service killed at work on a request", async ({ socket, random, ask, kill }) => {
		setTimeout(() => kill("service"), random.below(work));
		socket.write(await ask());
	}],
	"service-behind": ["service killed when it has answered, the answer lost", async ({ ask, kill }) => {
		await ask();
		kill("service");
	}],
	"device-before": ["device killed before its request reaches the service", ({ kill }) => kill("device")],
	"device-behind": ["device killed before its answer comes", async ({ ask, kill }) => {
		await ask();
		kill("device");
	}],
	"forgotten": ["the connection forgotten behind the answer", byteFaults.forgotten]
} as const satisfies Readonly<Record<string, readonly [text: string, does: Does<NetworkMet>]>>;

export type Fault = keyof typeof faults;
