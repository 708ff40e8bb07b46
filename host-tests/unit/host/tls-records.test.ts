import type { Socket as NodeSocket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { TLSSocket as NodeTLSSocket } from "node:tls";
import test, { type ExecutionContext } from "ava";
import { ciphertextOf } from "../../../host/ciphertext.js";
import { sendWindow } from "../../../host/tcp.js";
import { TLSSocket } from "../../../host/tls.js";
import type { SocketOptions } from "../../../lib/platform.js";
import { TLSError } from "../../../lib/tls/tls-error.js";
import { listen } from "./sockets/wire.js";
import { certificates } from "../../../tools/tls/certificates.js";
import { countData } from "../../../tools/tls/records.js";
import { serverSide } from "../../../tools/tls/server-side.js";

const { authority, identities } = await certificates();

/** Listens until the test ends, with TLS 1.2 over a connection whose bytes can be seen. */
async function listenOpened(t: ExecutionContext, onConnection: (connection: NodeSocket, tls: NodeTLSSocket) => void): Promise<number> {
	const { port } = await listen(t, {
		accept(connection) {
			const ciphertext = ciphertextOf(connection);
			connection.on("data", (bytes) => ciphertext.push(bytes));
			onConnection(connection, serverSide(ciphertext, identities.good, { maxVersion: "TLSv1.2" }));
		}
	});
	return port;
}

function optionsFor(port: number): SocketOptions {
	return { address: "127.0.0.1", port, host: "localhost", secure: { certificate: authority.der } };
}

for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
	test(`bytes arrive whole in any fragments of the records, ${version}`, async (t) => {
		const sent = new Uint8Array(3000).map((_, index) => index % 251);
		const { port } = await listen(t, {
			accept(connection) {
				connection.setNoDelay(true);
				const ciphertext = ciphertextOf(connection);
				connection.on("data", (bytes) => ciphertext.push(bytes));
				ciphertext._write = (chunk: Buffer, _encoding, done) => void trickle(chunk, 1 + chunk.length % 97).then(() => done(), () => undefined);
				const trickle = async (chunk: Buffer, size: number): Promise<void> => {
					for (let at = 0; at < chunk.length; at += size) {
						connection.write(chunk.subarray(at, at + size));
						await wait(1);
					}
				};
				const tls = serverSide(ciphertext, identities.good, { maxVersion: version });
				tls.once("secure", () => setImmediate(() => tls.end(sent)));
			}
		});
		const received: Uint8Array[] = [];
		const error = await new Promise<unknown>((resolve) => {
			const socket = new TLSSocket({
				...optionsFor(port),
				onReadable: (count) => received.push(new Uint8Array(socket.read(count) as ArrayBuffer)),
				onError: resolve
			});
			t.teardown(() => socket.close());
		});
		t.is(error, undefined);
		t.true(Buffer.concat(received).equals(sent));
	});
}

test("each write is a record of its own: a whole window, several in a row, and those just before close", async (t) => {
	let records = 0;
	let length = 0;
	const port = await listenOpened(t, (connection, tls) => {
		connection.on("data", countData(() => records++));
		tls.on("data", (bytes: Buffer) => {
			length += bytes.length;
		});
	});
	let writes = 0;
	const socket = new TLSSocket({
		...optionsFor(port),
		onWritable(count) {
			if (count < sendWindow)
				return;
			writes += 1;
			if (writes === 1)
				return void socket.write(new Uint8Array(count));
			socket.write(new Uint8Array(10));
			socket.write(new Uint8Array(20));
			socket.write(new Uint8Array(30));
			socket.close();
		}
	});
	while (length < sendWindow + 60)
		await wait(5);
	t.is(length, sendWindow + 60);
	t.is(records, 4);
});

for (const [what, text, action] of [
	["a damaged record", "TLS record is damaged", "damage"],
	["an end of the connection without the end of TLS", "peer closed without ending TLS", "cut"]
] as const) {
	test(`${what} is told after the bytes before it are read`, async (t) => {
		const { port } = await listen(t, {
			accept(connection) {
				const tls = serverSide(connection, identities.good);
				tls.once("secure", () => setImmediate(() => tls.write("last", () => {
					if (action === "cut")
						connection.end();
					else
						connection.write(Buffer.from([23, 3, 3, 0, 32, ...new Uint8Array(32)]));
				})));
			}
		});
		const told: unknown[] = [];
		const socket = new TLSSocket({
			...optionsFor(port),
			onReadable: (count) => told.push(count),
			onError: (error) => told.push(error)
		});
		t.teardown(() => socket.close());
		while (told.length === 0)
			await wait(5);
		await wait(50);
		t.deepEqual(told, [4]);
		socket.read();
		while (told.length === 1)
			await wait(5);
		await wait(50);
		t.is(told.length, 2);
		t.true(told[1] instanceof TLSError);
		t.is((told[1] as Error).message, text);
	});
}
