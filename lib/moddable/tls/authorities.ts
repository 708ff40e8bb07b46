import type { ByteBuffer } from "../../platform.js";
import { AUTHORITY_UNREADABLE, TLSError } from "../../tls/error.js";
import { type Certificate, readCertificate } from "./certificate.js";
import { SEQUENCE } from "./der.js";

/** Bytes of tag and length before each of the two structures that a certificate begins with. */
const HEADER = 4;
/** First byte of a length of two bytes. */
const TWO_BYTES = 0x82;

/** CAs that the app gives, in DER. */
export class Authorities {
	/** As they are given. */
	readonly encoded: readonly Uint8Array[];
	private certificates: readonly Certificate[] | undefined;

	/**
	 * Looks at the beginning and the length of each: that finds another format, another file and one that is cut. The rest is read
	 * when a server's certificate is there to be verified, which a session that goes on does not need.
	 * @param given kept, not copied
	 * @throws TLSError when none is given, or one is not a certificate
	 */
	constructor(given: ByteBuffer | readonly ByteBuffer[]) {
		const all = Array.isArray(given) ? given as readonly ByteBuffer[] : [given as ByteBuffer];
		this.encoded = all.map((one) => one instanceof Uint8Array ? one : new Uint8Array(one));
		if (all.length === 0 || !this.encoded.every(isFramed))
			throw new TLSError(AUTHORITY_UNREADABLE);
	}

	/** Reads them, once. @throws TLSError when one is not a certificate */
	read(): readonly Certificate[] {
		try {
			return this.certificates ??= this.encoded.map(readCertificate);
		}
		catch {
			throw new TLSError(AUTHORITY_UNREADABLE);
		}
	}
}

/** No certificate with a key that is accepted has fewer than 256 bytes. */
function isFramed(bytes: Uint8Array): boolean {
	return bytes[0] === SEQUENCE && bytes[1] === TWO_BYTES && (bytes[2] << 8 | bytes[3]) + HEADER === bytes.length && bytes[HEADER] === SEQUENCE;
}
