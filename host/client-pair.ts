/** What a client shows of itself, as Node has and takes it: the same as devices take, and PEM. */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import type { ByteBuffer } from "../lib/platform.js";
import { CLIENT_CERTIFICATE_REFUSED, CLIENT_KEY_REFUSED } from "../lib/tls/tls-error.js";
import type { ClientPair } from "../lib/tls/tls-options.js";
import { viewOf } from "./socket-options.js";

/** Options of Node's TLS, in PEM. */
export interface PairInPEM {
	readonly cert: string;
	readonly key: string;
}

const pem = "-----BEGIN";
const curve = "prime256v1";
/** Bytes of all certificates, on devices. */
const chainMaximum = 4096;

/** Makes PKCS #8 in DER of a key in PEM, text or the bytes of a file; DER stays as it is. @throws TypeError when it can't be read */
export function keyInDER(key: unknown): ByteBuffer {
	const text = typeof key === "string" ? key : keyBytes(key).toString("latin1");
	return text.includes(pem) || typeof key === "string" ? new Uint8Array(readKey(text).export({ type: "pkcs8", format: "der" })) : key as ByteBuffer;
}

/** @throws TypeError that names what devices would not take either */
export function pairInPEM({ certificate, key }: ClientPair): PairInPEM {
	const chain = ([] as ByteBuffer[]).concat(certificate).map(viewOf);
	const certificates = chain.map(readCertificate);
	if (certificates[0].publicKey.asymmetricKeyDetails?.namedCurve !== curve || chain.reduce((sum, { length }) => sum + length, 0) > chainMaximum)
		throw new TypeError(CLIENT_CERTIFICATE_REFUSED);
	const own = readKey(keyBytes(key));
	if (!certificates[0].checkPrivateKey(own))
		throw new TypeError(CLIENT_KEY_REFUSED);
	return { cert: certificates.join(""), key: own.export({ type: "pkcs8", format: "pem" }) as string };
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
