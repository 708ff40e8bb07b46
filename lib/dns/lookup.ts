import type { TimerHandle, Timers } from "../platform.js";
import { DOT } from "../characters.js";
import { PAUSES } from "../shared/pauses.js";
import { readAnswer, SERVER_FAILED } from "./answer.js";

/** Where the devices of a network hear questions for names in .local, and the port that they answer from (RFC 6762, section 6.7). */
const MULTICAST_DNS: readonly string[] = Object.freeze(["224.0.0.251"]);
const MULTICAST_DNS_PORT = 5353;
const DNS_PORT = 53;

/** Questions of a look-up. In the default `limits.connect` they leave time for a connection. */
const MOST_QUESTIONS = 8;

/** Characters of a name and of a label at most (RFC 1035, section 2.3.4). */
const LONGEST_NAME = 253;
const LONGEST_LABEL = 63;

/** Ports that belong to nothing (RFC 6335, section 6): the first, and how many. */
const FIRST_PORT = 0xc000;
const PORTS = 0x4000;

// docs/decisions/0086-a-resolver-of-our-own.md
/**
 * One look-up. It has a socket of its own, whose port is as random as the question's id: who does not see the question can't
 * answer it (RFC 5452). Servers are asked in turn, and the first good answer ends it.
 */
export class Lookup {
	private readonly options: ResolverOptions;
	/** In lower case, without a dot at its end. */
	private readonly name: string;
	private readonly onEnd: (found: readonly string[] | string) => void;
	/** Whether all devices of the network are asked, any of which may answer. */
	private readonly isLocal: boolean;
	private readonly servers: readonly string[];
	private readonly port: number;
	private question: Uint8Array | undefined;
	private socket: DatagramSocket | undefined;
	private timer: TimerHandle | undefined;
	/** Questions so far, those included that could not be sent. */
	private asked = 0;
	private isSent = false;
	/** Servers that have failed: a bit each, by their place. */
	private failed = 0;

	/** @param onEnd gets the addresses, or why there are none; not called in the constructor, nor after `close` */
	constructor(options: ResolverOptions, host: string, onEnd: (found: readonly string[] | string) => void) {
		const name = host.toLowerCase();
		this.options = options;
		this.name = name.endsWith(".") ? name.slice(0, -1) : name;
		this.onEnd = onEnd;
		this.isLocal = this.name.endsWith(".local");
		// One that is named twice would have to fail twice, and after the last question no server is asked.
		this.servers = this.isLocal ? MULTICAST_DNS : options.servers
			.filter((server, index, all) => index < MOST_QUESTIONS && all.indexOf(server) === index);
		this.port = this.isLocal ? MULTICAST_DNS_PORT : options.port ?? DNS_PORT;
		this.timer = options.timers.set(() => this.begin());
	}

	/** Ends it without a callback. May be called more than once. */
	close(): void {
		this.options.timers.clear(this.timer);
		this.socket?.close();
		this.timer = this.socket = undefined;
	}

	private begin(): void {
		const { name } = this;
		// Some names are asked of nobody (RFC 6761, section 6.3).
		const known = name.includes(":") || isIPv4(name) ? name : name === "localhost" || name.endsWith(".localhost") ? "127.0.0.1" : "";
		if (known !== "")
			return this.end([known]);
		this.question = makeQuestion(name);
		this.ask();
	}

	/** Asks the next server, and again and again until there is an answer. */
	private ask(): void {
		const { options: { socket, timers }, port, question, servers } = this;
		timers.clear(this.timer);
		if (question === undefined)
			return this.end("host is not a name");
		if (servers.length === 0)
			return this.end("no DNS server is known");
		while (this.asked < MOST_QUESTIONS) {
			const server = servers[this.asked++ % servers.length];
			try {
				// Without a network there is no socket; of ports, one may be taken.
				this.socket ??= new socket.io({
					...socket, port: FIRST_PORT + Math.random() * PORTS | 0, onReadable: (count) => this.onReadable(count)
				});
				this.socket.write(question, server, port);
				this.isSent = true;
				this.timer = timers.set(() => this.ask(), PAUSES.question.least);
				return;
			}
			catch {
				// Perhaps the next one.
			}
		}
		this.end(this.isSent ? "no DNS server has answered" : "no network");
	}

	private onReadable(count: number): void {
		for (; count > 0 && this.socket !== undefined; count--)
			this.receive(this.socket.read());
	}

	private receive(datagram: ReturnType<DatagramSocket["read"]>): void {
		const { asked, question } = this;
		if (datagram === undefined || question === undefined || datagram.port !== this.port)
			return;
		const place = this.servers.indexOf(datagram.address);
		if (!this.isLocal && (place < 0 || place >= asked))
			return;
		const answer = readAnswer(new Uint8Array(datagram), question);
		// A device that has not the name says nothing (RFC 6762, section 6).
		if (answer === undefined || this.isLocal && typeof answer === "string")
			return;
		if (answer !== SERVER_FAILED)
			return this.end(answer);
		const failed = this.failed | 1 << place;
		if (failed === this.failed)
			return;
		this.failed = failed;
		if (failed + 1 === 1 << this.servers.length)
			this.end(answer);
		else
			this.ask();
	}

	private end(found: readonly string[] | string): void {
		this.close();
		this.onEnd(found);
	}
}

/** Whether a host is an IPv4 address: four decimal numbers of a byte, without zeros before them. */
function isIPv4(text: string): boolean {
	const numbers = text.split(".");
	return numbers.length === 4 && numbers.every((number) => String(Number(number) & 255) === number);
}

/**
 * Makes a question for the IPv4 addresses of a host, recursion desired (RFC 1035, section 4.1).
 * @param name ASCII, without a dot at its end
 * @returns the message with an id at random, in a new array; undefined when this is no name that can be asked for
 */
export function makeQuestion(name: string): Uint8Array | undefined {
	const { length } = name;
	if (length > LONGEST_NAME)
		return undefined;
	const bytes = new Uint8Array(length + 18);
	// Each label has its length before it, where the dot of the name is.
	let label = 12;
	for (let at = 0; at <= length; at++) {
		const code = at < length ? name.charCodeAt(at) : DOT;
		if (code === DOT) {
			const count = at + 12 - label;
			if (count === 0 || count > LONGEST_LABEL)
				return undefined;
			bytes[label] = count;
			label = at + 13;
		}
		else if (code > 0x7f)
			return undefined;
		else
			bytes[at + 13] = code;
	}
	bytes[0] = Math.random() * 0x100;
	bytes[1] = Math.random() * 0x100;
	bytes[2] = bytes[5] = bytes[length + 15] = bytes[length + 17] = 1;
	return bytes;
}

/** Constructor options of a UDP socket (ECMA-419, UDP socket), as far as a look-up has use for them. */
export interface DatagramSocketOptions {
	/** Port that it has on this device. */
	readonly port: number;
	/** `count` is the number of datagrams that can be read now. */
	readonly onReadable: (count: number) => void;
	readonly [option: string]: unknown;
}

/** A UDP socket (ECMA-419, UDP socket) with `format` "buffer". */
export interface DatagramSocket {
	/** Returns a datagram, undefined when there is none. @throws after `close` */
	read(): Datagram | undefined;
	/** Sends a datagram. It is copied. @throws when there is no way to the address */
	write(data: Uint8Array, address: string, port: number): void;
	/** Frees the socket. Nothing is called back any more. */
	close(): void;
}

/** What a UDP socket has received, and where it comes from. */
export type Datagram = ArrayBuffer & {
	/** IP address of the sender. */
	readonly address: string;
	/** Port of the sender. */
	readonly port: number;
};

/** `{ io: Class, …options }` of a UDP socket. */
export interface DatagramProvider {
	/** Class of the sockets. */
	readonly io: new (options: DatagramSocketOptions) => DatagramSocket;
	readonly [option: string]: unknown;
}

/** Options of a resolver. Not changed; kept until it is closed. */
export interface ResolverOptions {
	/** IPv4 addresses, in the form in which the socket names a datagram's sender; asked in turn. With none there is no look-up. */
	readonly servers: readonly string[];
	/** Port of the servers, 1 to 65535. Default 53. */
	readonly port?: number;
	/** Opens a socket for each look-up. */
	readonly socket: DatagramProvider;
	/** Ends what takes too long. */
	readonly timers: Timers;
	readonly [option: string]: unknown;
}
