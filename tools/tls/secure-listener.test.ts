import test from "ava";
import { TLSSocket } from "records-client";
import { serviceOfFile } from "../service-of-file.js";
import { certificates } from "./certificates.js";
import { startSecure } from "./secure-listener.js";

const service = serviceOfFile();

test("the end of a connection of the service's is the end of TLS", async (t) => {
	const secure = await startSecure(service.port);
	t.teardown(() => secure.close());
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
});
