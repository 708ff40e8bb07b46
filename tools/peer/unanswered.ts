import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Worker } from "node:worker_threads";

/** A port that takes no connection. */
export interface UnansweredPort {
	/** Host and port. */
	readonly place: string;
	close(): void;
}

/** Connections that Linux takes for a server with a backlog of 1 that takes none itself; the next are never answered. */
const backlog = 2;

/** Opens a port of an address of this machine whose owner sleeps, and fills what the system would take for it. */
export async function openUnansweredPort(host: string): Promise<UnansweredPort> {
	const worker = new Worker(new URL("./unanswered-worker.js", import.meta.url), { workerData: host });
	const [port] = await once(worker, "message") as [number];
	const fillers: Socket[] = [];
	for (let i = 0; i < backlog; i++) {
		const socket = connect(port, host);
		socket.on("error", () => undefined);
		fillers.push(socket);
		await once(socket, "connect");
	}
	return {
		place: `${host}:${port}`,
		close() {
			for (const socket of fillers)
				socket.destroy();
			void worker.terminate();
		}
	};
}
