/** Listens, says where, and never looks at a connection: see unanswered.ts. */
import { type AddressInfo, createServer } from "node:net";
import { parentPort } from "node:worker_threads";

const server = createServer();
server.listen({ host: "127.0.0.1", port: 0, backlog: 1 }, () => {
	parentPort?.postMessage((server.address() as AddressInfo).port);
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
