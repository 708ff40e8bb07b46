import { once } from "node:events";
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

	/** Opens a new one. */
	static async open(onConnection: (socket: Socket) => void, options?: ServerOpts & ListenOptions): Promise<Listener> {
		const listener = new Listener(onConnection, options);
		await listener.open();
		return listener;
	}

	/** Its base URL over plain HTTP. */
	get url(): string {
		return `http://${this.#options.host}:${this.port}`;
	}

	/** Begins to listen, on the port that it had before if it had one. */
	async open(): Promise<void> {
		this.#server = createServer(this.#options, (socket) => {
			this.keep(socket);
			this.#onConnection(socket);
		});
		this.#server.listen({ port: this.port, ...this.#options });
		await once(this.#server, "listening");
		this.port = (this.#server.address() as AddressInfo).port;
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

/** Starts a server on a free port of this machine alone. */
export function listen<Kind extends Server>(server: Kind): Promise<Kind> {
	return new Promise((resolve, reject) => {
		server.once("error", reject).listen(0, "127.0.0.1", () => resolve(server));
	});
}
