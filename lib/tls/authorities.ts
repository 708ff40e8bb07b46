import type { ByteBuffer } from "../platform.js";
import { AUTHORITY_UNREADABLE, TLSError } from "./tls-error.js";
import { type Certificate, readCertificate } from "./certificate.js";
import { SEQUENCE } from "./der.js";
import type { TrustedAuthorities } from "./trust.js";

/** Bytes of tag and length before each of the two structures that a certificate begins with. */
const HEADER = 4;
/** First byte of a length of two bytes. */
const TWO_BYTES = 0x82;

/** CAs that the app gives, in DER. */
export class Authorities implements TrustedAuthorities {
	private readonly given: readonly Uint8Array[];
	private certificates: readonly Certificate[] | undefined;

	/**
	 * Looks at the beginning and the length of each: that finds another format, another file and one that is cut. The rest is read
	 * when a server's certificate is there to be verified, which a session that goes on does not need.
	 * @param given kept, not copied
	 * @throws TLSError when none is given, or one is not a certificate
	 */
	constructor(given: ByteBuffer | readonly ByteBuffer[]) {
		this.given = ([] as ByteBuffer[]).concat(given).map((one) => one instanceof Uint8Array ? one : new Uint8Array(one));
		if (this.given.length === 0 || !this.given.every(isFramed))
			throw new TLSError(AUTHORITY_UNREADABLE);
	}

	/** Reads them, once. */
	for(): readonly Certificate[] {
		try {
			return this.certificates ??= this.given.map(readCertificate);
		}
		catch {
			throw new TLSError(AUTHORITY_UNREADABLE);
		}
	}

	encoded(): readonly Uint8Array[] {
		return this.given;
	}
}

/** No certificate with a key that is accepted has fewer than 256 bytes. */
function isFramed(bytes: Uint8Array): boolean {
	return bytes[0] === SEQUENCE && bytes[1] === TWO_BYTES && (bytes[2] << 8 | bytes[3]) + HEADER === bytes.length
		&& bytes[HEADER] === SEQUENCE;
}
