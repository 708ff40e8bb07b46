/** What a client shows of itself (RFC 5246, 7.4.6 and 7.4.8). Imports nothing of the SDK. */
import type { ByteBuffer } from "../platform.js";
import { CLIENT_CERTIFICATE_REFUSED, CLIENT_KEY_REFUSED } from "./tls-error.js";
import type { ClientPair } from "./tls-options.js";
import { readCertificate } from "./certificate.js";
import { isKeyOf, signECDSA } from "./ecdsa.js";
import { ECDSA, joined, SHA256 } from "./messages.js";
import type { Primitives } from "./primitives.js";

/** Bytes of all certificates: they are kept, and each handshake has them twice more. */
const CHAIN_MAXIMUM = 4096;

/**
 * A key on P-256, in hexadecimal: PKCS #8 (RFC 5958, 2; RFC 5915, 3) as OpenSSL, Go and WebCrypto write it, and what a certificate
 * says of it (RFC 5480, 2). Between and after these are the secret number and the point, which is not compressed.
 */
const ALGORITHM = "301306072a8648ce3d020106082a8648ce3d030107";
const KEY = "308187020100" + ALGORITHM + "046d306b0201010420";
const KEY_POINT = "a14403420004";
const INFO = ALGORITHM + "03420004";
/** Digits of the secret number. */
const SECRET_SIZE = 64;

/** Certificate and key of a client. */
export class ClientIdentity {
	/** DER, the client's own first. */
	readonly chain: readonly Uint8Array[];
	/** SHA-256 of its own certificate, in hexadecimal. */
	readonly fingerprint: string;
	private readonly key: Uint8Array;
	private readonly primitives: Primitives;

	/**
	 * @param pair copied
	 * @throws TypeError that names the option
	 */
	constructor(pair: ClientPair, primitives: Primitives) {
		const chain = this.chain = ([] as ByteBuffer[]).concat(pair.certificate).map(copyOf);
		let info = "";
		try {
			info = primitives.toHex(chain.map(readCertificate)[0].key);
		}
		catch {
			// Not a certificate.
		}
		if (!info.startsWith(INFO) || chain.reduce((sum, one) => sum + one.length, 0) > CHAIN_MAXIMUM)
			throw new TypeError(CLIENT_CERTIFICATE_REFUSED);
		const digits = primitives.toHex(copyOf(pair.key));
		const secret = digits.slice(KEY.length, KEY.length + SECRET_SIZE);
		this.key = primitives.fromHex(secret);
		const point = info.slice(INFO.length);
		if (digits !== KEY + secret + KEY_POINT + point || !isKeyOf(this.key, primitives.fromHex(point), primitives))
			throw new TypeError(CLIENT_KEY_REFUSED);
		this.primitives = primitives;
		this.fingerprint = primitives.toHex(primitives.digest("SHA256", [chain[0]]));
	}

	/** The proof that the client has the key: content of a CertificateVerify. @param digest SHA-256 of all messages of the handshake so far */
	proof(digest: Uint8Array): Uint8Array {
		const signature = signECDSA(this.key, digest, this.primitives);
		return joined(Uint8Array.of(SHA256, ECDSA, 0, signature.length), signature);
	}
}

function copyOf(bytes: ByteBuffer): Uint8Array {
	return bytes instanceof Uint8Array ? bytes.slice() : new Uint8Array(bytes.slice(0));
}
