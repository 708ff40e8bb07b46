/**
 * Requests through HTTP clients of the class pattern, good and odd ones, to a peer that hides a second answer at some byte of its
 * first. All of it is in memory, with timers that a run fires itself.
 */
import { text } from "../../host/text.js";
import { HTTPClientConnection } from "../../lib/http-client/http-client-connection.js";
import type { HTTPClientOptions, HTTPRequest, HTTPRequestOptions } from "../../lib/http-client/http-client.js";
import { ALL_LIMITS } from "../../lib/client-limits.js";
import { responseOf, responseOfBytes, tooLarge } from "../../lib/pocketbase/answers.js";
import type { Socket, SocketOptions } from "../../lib/platform.js";
import type { ClientResponse } from "../../lib/response.js";
import type { ConnectionParts } from "../../lib/request/connection-interface.js";
import { Exchange } from "../../lib/request/exchange.js";
import { SeededRandom } from "../../tools/seeded-random.js";

/** What a client does with one of its callbacks. */
const oddities = ["good", "good", "good", "twice", "never", "late", "early", "throws", "another's bytes", "another's head", "own buffer"] as const;
const callbacks = ["onHeaders", "onReadable", "onDone"] as const;
/** Requests of a run. */
export const REQUESTS = 4;

/** What came of the requests. */
export interface Told {
	answers: number;
	faults: number;
	connections: number;
	/** What must not be, "" for nothing. */
	finding: string;
}

/** The timers, the peer and the clients of one run. */
class Run {
	readonly random: SeededRandom;
	readonly oddity: typeof oddities[number];
	readonly callback: typeof callbacks[number];
	/** Which request of a client it is odd at. */
	readonly at: number;
	#turns: { act: () => void }[] = [];

	constructor(seed: number) {
		const random = this.random = new SeededRandom(seed);
		this.oddity = random.pick(oddities);
		this.callback = random.pick(callbacks);
		this.at = random.below(3);
	}

	readonly timers = {
		set: (act: () => void): object => {
			const turn = { act };
			this.#turns.push(turn);
			return turn;
		},
		clear: (turn: object | undefined): void => {
			this.#turns = this.#turns.filter((other) => other !== turn);
		},
		now: (): number => 0
	};

	/** Fires timers until there are none, or what is waited for is there. */
	settle(isDone: () => boolean): void {
		for (let count = 0; count < 1000 && !isDone(); count++) {
			const turn = this.#turns.shift();
			if (turn === undefined)
				return;
			turn.act();
		}
	}

	/** What the peer sends for a request, in two pieces: its answer, in which another one may be hidden. */
	reply(path: string): readonly [string, string] {
		const { random } = this;
		const [reply, end] = this.#hiding(path);
		// Often between the two answers: then the second comes when the client is done with the first.
		const at = random.below(2) === 0 ? end : random.below(reply.length + 1);
		return [reply.slice(0, at), reply.slice(at)];
	}

	/** The bytes, and where the second answer begins. */
	#hiding(path: string): readonly [string, number] {
		const { random } = this;
		const answer = this.#answer(path, random.below(2) === 0), hidden = this.#answer(`${path}-hidden`, random.below(2) === 0);
		const at = random.below(answer.length + 1);
		switch (random.below(10)) {
			case 0:
				return [answer.slice(0, at) + hidden + answer.slice(at), at];
			case 1:
				return [answer.slice(0, at) + hidden, at];
			case 2:
				return [answer + hidden.slice(0, random.below(hidden.length + 1)), answer.length];
			case 3:
				return [answer.slice(0, at), at];
			default:
				return [answer, at];
		}
	}

	#answer(path: string, isChunked: boolean): string {
		const body = `{"id":"${path}","value":1}`;
		const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
		return isChunked ? `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n${body.slice(0, 5)}\r\n${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`
			: `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
	}
}

class PeerSocket implements Socket {
	readonly #run: Run;
	readonly #options: SocketOptions;
	#input = "";
	#closed = false;
	#output = "";

	constructor(options: SocketOptions) {
		this.#options = options;
		this.#run = options.run as Run;
		this.#run.timers.set(() => this.#closed || options.onWritable?.(1000));
	}

	read(target: Uint8Array): number | undefined {
		const count = Math.min(target.length, this.#input.length);
		for (let at = 0; at < count; at++)
			target[at] = this.#input.charCodeAt(at);
		this.#input = this.#input.slice(count);
		return count === 0 ? undefined : count;
	}

	write(data: Uint8Array): number {
		this.#output += String.fromCharCode(...data);
		const [, path] = /^POST \/(\S+)[\s\S]*\r\n\r\n\{\}$/.exec(this.#output) ?? [];
		if (path !== undefined) {
			this.#output = "";
			this.#send(this.#run.reply(path));
		}
		return 1000;
	}

	close(): void {
		this.#closed = true;
	}

	/** In pieces, a turn each; the end may follow. */
	#send(reply: readonly [string, string]): void {
		const { random, timers } = this.#run;
		const end = random.below(4);
		for (const piece of reply) {
			timers.set(() => {
				this.#input += piece;
				if (!this.#closed && this.#input !== "")
					this.#options.onReadable?.(this.#input.length);
			});
		}
		if (end === 0)
			timers.set(() => this.#closed || this.#options.onError?.());
	}
}

/** Reads a head a byte at a time and the body to where it is told, as the SDK's client does; and is odd where the run says so. */
class OddClient {
	/** Bytes of the bodies that it has handed on. */
	#handed = "";
	#headers = new Map<string, string>();
	readonly #run: Run;
	#socket: (Socket & { format: string }) | undefined;
	#request: HTTPRequestOptions | undefined;
	#isWritten = true;
	#line = "";
	#isBody = false;
	#left = 0;
	#chunked = false;
	#isLast = false;
	#served = 0;
	#writable = 0;

	constructor(options: HTTPClientOptions) {
		this.#run = options.run as Run;
		const { dns, host, port, socket } = options;
		new dns.io({ ...dns }).resolve({ host, onError: () => undefined, onResolved: (_name, address) => {
			this.#socket = new socket.io({
				...socket, address, host, port,
				onWritable: (count: number) => this.#canWrite(count), onReadable: (count: number) => this.#canRead(count)
			}) as Socket & { format: string };
		} });
	}

	request(options: HTTPRequestOptions): HTTPRequest {
		this.#request = options;
		this.#isWritten = this.#isBody = this.#chunked = this.#isLast = false;
		this.#line = "";
		this.#headers = new Map();
		this.#run.timers.set(() => this.#canWrite(this.#writable));
		return { read: (target) => this.#read(target as Uint8Array), write: (data) => this.#socket?.write(data) };
	}

	close(): void {
		this.#request = undefined;
		this.#socket?.close();
	}

	#canWrite(count: number): void {
		const request = this.#request;
		this.#writable = count;
		if (count === 0 || request === undefined || this.#isWritten)
			return;
		this.#isWritten = true;
		this.#socket?.write(text.encode(`${request.method} ${request.path} HTTP/1.1\r\n`));
		this.#socket?.write(text.encode("\r\n"));
		request.onWritable.call({ read: () => 0, write: (data) => this.#socket?.write(data) }, 2);
	}

	#canRead(count: number): void {
		const socket = this.#socket;
		if (socket === undefined)
			return;
		while (count > 0 && this.#request !== undefined) {
			if (this.#isBody && this.#left > 0) {
				const ready = Math.min(count, this.#left);
				this.#tell("onReadable", ready);
				return;
			}
			socket.format = "number";
			this.#line += String.fromCharCode(socket.read() as number);
			socket.format = "buffer";
			count--;
			if (this.#line.endsWith("\r\n"))
				this.#takeLine(this.#line.slice(0, -2));
		}
	}

	#takeLine(line: string): void {
		this.#line = "";
		if (this.#isBody) {
			if (line !== "") {
				this.#left = parseInt(line, 16);
				this.#isLast = this.#left === 0;
			}
			else if (this.#isLast)
				this.#done();
		}
		else if (line !== "") {
			const at = line.indexOf(":");
			this.#headers.set(at < 0 ? "status" : line.slice(0, at), at < 0 ? line.slice(9, 12) : line.slice(at + 2));
		}
		else {
			this.#isBody = true;
			this.#chunked = this.#headers.has("transfer-encoding");
			this.#left = this.#chunked ? 0 : Number(this.#headers.get("content-length"));
			this.#tell("onHeaders", Number(this.#headers.get("status")));
			if (!this.#chunked && this.#left === 0)
				this.#done();
		}
	}

	#read(target: Uint8Array): number | undefined {
		const { oddity } = this.#run;
		const isOdd = this.#served === this.#run.at;
		const own = isOdd && (oddity === "own buffer" || oddity === "another's bytes") ? new Uint8Array(target.length) : target;
		const count = this.#socket?.read(own) as number | undefined;
		if (count === undefined)
			return undefined;
		const handed = this.#handed;
		if (oddity === "another's bytes" && isOdd && handed.length > 0)
			own.set(text.encode(handed.padEnd(count).slice(0, count)));
		if (own !== target)
			target.set(own.subarray(0, count));
		this.#handed += String.fromCharCode(...target.subarray(0, count));
		this.#left -= count;
		if (this.#left === 0 && !this.#chunked)
			this.#run.timers.set(() => this.#done());
		return count;
	}

	#done(): void {
		this.#tell("onDone", null);
		this.#served++;
	}

	/** Calls back, or what the run has in its place. */
	#tell(name: typeof callbacks[number], value: number | null): void {
		const request = this.#request;
		const { callback, oddity, timers } = this.#run;
		if (request === undefined)
			return;
		const self: HTTPRequest = { read: (target) => this.#read(target as Uint8Array), write: () => 0 };
		const call = (): void => {
			if (name === "onHeaders")
				request.onHeaders.call(self, oddity === "another's head" ? value! + 1 : value!, this.#headers);
			else if (name === "onReadable")
				request.onReadable.call(self, value!);
			else
				request.onDone.call(self, null);
		};
		const isOdd = name === callback && this.#served === this.#run.at;
		if (!isOdd || oddity !== "never" && oddity !== "late" && oddity !== "throws")
			call();
		if (!isOdd)
			return;
		if (oddity === "twice")
			call();
		else if (oddity === "late")
			timers.set(call);
		else if (oddity === "early")
			request.onDone.call(self, null);
		else if (oddity === "throws")
			throw new Error("oh");
	}
}

/** One run: some requests one after the other. */
export function attack(seed: number): Told {
	const run = new Run(seed);
	const told: Told = { answers: 0, faults: 0, connections: 0, finding: "" };
	const provider = { run, dns: { io: class {
		resolve({ host, onResolved }: { host: string; onResolved: (host: string, address: string) => void }): void {
			run.timers.set(() => onResolved(host, "127.0.0.1"));
		}

		close(): void {
			// There is nothing to close.
		}
	} }, socket: { io: PeerSocket, run } };
	const stats = { connections: 0, recycled: 0, emit: () => undefined };
	const parts = {
		platform: { text, timers: run.timers, network: {}, warn: () => undefined }, transport: { ...provider, client: OddClient, given: provider.socket },
		url: { scheme: "http", host: "127.0.0.1", port: 80, authority: "127.0.0.1" }, headers: "host: 127.0.0.1\r\n", limits: ALL_LIMITS, stats, answers: { responseOf, responseOfBytes, tooLarge }
	} as unknown as ConnectionParts;
	let outcomes = 0;
	let responses: ClientResponse[] = [];
	const connection = new HTTPClientConnection(parts, {
		timeouts: { entered: 0, enterStage: () => undefined } as never,
		onResponse(answer) {
			outcomes++;
			responses.push(answer);
		},
		onFailure() {
			outcomes++;
		}
	});
	for (let number = 0; number < REQUESTS && told.finding === ""; number++) {
		const exchange = new Exchange();
		exchange.method = "POST";
		exchange.path = `/${number}`;
		exchange.body = "{}";
		outcomes = 0;
		responses = [];
		connection.prepare(0);
		try {
			connection.send(exchange, "", false);
			run.settle(() => outcomes > 0);
			if (outcomes === 0) {
				connection.timedOut();
				outcomes++;
			}
			// Whatever else comes belongs to nobody.
			if (run.random.below(2) === 0)
				run.settle(() => false);
		}
		catch (error) {
			// A client that throws on a timer of its own ends the app with any library.
			if (!(error instanceof Error && error.message === "oh"))
				told.finding = String(error instanceof Error ? error.stack : error);
			if (outcomes === 0)
				connection.timedOut();
			outcomes = 1;
		}
		if (outcomes !== 1)
			told.finding = `${outcomes} outcomes of request ${number}`;
		const response = responses.at(0);
		const id = response?.ok ? response.json<{ id?: string }>()?.id ?? "" : "";
		if (response?.ok && id.split("-")[0] !== String(number) && told.finding === "")
			told.finding = `request ${number} has the answer ${response.body}`;
		if (response?.ok)
			told.answers++;
		else
			told.faults++;
	}
	connection.close();
	told.connections = stats.connections;
	if (told.finding !== "")
		told.finding = `seed ${seed}, a client that is ${run.oddity} at ${run.callback} of request ${run.at}: ${told.finding}`;
	return told;
}
