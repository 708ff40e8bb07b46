/** Routes that put another message in the place of one of the server's, as somebody on the way could. */
import { digestInfo, forgeCube } from "../../tools/x509/keys.js";
import type { Keys } from "../../tools/x509/keys.js";
import { messageHeader, recordHeader, types, vector } from "../../tools/tls/records.js";
import { hex, join } from "../../tools/x509/der.js";
import { byRecord, type Route } from "../../tools/network/proxy.js";

const certificateMessage = 11;
const keyExchangeMessage = 12;

/** Random number and what is before it in a hello. */
const randomStart = messageHeader + 2;
const randomSize = 32;

/** The server's certificates are these. @param chain DER */
export function withCertificates(chain: readonly Uint8Array[]): Route {
	const list = join(...chain.map((der) => vector(3, der)));
	return { down: replacing(() => undefined, (type) => type === certificateMessage ? vector(3, list) : undefined) };
}

/** The key exchange is signed by nobody: a cube of the length that a key with exponent 3 makes. */
export function withForgedKeyExchange(keys: Keys): Route {
	let client: Uint8Array = new Uint8Array(0);
	let server: Uint8Array = new Uint8Array(0);
	return {
		up: byRecord((record) => {
			if (record[0] === types.handshake && client.length === 0)
				client = Uint8Array.from(record.subarray(recordHeader + randomStart, recordHeader + randomStart + randomSize));
			return record;
		}),
		down: replacing((hello) => server = Uint8Array.from(hello.subarray(randomStart, randomStart + randomSize)), (type, body) => {
			if (type !== keyExchangeMessage)
				return undefined;
			const parameters = body.subarray(0, 4 + (body[3] ?? 0));
			const info = digestInfo("SHA256", join(client, server, parameters));
			const signature = forgeCube(keys, join(hex("00 01 ff ff ff ff ff ff ff ff 00"), info));
			return join(parameters, hex("04 01"), vector(2, signature));
		})
	};
}

/**
 * @param onHello gets the server's first message
 * @param replace returns what a message is to hold instead; undefined to leave it
 */
function replacing(onHello: (message: Uint8Array) => unknown, replace: (type: number, body: Uint8Array) => Uint8Array | undefined): NonNullable<Route["down"]> {
	let begun = false;
	let encrypted = false;
	return byRecord((record) => {
		encrypted ||= record[0] !== types.handshake;
		if (encrypted)
			return record;
		const messages: Uint8Array[] = [];
		for (let at = recordHeader; at < record.length;) {
			const body = at + messageHeader;
			const end = body + record.readUIntBE(at + 1, 3);
			if (!begun)
				onHello(record.subarray(at, end));
			begun = true;
			const other = replace(record[at] ?? 0, record.subarray(body, end));
			messages.push(other === undefined ? record.subarray(at, end) : join(record.subarray(at, at + 1), vector(3, other)));
			at = end;
		}
		const content = join(...messages);
		return Buffer.from(join(record.subarray(0, 3), vector(2, content)));
	});
}
