/** What a TLS server answers a device's hello. */
import { once } from "node:events";
import { connect } from "node:net";
import { clientHello } from "../../lib/tls/client-hello.js";
import { readServerHello } from "../../lib/tls/messages.js";
import { primitives } from "../../host/ca/primitives.js";

const none = new Uint8Array(0);

const recordHeader = 5;
const messageHeader = 4;

/** Whether the server binds its secret to the handshake (RFC 7627): others' sessions do not go on. Go does since 1.21. */
export async function bindsSecret(port: number): Promise<boolean> {
	const socket = connect(port, "127.0.0.1");
	const { answerable, record } = clientHello(new Uint8Array(32), "localhost", { id: none, ticket: none }, primitives);
	socket.write(record);
	let bytes = Buffer.alloc(0);
	while (bytes.length < recordHeader + messageHeader || bytes.length < recordHeader + messageHeader + bytes.readUIntBE(recordHeader + 1, 3)) {
		const [more] = await once(socket, "data") as [Buffer];
		bytes = Buffer.concat([bytes, more]);
	}
	socket.destroy();
	const start = recordHeader + messageHeader;
	return readServerHello(bytes.subarray(start, start + bytes.readUIntBE(recordHeader + 1, 3)), answerable).isExtended;
}
