import { type EventEmitter, once } from "node:events";
import { type AddressInfo, createServer, type ListenOptions, type Server, type ServerOpts, type Socket } from "node:net";

/** A TCP port, on loopback unless told, that keeps its connections, and can be gone for a while. */
export class Listener {
	port = 0;
	readonly #onConnection: (socket: Socket) => void;
	readonly #options: ServerOpts & ListenOptions & { readonly host: string };
	readonly #sockets = new Set<Socket>();
	#server: Server | undefined;

	/** @param options of Node's server and of its `listen`: 127.0.0.1 and no delay where they say nothing else */
	constructor(onConnection: (socket: Socket) => void, { host = "127.0.0.1", ...options }: ServerOpts & ListenOptions = {}) {
		this.#onConnection = onConnection;
		this.#options = { noDelay: true, ...options, host };
	}

	/** Its base URL over plain HTTP. */
	get url(): string {
		return `http://${this.#options.host}:${this.port}`;
	}

	/** Begins to listen, on the port that it had before if it had one. Returns itself. */
	async open(): Promise<this> {
		this.#server = createServer(this.#options, (socket) => {
			this.keep(socket);
			this.#onConnection(socket);
		});
		this.#server.listen({ port: this.port, ...this.#options });
		await once(this.#server, "listening");
		this.port = (this.#server.address() as AddressInfo).port;
		return this;
	}

	/** Refuses connections from now on. Those that are open stay. */
	refuse(): void {
		this.#server?.close();
	}

	/** Has a connection end with the port; what becomes of it before is looked at elsewhere. */
	keep(socket: Socket): void {
		this.#sockets.add(socket);
		socket.on("error", () => undefined).on("close", () => this.#sockets.delete(socket));
	}

	/** Ends the port and every connection; never waits for anybody. */
	close(): void {
		this.refuse();
		for (const socket of this.#sockets)
			socket.destroy();
	}
}

/** Gives a server of Node's, of `http` or `tls`, a free port of this machine alone. */
export function listen(server: EventEmitter): Promise<Listener> {
	return new Listener((socket) => server.emit("connection", socket)).open();
}
