import { connect, type ListenOptions, type ServerOpts, type Socket } from "node:net";
import { type Ending, endings } from "./endings.js";
import { recordReader } from "../tls/records.js";
import { Listener } from "./listener.js";

const flipped = 0x55;

/** What becomes of the bytes in one direction of a connection. */
export type Way = (bytes: Buffer, to: Socket) => void;

/** Both directions; bytes go on as they are where there is no way. */
export interface Route {
	/** From the client. */
	readonly up?: Way;
	/** From the server. */
	readonly down?: Way;
}

/** A connection that is passed on. */
export interface Passage {
	readonly client: Socket;
	readonly server: Socket;
	/** The how-manieth it is, from 0. */
	readonly number: number;
}

/** A TCP proxy on loopback that can be gone, as the server behind it can: then it refuses connections. */
export class TCPProxy extends Listener {
	/** Connections that were opened. */
	connections = 0;
	/** Those that are open. */
	readonly passages = new Set<Passage>();
	readonly #port: number;
	readonly #route: (passage: Passage) => Route;

	/**
	 * @param port of the server behind it
	 * @param route called for each connection
	 */
	constructor(port: number, route: (passage: Passage) => Route = () => ({}), options?: ServerOpts & ListenOptions) {
		super((client) => this.#accept(client), options);
		this.#port = port;
		this.#route = route;
	}

	/** Ends all connections. Returns how many there were. */
	cut(): number {
		const { size } = this.passages;
		for (const { client, server } of this.passages) {
			client.destroy();
			server.destroy();
		}
		return size;
	}

	#accept(client: Socket): void {
		const server = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
		this.keep(server);
		const passage = { client, server, number: this.connections++ };
		this.passages.add(passage);
		const { up = pass, down = pass } = this.#route(passage);
		lead(client, server, up);
		lead(server, client, down);
		client.on("close", () => {
			this.passages.delete(passage);
			server.destroy();
		});
		server.on("close", () => client.destroySoon());
	}
}

/** Leads a connection that has come in over TLS to a port of this machine. */
export function leadTo(port: number, socket: Socket): void {
	const behind = connect({ port, host: "127.0.0.1", noDelay: true });
	behind.on("error", () => socket.destroy()).on("close", () => socket.end());
	socket.on("error", () => socket.destroy()).on("close", () => behind.destroy());
	socket.pipe(behind).pipe(socket);
}

/** No more is read than is taken on the other side. */
function lead(from: Socket, to: Socket, way: Way): void {
	from.on("data", (bytes) => {
		way(bytes, to);
		if (to.writableNeedDrain) {
			from.pause();
			to.once("drain", () => from.resume());
		}
	});
}

/** As they are. */
export function pass(bytes: Buffer, to: Socket): void {
	if (to.writable)
		to.write(bytes);
}

/** As they are; somebody looks at them before. */
export function watched(look: (bytes: Buffer) => void): Way {
	return (bytes, to) => {
		look(bytes);
		pass(bytes, to);
	};
}

/** The first `count` bytes; `then` is called behind them, and in place of all that comes later. */
export function cutAfter(count: number, then: (to: Socket) => void): Way {
	let left = count;
	return (bytes, to) => {
		const part = bytes.subarray(0, left);
		left -= part.length;
		if (part.length > 0)
			pass(part, to);
		if (left === 0)
			then(to);
	};
}

/** What is done to a stream at a byte: it breaks off, or the byte is another. */
export type StreamFault = Exclude<Ending, "half-close"> | "damage" | "none";

export function isStreamFault(name: string): name is StreamFault {
	return ["cut", "reset", "stall", "damage", "none"].includes(name);
}

/** Bytes go on until the fault comes. @param at byte at which it comes, from 0 */
export function spoiled(fault: StreamFault, at: number): Way {
	switch (fault) {
		case "none":
			return pass;
		case "damage":
			return damaged(at);
	}
	// Else a reset could overtake the bytes on their way to the client.
	return cutAfter(at, (to) => void setImmediate(() => endings[fault](to)));
}

function damaged(at: number): Way {
	let left = at;
	return (bytes, to) => {
		if (left >= 0 && left < bytes.length)
			bytes[left] ^= flipped;
		left -= bytes.length;
		pass(bytes, to);
	};
}

/** TLS record by record, however the bytes come. `onRecord` returns what goes on in its place, undefined for nothing. */
export function byRecord(onRecord: (record: Buffer) => Buffer | undefined): Way {
	let whole: Buffer[] = [];
	const read = recordReader((record) => {
		const changed = onRecord(record);
		if (changed !== undefined)
			whole.push(changed);
	});
	return (bytes, to) => {
		read(bytes);
		if (whole.length > 0)
			pass(Buffer.concat(whole), to);
		whole = [];
	};
}
