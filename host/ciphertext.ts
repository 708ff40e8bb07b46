import type { Socket as NodeSocket } from "node:net";
import { Duplex } from "node:stream";

/**
 * Makes the encrypted side of a TLS connection: what Node's TLS writes goes to the TCP connection, what has come from
 * there is to be pushed. So the records can be seen, and the end of TLS can be told apart from the end of TCP, which Node's TLS takes for it.
 * @param connection keeps its own errors; ended when TLS has ended
 */
export function ciphertextOf(connection: NodeSocket): Duplex {
	return new Duplex({
		read: () => undefined,
		write(chunk: Uint8Array, _encoding, done) {
			connection.write(chunk, (error) => {
				if (!error)
					done();
			});
		},
		final(done) {
			connection.destroySoon();
			done();
		}
	});
}
