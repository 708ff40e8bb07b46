/** CA certificates as they are at hand on Node: DER as the library takes it, or PEM, one or more in a text. */
import { X509Certificate } from "node:crypto";

const pem = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
/** First byte of every certificate in DER: a SEQUENCE. */
const derSequence = 0x30;

/** CA certificates in DER, or in PEM as text or as the bytes of a file; several as an array or in one PEM text. */
export type Certificates = string | ArrayBuffer | Uint8Array | readonly (string | ArrayBuffer | Uint8Array)[];

/**
 * Makes DER of all.
 * @returns new arrays for what was PEM, the same for what was DER already
 * @param option whose value it is
 * @throws TypeError when one can't be read
 */
export function certificatesInDER(given: Certificates, option = "tls.ca"): (ArrayBuffer | Uint8Array)[] {
	const several: unknown = isOne(given) ? [given] : given;
	if (!Array.isArray(several) || !several.every(isOne))
		throw new TypeError(`${option} must be a certificate in DER or PEM, or several`);
	return several.flatMap((certificate) => {
		const text = typeof certificate === "string" ? certificate : pemOf(certificate);
		return text === undefined ? [certificate as ArrayBuffer | Uint8Array] : fromPEM(text, option);
	});
}

function isOne(value: unknown): value is string | ArrayBuffer | Uint8Array {
	return typeof value === "string" || value instanceof ArrayBuffer || value instanceof Uint8Array;
}

/** PEM text of a file's bytes, undefined for DER. */
function pemOf(certificate: ArrayBuffer | Uint8Array): string | undefined {
	const bytes = certificate instanceof Uint8Array ? certificate : new Uint8Array(certificate);
	return bytes[0] === derSequence ? undefined : Buffer.from(bytes).toString("latin1");
}

function fromPEM(text: string, option: string): Uint8Array[] {
	const found = text.match(pem);
	if (found === null)
		throw new TypeError(`${option} holds no certificate in PEM or DER`);
	return found.map((one) => {
		try {
			return new Uint8Array(new X509Certificate(one).raw);
		}
		catch {
			throw new TypeError(`${option} holds a certificate in PEM that can't be read`);
		}
	});
}
