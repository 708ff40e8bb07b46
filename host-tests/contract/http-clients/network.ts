import { type HTTPClientNetwork, overHTTPClient } from "records-client/http-client";
import type { Resolver, ResolverProvider, Socket, SocketOptions, SocketProvider } from "../../../lib/platform.js";
import { type Case, type Context, testCase } from "../case.js";
import { SHORT } from "../patience.js";
import { raise, thrownBy } from "../thrown.js";
import { type Call, FIRST, HTTPClientScene, NEXT, type Oddity, type ScriptedClient } from "./scene.js";
import { failed } from "../spec/devices.js";

type Found = Parameters<Resolver["resolve"]>[0];

/** A resolver and a socket that do as they are told, and what was made of them. */
class Parts {
	readonly lookUps: (Found & { closed: number })[] = [];
	readonly sockets: TestSocket[] = [];
	readonly dns: ResolverProvider;
	readonly socket: SocketProvider;

	/** @param settle what a look-up comes to, on a turn behind its call; nothing unless told */
	constructor(settle: (found: Found) => void = () => undefined, throws = false) {
		const { lookUps, sockets } = this;
		this.dns = { io: class implements Resolver {
			#found: (Found & { closed: number }) | undefined;

			resolve(found: Found): void {
				this.#found = { ...found, closed: 0 };
				lookUps.push(this.#found);
				void Promise.resolve().then(() => settle(found));
			}

			close(): void {
				if (this.#found !== undefined)
					this.#found.closed++;
			}
		} };
		this.socket = { io: class extends TestSocket {
			constructor(options: SocketOptions) {
				super(options);
				if (throws)
					throw new Error("no socket");
				sockets.push(this);
			}
		} };
	}
}

/** A socket whose bytes the case hands over. */
class TestSocket implements Socket {
	closed = 0;
	written = 0;
	readonly options: SocketOptions;
	#text = "";
	#at = 0;

	constructor(options: SocketOptions) {
		this.options = options;
	}

	read(target?: number | ArrayBuffer | Uint8Array): ArrayBuffer | number | undefined {
		const space = target as Uint8Array;
		const count = Math.min(space.length, this.#text.length - this.#at);
		for (let at = 0; at < count; at++)
			space[at] = this.#text.charCodeAt(this.#at++);
		return count === 0 ? undefined : count;
	}

	write(data: ArrayBuffer | Uint8Array): number {
		this.written += data.byteLength;
		return 1000;
	}

	close(): void {
		this.closed++;
	}

	/** Has the client send its request. */
	async open(context: Context): Promise<void> {
		this.options.onWritable?.(1000);
		while (this.written === 0 && this.closed === 0)
			await context.sleep(1);
	}

	receive(text: string): void {
		this.#text = text;
		this.options.onReadable?.(text.length);
	}
}

interface Wired {
	readonly onReadable?: (socket: Socket & { format: string }, count: number, call: Call) => void;
	readonly onError?: () => void;
	readonly onOpened?: () => void;
}

/** Has a client look its host up and open a socket, as the SDK's does: whatever has become of the request. */
function wired({ onError, onOpened, onReadable }: Wired = {}): Oddity {
	return { begin(call: Call, { options }: ScriptedClient) {
		const { dns, host, port, socket } = options;
		new dns.io({ ...dns }).resolve({
			host,
			onResolved(name, address) {
				const opened: Socket & { format: string } = new socket.io({
					...socket, address, host: name, port,
					onWritable: () => void opened.write(new Uint8Array(10)),
					onReadable: (count) => onReadable?.(opened, count, call),
					onError: () => onError?.()
				}) as Socket & { format: string };
				onOpened?.();
			},
			onError: () => onError?.()
		});
	} };
}

const resolved = (found: Found): void => found.onResolved(found.host, "127.0.0.1");

/** Takes what comes for an answer, whatever it is: reads a byte at a time up to the end of the head, as the SDK's client does. */
function credulous(socket: Socket & { format: string }, count: number, call: Call): void {
	let last = "";
	socket.format = "number";
	while (count-- > 0 && last !== "\r\n\r\n")
		last = (last + String.fromCharCode(socket.read() as number)).slice(-4);
	socket.format = "buffer";
	if (last === "\r\n\r\n")
		call.answer(FIRST);
}

async function outcome(context: Context, parts: Parts, oddity: Oddity, act: (socket: TestSocket) => void = () => undefined): Promise<string> {
	const scene = new HTTPClientScene(context, oddity, {}, parts);
	const response = scene.records.createEx("{}");
	for (let turns = 0; turns < 20 && parts.sockets.length === 0; turns++)
		await context.sleep(1);
	const [socket] = parts.sockets;
	if (socket !== undefined) {
		await socket.open(context);
		act(socket);
	}
	const { error, kind } = await response;
	await scene.expectNext();
	for (const { closed } of [...parts.lookUps, ...parts.sockets])
		context.ok(closed > 0, "look-ups and sockets are closed");
	return `${kind}: ${error}`;
}

export const networkCases: readonly Case[] = [
	testCase("a look-up that ends after limits.timeout opens no socket", async (context) => {
		const parts = new Parts();
		const scene = new HTTPClientScene(context, wired(), { timeout: SHORT }, parts);
		context.equal((await scene.records.createEx("{}")).kind, "timeout");
		const [lookUp] = parts.lookUps;
		context.equal(lookUp?.closed, 1, "the look-up is closed");
		lookUp?.onResolved("127.0.0.1", "127.0.0.1");
		context.equal(parts.sockets.length, 0, "sockets");
		await scene.expectNext();
	}),
	testCase("a look-up that takes too long ends after limits.connect", async (context) => {
		const scene = new HTTPClientScene(context, wired(), { connect: SHORT }, new Parts());
		context.equal((await scene.records.createEx("{}")).error, `no connection within limits.connect (${SHORT} ms)`);
		await scene.expectNext();
	}),
	testCase("a look-up that fails is a failure at once, although the client says nothing", async (context) => {
		context.equal(await outcome(context, new Parts(({ onError }) => onError(new Error("no such name"))), wired()), "dns: no such name");
	}),
	testCase("a look-up that fails is a failure at once, although the client throws", async (context) => {
		const oddity = wired({ onError: () => raise(new Error("oh")) });
		context.equal(await outcome(context, new Parts(({ onError }) => onError(new Error("no such name"))), oddity), "dns: no such name");
	}),
	testCase("a client that throws when its address is there is a failure at once, and its socket is closed", async (context) => {
		const oddity = wired({ onOpened: () => raise(new Error("oh")) });
		context.equal(await outcome(context, new Parts(resolved), oddity), "connect: oh");
	}),
	testCase("a socket that can't be made is a failure at once, although the client does not look", async (context) => {
		context.equal(await outcome(context, new Parts(resolved, true), wired()), "connect: no socket");
	}),
	testCase("a client that throws when bytes come is a failure at once", async (context) => {
		const oddity = wired({ onReadable: () => raise(new Error("oh")) });
		context.equal(await outcome(context, new Parts(resolved), oddity, (socket) => socket.receive("HTTP/1.1 200 OK\r\n\r\n")), "protocol: oh");
	}),
	testCase("a client that throws at the end of its connection is a failure at once, with the connection's reason", async (context) => {
		const oddity = wired({ onError: () => raise(new Error("oh")) });
		context.equal(await outcome(context, new Parts(resolved), oddity, ({ options }) => options.onError?.(new Error("reset"))), "connect: reset");
	}),
	...["FOO 200 BAR", "HTTP/1.1 abc OK", "HTTP/1.1 20 OK", "HTTP/2.0 200 OK", "HTTP/11 200 OK", "http/1.1 200 OK", " HTTP/1.1 200 OK", "SSH-2.0-x"].map((line) => testCase(`an answer that begins with "${line}" is none, whatever the client takes it for`, async (context) => {
		const said = await outcome(context, new Parts(resolved), wired({ onReadable: credulous }), (socket) => socket.receive(`${line}\r\n\r\n`));
		context.equal(said, "protocol: response is not HTTP/1.1");
	})),
	testCase("a head without end is given up", async (context) => {
		const said = await outcome(context, new Parts(resolved), wired({ onReadable: credulous }),
			(socket) => socket.receive("HTTP/1.1 200 OK\r\n" + "x-filler: 0123456789\r\n".repeat(4000)));
		context.equal(said, "protocol: response head is too long");
	}),
	...[false, true].map((isSent) => testCase(isSent ? "a create of which bytes have left is not repeated when its connection fails" : "a create is repeated when its connection fails before any byte has left", async (context) => {
		const parts = new Parts(resolved);
		const oddity = wired({ onError: () => raise(new Error("oh")) });
		const scene = new HTTPClientScene(context, oddity, { retries: 1, retryBase: 1 }, parts);
		const response = scene.records.createEx("{}");
		while (parts.sockets.length === 0)
			await context.sleep(1);
		const [socket] = parts.sockets;
		if (isSent)
			await socket.open(context);
		socket.options.onError?.(new Error("reset"));
		const { body, kind } = await response;
		context.equal(kind || body, isSent ? "connect" : NEXT);
		context.equal(scene.made.length, isSent ? 1 : 2, "connections");
	})),
	testCase("userAgent goes to the client as a header; without it there is none", async (context) => {
		const seen: unknown[] = [];
		for (const userAgent of ["greenhouse/1.2", undefined]) {
			const scene = new HTTPClientScene(context, { begin: ({ options }) => void seen.push(options.headers.get("user-agent"), options.headers.has("host")), answer: (call) => call.answer(FIRST) }, {}, undefined, { userAgent });
			await scene.records.createEx("{}");
		}
		context.equal(seen.join(), "greenhouse/1.2,false,,false");
	}),
	testCase("over https a client that opens its connection by itself gets no password to write, and its answer does not count", async (context) => {
		for (const early of [true, false]) {
			const calls: Call[] = [];
			const scene = new HTTPClientScene(context, {
				begin: (call) => void calls.push(call),
				answer: (call) => early ? call.answer(FIRST) : call.headers().readable(FIRST).done()
			}, {}, undefined, {}, "https");
			failed(context, await scene.records.collection("users").authWithPassword("device-one", "device-pass-1234"), "tls", 0, "the HTTP client has opened its connection by itself, without this library's TLS");
			context.equal(calls.map(({ body }) => body).join(), "");
		}
	}),
	testCase("a provider whose io is no class is refused by name", (context) => {
		const network = { https: { io: "client" } } as unknown as HTTPClientNetwork;
		context.equal(thrownBy(() => overHTTPClient(network)), "network.https.io is not a class of HTTP clients");
	})
];
