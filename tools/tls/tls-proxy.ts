import { connect, createServer, type Server, type Socket } from "node:net";

const recordHeader = 5;

/** What becomes of the bytes in one direction of one connection. */
export type Way = (bytes: Buffer, to: Socket) => void;

/** A TCP proxy that knows where TLS records begin and end. */
export interface Route {
	/** From the client; as they are when absent. */
	readonly up?: Way;
	/** From the server; as they are when absent. */
	readonly down?: Way;
}

/**
 * @param port of the server behind it
 * @param route called for each connection, with its number from 0
 */
export function startProxy(port: number, route: (connection: number) => Route): Promise<Server> {
	let connections = 0;
	return listen(createServer((client) => {
		const { up = send, down = send } = route(connections++);
		const server = connect(port, "127.0.0.1");
		client.setNoDelay().on("data", (bytes) => up(bytes, server)).on("error", () => server.destroy()).on("close", () => server.destroy());
		server.setNoDelay().on("data", (bytes) => down(bytes, client)).on("error", () => client.destroy()).on("close", () => client.end());
	}));
}

/** Starts it on a free port of this machine alone. */
export function listen<Kind extends Server>(server: Kind): Promise<Kind> {
	return new Promise((resolve, reject) => {
		server.once("error", reject).listen(0, "127.0.0.1", () => resolve(server));
	});
}

/** Record by record, however the bytes come. `onRecord` returns what goes on in its place, undefined for nothing. */
export function byRecord(onRecord: (record: Buffer) => Buffer | undefined): Way {
	let rest = Buffer.alloc(0);
	return (bytes, to) => {
		rest = Buffer.concat([rest, bytes]);
		const whole: Buffer[] = [];
		while (rest.length >= recordHeader && rest.length >= recordHeader + rest.readUInt16BE(3)) {
			const size = recordHeader + rest.readUInt16BE(3);
			const record = onRecord(Buffer.from(rest.subarray(0, size)));
			if (record !== undefined)
				whole.push(record);
			rest = rest.subarray(size);
		}
		if (whole.length > 0)
			send(Buffer.concat(whole), to);
	};
}

/** The first `count` bytes; `then` is called in place of the next. */
export function cutAfter(count: number, then: (to: Socket) => void): Way {
	let left = count;
	return (bytes, to) => {
		const part = bytes.subarray(0, left);
		const cut = bytes.length > left;
		left -= part.length;
		if (part.length > 0)
			send(part, to);
		if (cut)
			then(to);
	};
}

function send(bytes: Buffer, to: Socket): void {
	if (to.writable)
		to.write(bytes);
}
