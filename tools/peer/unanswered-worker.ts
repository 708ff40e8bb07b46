/** Listens, says where, and never looks at a connection: see unanswered.ts. */
import { type AddressInfo, createServer } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

const server = createServer();
server.listen({ host: workerData as string, port: 0, backlog: 1 }, () => {
	parentPort?.postMessage((server.address() as AddressInfo).port);
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
