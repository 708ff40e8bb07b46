/**
 * Why there is no trusted connection, or no more. A TLS socket hands it to `onError`, and throws it when a CA certificate
 * that it was given is none. The text is one of those below, the same on every platform.
 */
export class TLSError extends Error {}

// What those look at that don't know the class. On devices Error.prototype is frozen, so that to assign it would throw.
Object.defineProperty(TLSError.prototype, "name", { value: "TLSError" });

/** Certificate and clock. */
export const CERTIFICATE_EXPIRED = "certificate has expired";
/** A device whose clock was never set is in 1970. */
export const CERTIFICATE_NOT_YET_VALID = "certificate is not yet valid, or the clock is not set";
/** The chain is broken, forged, or ends in a CA that was not given. */
export const CERTIFICATE_UNTRUSTED = "certificate is not signed by a trusted CA";
export const CERTIFICATE_SELF_SIGNED = "certificate is self-signed";
/** For what else can be wrong with one, such as a purpose that is not a server's. */
export const CERTIFICATE_REFUSED = "certificate can't be accepted";
/** A CA certificate in the options is not DER, or not a certificate. */
export const AUTHORITY_UNREADABLE = "CA certificate is not a certificate in DER";

/** Before the handshake is complete. */
export const NOT_TLS = "peer does not speak TLS";
export const VERSION_REFUSED = "peer and client have no TLS version in common";
/** Whatever ended the TCP connection. */
export const HANDSHAKE_CUT = "peer closed during the TLS handshake";
/** An alert of the peer's, or no cipher in common, or bytes that make no sense. */
export const HANDSHAKE_FAILED = "TLS handshake failed";

/** After it. */
export const RECORD_DAMAGED = "TLS record is damaged";
/** The TCP connection was closed and TLS was not: what came may not be all (RFC 8446, section 6.1). */
export const STREAM_CUT = "peer closed without ending TLS";
export const PEER_ALERT = "peer ended TLS with an alert";

const namesShown = 3;

/**
 * The text for a certificate that is another host's.
 * @param wanted name or address that was looked for
 * @param names what the certificate is for; the first few are told
 */
export function certificateForOther(wanted: string, names: readonly string[]): string {
	if (names.length === 0)
		return "certificate is not for " + wanted;
	const shown = names.length > namesShown ? names.slice(0, namesShown).join(", ") + ", …" : names.join(", ");
	return "certificate is for " + shown + ", not " + wanted;
}
