/**
 * Why there is no trusted connection, or no longer one. A TLS socket passes it to `onError`, and throws it when a CA certificate
 * in its options is invalid. The text is one of those below, the same on every platform.
 */
export class TLSError extends Error {
	/** What those look at that don't know the class. */
	override get name(): string {
		return "TLSError";
	}
}

/** Certificate and clock. */
export const CERTIFICATE_EXPIRED = "certificate has expired";
/** A device whose clock was never set is in 1970. */
export const CERTIFICATE_NOT_YET_VALID = "certificate is not yet valid, or the clock is not set";
/** The chain is broken, forged, or ends in a CA that was not given. */
export const CERTIFICATE_UNTRUSTED = "certificate is not signed by a trusted CA";
export const CERTIFICATE_SELF_SIGNED = "certificate is self-signed";
/** No certificate, too many, or something that has no text of its own. */
export const CERTIFICATE_REFUSED = "certificate can't be accepted";
/** Not DER, an invalid field (RFC 5280, 4.1), invalid dates, an extension that occurs twice. */
export const CERTIFICATE_MALFORMED = "certificate is malformed";
/** MD5, SHA-1, or anything but PKCS #1 v1.5 and ECDSA with SHA-256, SHA-384 or SHA-512. */
export const SIGNATURE_REFUSED = "certificate is signed by an algorithm that is not accepted";
/** Not RSA of 2,048 to 4,096 bits, P-256 or P-384, or numbers that are not a key. */
export const KEY_REFUSED = "certificate has a key that is not accepted";
/** By the issuer's basic constraints or key usage, or because it has none. */
export const AUTHORITY_REFUSED = "certificate's issuer is not a CA";
export const PATH_TOO_LONG = "certificate chain is longer than one of its CAs allows";
/** Key usage or extended key usage, its own or that of a CA above it. */
export const PURPOSE_REFUSED = "certificate is not for a TLS server";
export const EXTENSION_UNKNOWN = "certificate has a critical extension that is not known";
export const CONSTRAINTS_UNKNOWN = "certificate has name constraints that are not understood";
export const NAME_NOT_PERMITTED = "certificate is for a name that its CA may not certify";
/** A CA certificate in the options is not DER, or not a certificate. */
export const AUTHORITY_UNREADABLE = "CA certificate is not a certificate in DER";

/** Of the client's own, in the options: a TypeError. */
export const CLIENT_CERTIFICATE_REFUSED = "tls.certificate must have a P-256 key, in DER, 4,096 bytes at most";
export const CLIENT_KEY_REFUSED = "tls.key must be tls.certificate's, PKCS #8 in DER";

/** Before the handshake is complete. */
export const NOT_TLS = "peer does not speak TLS";
export const VERSION_REFUSED = "peer and client have no TLS version in common";
/** Whatever ended the TCP connection. */
export const HANDSHAKE_CUT = "peer closed during the TLS handshake";
/** The peer's alert in place of its hello: none of the ciphers and curves, or its certificate's key is on another curve (RFC 8422, 5.1). */
export const NOTHING_IN_COMMON = "peer and client have no TLS cipher, curve or kind of key in common";
/** Another alert of the peer's, or bytes that make no sense. */
export const HANDSHAKE_FAILED = "TLS handshake failed";

/** Lengths that do not fit together (RFC 5246, 7.4), or a message of more than 16,384 bytes or in more than 64 records. */
export const HANDSHAKE_MALFORMED = "TLS handshake message is malformed";
/** In its request for a client's certificate, which is longer than 16,384 bytes. */
export const TOO_MANY_AUTHORITIES = "TLS server names too many CAs of client certificates";
/** Whoever answers has the certificate, but not its key. */
export const KEY_EXCHANGE_FORGED = "TLS handshake is not signed with the certificate's key";
export const KEY_EXCHANGE_REFUSED = "TLS handshake has a key that is not accepted";

/** After it. */
export const RECORD_DAMAGED = "TLS record is damaged";
/** The TCP connection was closed and TLS was not: what came may not be all (RFC 8446, section 6.1). */
export const STREAM_CUT = "peer closed without ending TLS";
/** Neither data nor an alert, once the handshake is complete: most likely the peer asks for another one (RFC 5246, 7.4.1.1). */
export const RECORD_UNEXPECTED = "peer sent a TLS record that must not come now";
export const PEER_ALERT = "peer ended TLS with an alert";

/** Most names in the text for another host's certificate. */
export const NAMES_SHOWN = 3;

/**
 * The text for a certificate that is another host's.
 * @param wanted name or address that was looked for
 * @param names of the certificate; the text holds the first few
 */
export function certificateForOther(wanted: string, names: readonly string[]): string {
	if (names.length === 0)
		return "certificate is not for " + wanted;
	const more = names.length > NAMES_SHOWN ? ", …" : "";
	return "certificate is for " + names.slice(0, NAMES_SHOWN).join(", ") + more + ", not " + wanted;
}
