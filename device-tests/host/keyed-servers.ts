/** TLS servers of our own for the cases: what they encrypt is what no other server would, and what they show is not theirs. */
import { Listener } from "../../tools/network/listener.js";
import { KeyedConnection, type Script, type Shown } from "../../tools/tls/keyed-server.js";
import { types, vector } from "../../tools/tls/records.js";
import { leaf, type Made } from "../../tools/x509/certificate.js";
import { join } from "../../tools/x509/der.js";
import { rsaKeys, signatureOf } from "../../tools/x509/keys.js";

/** A message that asks for another hello. */
const helloRequest = Uint8Array.of(0, 0, 0, 0);

/** By the names of the servers. */
const scripts: Readonly<Record<string, Script>> = {
	"keyed": (finished) => [[types.handshake, finished], [types.data, Buffer.from("hello")]],
	"keyed-longest": (finished) => [[types.handshake, finished], [types.data, new Uint8Array(0x4000).fill(97)]],
	"keyed-too-long": (finished) => [[types.handshake, finished], [types.data, new Uint8Array(0x4001).fill(97)]],
	"keyed-request-beside": (finished) => [[types.handshake, join(finished, helloRequest)]],
	"keyed-request-before": (finished) => [[types.handshake, join(helloRequest, finished)]],
	"keyed-requests-instead": () => [[types.handshake, join(helloRequest, helloRequest, helloRequest, helloRequest)]],
	"keyed-hello-instead": (finished) => [[types.handshake, join(Uint8Array.of(1), finished.subarray(1))]],
	"keyed-request-behind": (finished) => [[types.handshake, finished], [types.handshake, helloRequest]],
	"keyed-cipher-behind": (finished) => [[types.handshake, finished], [types.cipher, Uint8Array.of(1)]]
};

/** Starts one for each script. @returns servers by name */
export async function startKeyedServers(authority: Made): Promise<Readonly<Record<string, Listener>>> {
	const own = leaf(authority, rsaKeys());
	const shown: Shown = { chain: [own.der], proof: (signed) => [4, 1, signatureOf(own.keys, "SHA256", signed)] };
	const servers: Record<string, Listener> = {};
	for (const [name, script] of Object.entries(scripts))
		servers[name] = await serve(shown, script);
	// By ECDSA with SHA-256, of 200 CAs with names of 100 bytes.
	const names = join(...Array.from({ length: 200 }, () => vector(2, new Uint8Array(100))));
	const request = join(Uint8Array.of(1, 64, 0, 2, 4, 3), vector(2, names));
	servers["keyed-many-names"] = await serve({ ...shown, request }, (finished) => [[types.handshake, finished]]);
	return servers;
}

/**
 * Starts those that have a server's certificates, which everybody can get, and not its key: their proof is an algorithm that nobody has
 * and a byte. What they are asked is in their answer.
 * @returns servers by name
 */
export async function startImpostors(chain: readonly Uint8Array[]): Promise<Readonly<Record<string, Listener>>> {
	const servers: Record<string, Listener> = {};
	for (const hash of [0, 4])
		servers[`impostor-${hash}`] = await serve({ chain, proof: () => [hash, 0, Uint8Array.of(0)] }, (finished) => [[types.handshake, finished]], answerWith);
	return servers;
}

function answerWith(asked: Uint8Array): Uint8Array {
	const body = JSON.stringify({ token: "of.an.impostor", record: { id: "impostor0000001", asked: Buffer.from(asked).toString("latin1") } });
	return Buffer.from(`HTTP/1.1 200 OK\r\ndate: Sun, 06 Nov 2044 08:49:37 GMT\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
}

function serve(shown: Shown, script: Script, answer?: (asked: Uint8Array) => Uint8Array): Promise<Listener> {
	return new Listener((socket) => new KeyedConnection(socket, shown, script, answer)).open();
}
