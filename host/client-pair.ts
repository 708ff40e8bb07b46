/** What a client shows of itself, as Node has and takes it: the same as devices take, and PEM. */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import type { ByteBuffer } from "../lib/platform.js";
import { CLIENT_CERTIFICATE_REFUSED, CLIENT_KEY_REFUSED } from "../lib/tls/tls-error.js";
import { ClientIdentity } from "../lib/tls/client-identity.js";
import type { ClientPair } from "../lib/tls/tls-options.js";
import { primitives } from "./ca/primitives.js";
import { viewOf } from "./socket-options.js";

/** Options of Node's TLS, in PEM. */
export interface PairInPEM {
	readonly cert: string;
	readonly key: string;
}

const pem = "-----BEGIN";

/** Makes PKCS #8 in DER of a key in PEM, text or the bytes of a file; DER stays as it is. @throws TypeError when it can't be read */
export function keyInDER(key: unknown): ByteBuffer {
	const text = typeof key === "string" ? key : keyBytes(key).toString("latin1");
	return text.includes(pem) || typeof key === "string" ? new Uint8Array(readKey(text).export({ type: "pkcs8", format: "der" })) : key as ByteBuffer;
}

/** @throws TypeError that names what devices do not take, or Node */
export function pairInPEM(pair: ClientPair): PairInPEM {
	const { chain } = new ClientIdentity(pair, primitives);
	return { cert: chain.map(readCertificate).join(""), key: readKey(keyBytes(pair.key)).export({ type: "pkcs8", format: "pem" }) as string };
}

function keyBytes(key: unknown): Buffer {
	if (!(key instanceof ArrayBuffer) && !(key instanceof Uint8Array))
		throw new TypeError(CLIENT_KEY_REFUSED);
	return Buffer.from(viewOf(key));
}

function readKey(key: string | Buffer): KeyObject {
	try {
		return typeof key === "string" ? createPrivateKey(key) : createPrivateKey({ key, format: "der", type: "pkcs8" });
	}
	catch (error) {
		throw new TypeError(CLIENT_KEY_REFUSED, { cause: error });
	}
}

function readCertificate(bytes: Uint8Array): X509Certificate {
	try {
		return new X509Certificate(bytes);
	}
	catch (error) {
		throw new TypeError(CLIENT_CERTIFICATE_REFUSED, { cause: error });
	}
}
