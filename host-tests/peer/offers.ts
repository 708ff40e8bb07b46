import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

/** Ports of their own for what can't be told from a request, because none is read. */
export class Offers {
	readonly #servers: Server[] = [];
	readonly #sockets = new Set<Socket>();

	/**
	 * Returns the URL of a port that behaves so.
	 * @param behaviour "refused": nothing listens; "hang-up" and "hang-up-reset": each connection is closed once it is
	 * open; "mute": nothing is read
	 * @returns undefined for an unknown behaviour
	 */
	async offer(behaviour: string): Promise<string | undefined> {
		switch (behaviour) {
			case "refused": {
				const [server, url] = await this.#listen(() => undefined);
				server.close();
				return url;
			}
			case "hang-up":
				return (await this.#listen((socket) => socket.end()))[1];
			case "hang-up-reset":
				return (await this.#listen((socket) => socket.resetAndDestroy()))[1];
			case "mute":
				return (await this.#listen((socket) => socket.pause()))[1];
		}
		return undefined;
	}

	close(): void {
		for (const server of this.#servers)
			server.close();
		for (const socket of this.#sockets)
			socket.destroy();
	}

	async #listen(onConnection: (socket: Socket) => void): Promise<[Server, string]> {
		const server = createServer({ pauseOnConnect: true }, (socket) => {
			this.#sockets.add(socket);
			socket.on("error", () => undefined);
			socket.on("close", () => this.#sockets.delete(socket));
			onConnection(socket);
		});
		this.#servers.push(server);
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
	}
}
