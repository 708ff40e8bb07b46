import UDP from "embedded:io/socket/udp";
import { type DatagramSocket, Resolver, type ResolverOptions, timers } from "records-client";
import { type Case, type Context, testCase } from "../../host-tests/contract/case.js";
import { answers } from "../../host-tests/contract/dns/answers.js";
import { address, answerTo } from "../../host-tests/contract/dns/message.js";

const Datagrams = UDP as unknown as ResolverOptions["socket"]["io"];
const LOOPBACK = "127.0.0.1";
const HOST = "records.example.org";

/** A DNS server on this machine that answers each question with what the test makes of it. */
class Server {
	/** Questions so far. */
	count = 0;
	readonly port: number;
	readonly #socket: DatagramSocket;

	/** @param answer makes the datagrams for a question */
	constructor(answer: (question: Uint8Array) => readonly Uint8Array[]) {
		let port = 20_000;
		let socket: DatagramSocket | undefined;
		while (socket === undefined) {
			try {
				socket = new Datagrams({
					port: ++port,
					onReadable: (count) => {
						for (; count > 0; count--)
							this.#answer(answer);
					}
				});
			}
			catch {
				// The port is taken.
			}
		}
		this.port = port;
		this.#socket = socket;
	}

	#answer(answer: (question: Uint8Array) => readonly Uint8Array[]): void {
		const datagram = this.#socket.read();
		if (datagram === undefined)
			return;
		this.count++;
		for (const bytes of answer(new Uint8Array(datagram)))
			this.#socket.write(bytes, datagram.address, datagram.port);
	}

	close(): void {
		this.#socket.close();
	}
}

/** Returns what is called back; fails the case when that is inside the call, or comes twice. */
async function lookUp(context: Context, host: string, server?: Server): Promise<string> {
	const resolver = new Resolver({ servers: server === undefined ? [] : [LOOPBACK], port: server?.port, socket: { io: Datagrams }, timers });
	const told: string[] = [];
	resolver.resolve({
		host,
		onResolved: (_host, _first, all) => told.push(all?.join() ?? ""),
		onError: (error) => told.push((error as Error).message)
	});
	context.equal(told.length, 0, "called back inside the call");
	while (told.length === 0)
		await context.sleep(20);
	await context.sleep(50);
	resolver.close();
	return told.join("; ");
}

function good(question: Uint8Array, text = "192.0.2.1"): Uint8Array {
	return answerTo(question, { answers: [address(text)] });
}

/** Datagrams of which each by itself has ended or hung a resolver: with the question's id, so that they are looked at. */
function hostile(question: Uint8Array): readonly Uint8Array[] {
	const toItself = good(question, "192.0.2.66");
	toItself.set([0xc0, 12], 12);
	return [toItself, good(question).subarray(0, 27), new Uint8Array(1), new Uint8Array(1400).fill(0xc0), question, good(question, "192.0.2.66").subarray(0, -1)];
}

export const resolverCases: readonly Case[] = [
	testCase("a literal address is its own", async (context) => {
		context.equal(await lookUp(context, "192.0.2.7"), "192.0.2.7");
	}),
	testCase("localhost is known", async (context) => {
		context.equal(await lookUp(context, "localhost"), LOOPBACK);
	}),
	testCase("a server's answer is taken, all addresses of it", async (context) => {
		const server = new Server((question) => [answerTo(question, { answers: [address("192.0.2.1"), address("192.0.2.2")] })]);
		context.equal(await lookUp(context, HOST, server), "192.0.2.1,192.0.2.2");
		context.equal(server.count, 1, "questions");
		server.close();
	}),
	testCase("an answer that comes many times, and whatever else a server sends, ends nothing: fifty look-ups", async (context) => {
		const server = new Server((question) => [...hostile(question), good(question), good(question), good(question), ...hostile(question)]);
		for (let count = 0; count < 50; count++)
			context.equal(await lookUp(context, HOST, server), "192.0.2.1", `look-up ${count}`);
		context.equal(server.count, 50, "questions");
		server.close();
	}),
	testCase("answers to another question are none; a changed one that looks good still is", async (context) => {
		for (const [name, bytes] of Object.entries(answers)) {
			const server = new Server((question) => {
				const own = bytes.slice();
				own.set(question.subarray(0, 2));
				const other = bytes.slice();
				other.set([question[0] ^ 1, question[1]]);
				return [other, own];
			});
			const told = await lookUp(context, HOST, server);
			context.ok(name === "no such name" ? told === "host name does not exist" : told.startsWith("192.0.2."), `${name}: ${told}`);
			server.close();
		}
	}),
	testCase("a server that is silent at first is asked again", async (context) => {
		const server: Server = new Server((question) => server.count < 3 ? [] : [good(question)]);
		context.equal(await lookUp(context, HOST, server), "192.0.2.1");
		context.equal(server.count, 3, "questions");
		server.close();
	}),
	testCase("calls nothing back after close", async (context) => {
		let told = 0;
		const callbacks = { onResolved: () => told++, onError: () => told++ };
		const server = new Server((question) => {
			resolver.close();
			return [good(question)];
		});
		const resolver = new Resolver({ servers: [LOOPBACK], port: server.port, socket: { io: Datagrams }, timers });
		resolver.resolve({ host: HOST, ...callbacks });
		const other = new Resolver({ servers: [], socket: { io: Datagrams }, timers });
		other.resolve({ host: "192.0.2.7", ...callbacks });
		other.close();
		while (server.count === 0)
			await context.sleep(5);
		await context.sleep(100);
		resolver.close();
		server.close();
		context.equal(told, 0, "callbacks");
	}),
	testCase("the client reaches a peer by name", async (context) => {
		const baseUrl = context.peer.replace(LOOPBACK, "localhost");
		if (baseUrl === context.peer)
			return; // on a board the peer's name is whatever was given
		const answer = await context.client({ baseUrl: `${baseUrl}/keep/by-name` }).collection("any").getOneEx("one");
		context.equal(answer.error, "");
		context.equal(answer.statusCode, 200);
	}),
	testCase("the client reaches a peer by a name that a server knows, though another address of it takes no connection", async (context) => {
		const [, peer = "", rest = ""] = /^http:\/\/([0-9.]+)(:.*)$/.exec(context.peer) ?? [];
		if (peer !== LOOPBACK)
			return; // on a board nothing is known of another address
		const server = new Server((question) => [answerTo(question, { answers: [address("127.0.0.9"), address(LOOPBACK)] })]);
		const dns = { io: Resolver, servers: [LOOPBACK], port: server.port, socket: { io: Datagrams }, timers };
		const network = { http: { ...context.http, dns } } as never;
		const answer = await context.client({ baseUrl: `http://${HOST}${rest}/keep/by-dns`, network }).collection("any").getOneEx("one");
		server.close();
		context.equal(answer.error, "");
		context.equal(answer.statusCode, 200);
	})
];
