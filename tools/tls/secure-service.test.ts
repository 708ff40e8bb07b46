import test, { type ExecutionContext } from "ava";
import { RecordsClient, Resolver, TLSSocket } from "records-client";
import { serviceOfFile } from "../service-of-file.js";
import { password } from "../successive-service.js";
import { certificates } from "./certificates.js";
import { type SecureService, startSecure } from "./secure-service.js";

const service = serviceOfFile();

/** The service over TLS and a client that trusts it, until the test ends. */
async function start(t: ExecutionContext): Promise<{ secure: SecureService; records: RecordsClient }> {
	const { authority } = await certificates();
	const secure = await startSecure(service.port);
	const socket = { io: TLSSocket, secure: { certificate: authority.der } };
	const network = { https: { dns: { io: Resolver }, socket } };
	const records = new RecordsClient({ baseUrl: secure.url, network, preferences: null, limits: { body: 100_000 } });
	t.teardown(() => {
		records.close();
		secure.close();
	});
	return { secure, records };
}

test("the service over TLS: one handshake for any number of requests, one record each", async (t) => {
	const { secure, records } = await start(t);
	t.true((await records.collection("users").authWithPassword("device-one", password)).ok);
	records.collection("readings");
	for (let value = 0; value < 100; value++)
		t.is((await records.createEx({ sensor: "temperature", value })).error, "");
	const list = await records.getListEx(1, 100);
	t.is((JSON.parse(list.body) as { items: unknown[] }).items.length, 100);
	t.deepEqual(secure.counts(), { connections: 1, handshakes: 1, records: 102 });
});

test("the end of a connection of the service's is the end of TLS", async (t) => {
	const { secure } = await start(t);
	const { authority } = await certificates();
	const request = Buffer.from("GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
	let answer = "";
	let written = false;
	const error = await new Promise<unknown>((resolve) => {
		const socket = new TLSSocket({
			address: "127.0.0.1", port: secure.port, secure: { certificate: authority.der },
			onWritable() {
				if (!written)
					socket.write(request);
				written = true;
			},
			onReadable(count) {
				answer += Buffer.from(socket.read(count) as ArrayBuffer).toString();
			},
			onError: resolve
		});
		t.teardown(() => socket.close());
	});
	t.is(error, undefined);
	t.regex(answer, /^HTTP\/1\.1 200 OK\r\n[^]*"API is healthy\."[^]*$/);
	t.is(secure.counts().records, 1);
});
