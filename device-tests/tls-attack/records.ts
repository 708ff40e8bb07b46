import { join } from "./bytes.js";

const handshake = 22;
const recordMaximum = 16_384;

/** Suites with an ephemeral curve and AES-128-GCM, by the algorithm that signs. */
const rsaSuite = 0x2f;
const ecdsaSuite = 0x2b;

/** id-ecPublicKey (RFC 5480, 2.1.1), which a certificate with a key on a curve has in it. */
const ecPublicKey = "2a8648ce3d0201";

/** Of the suite that the leaf's key needs: a ServerHello and a Certificate message as TLS 1.2 has them, in records. */
export function certificateFlight(chain: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	const suite = chain.length > 0 && chain[0].toHex().includes(ecPublicKey) ? ecdsaSuite : rsaSuite;
	const hello = join(Uint8Array.of(3, 3), new Uint8Array(32).fill(7), Uint8Array.of(0, 0xc0, suite, 0));
	const certificates = join(...chain.map((certificate) => join(threeBytes(certificate.length), certificate)));
	return join(recordsOf(message(2, hello)), recordsOf(message(11, join(threeBytes(certificates.length), certificates))));
}

function message(type: number, body: Uint8Array): Uint8Array {
	return join(Uint8Array.of(type), threeBytes(body.length), body);
}

function threeBytes(number: number): Uint8Array {
	return Uint8Array.of(number >>> 16, number >>> 8 & 255, number & 255);
}

function recordsOf(bytes: Uint8Array): Uint8Array {
	const records: Uint8Array[] = [];
	for (let at = 0; at < bytes.length; at += recordMaximum) {
		const body = bytes.subarray(at, at + recordMaximum);
		records.push(join(Uint8Array.of(handshake, 3, 3, body.length >>> 8, body.length & 255), body));
	}
	return join(...records);
}
