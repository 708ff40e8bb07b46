/** Errors of Node's TLS in the words of the library. */
import {
	AUTHORITY_REFUSED, CERTIFICATE_EXPIRED, CERTIFICATE_NOT_YET_VALID, CERTIFICATE_REFUSED, CERTIFICATE_SELF_SIGNED, CERTIFICATE_UNTRUSTED,
	certificateForOther, HANDSHAKE_FAILED, NOT_TLS, NOTHING_IN_COMMON, PATH_TOO_LONG, PEER_ALERT, PURPOSE_REFUSED, RECORD_DAMAGED, TLSError, VERSION_REFUSED
} from "../lib/tls/tls-error.js";

interface NodeTLSError extends NodeJS.ErrnoException {
	/** The peer's certificate, when it is another host's. */
	readonly cert?: { readonly subjectaltname?: string };
}

/** Texts by the error's code; those of OpenSSL's verification and of its handshake. */
const handshakeFaults: Readonly<Record<string, string>> = {
	CERT_HAS_EXPIRED: CERTIFICATE_EXPIRED,
	CERT_NOT_YET_VALID: CERTIFICATE_NOT_YET_VALID,
	DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE_SELF_SIGNED,
	SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE_UNTRUSTED,
	UNABLE_TO_GET_ISSUER_CERT: CERTIFICATE_UNTRUSTED,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE_UNTRUSTED,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE_UNTRUSTED,
	CERT_SIGNATURE_FAILURE: CERTIFICATE_UNTRUSTED,
	CERT_UNTRUSTED: CERTIFICATE_UNTRUSTED,
	INVALID_CA: AUTHORITY_REFUSED,
	INVALID_PURPOSE: PURPOSE_REFUSED,
	PATH_LENGTH_EXCEEDED: PATH_TOO_LONG,
	// An issuer that may not issue has no code of its own.
	UNSPECIFIED: CERTIFICATE_UNTRUSTED,
	ERR_SSL_WRONG_VERSION_NUMBER: NOT_TLS,
	ERR_SSL_PACKET_LENGTH_TOO_LONG: NOT_TLS,
	ERR_SSL_UNSUPPORTED_PROTOCOL: VERSION_REFUSED,
	ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: VERSION_REFUSED,
	ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: NOTHING_IN_COMMON,
	ERR_SSL_TLSV1_ALERT_INSUFFICIENT_SECURITY: NOTHING_IN_COMMON
};

/** How far a connection has come: nothing was heard of the server; its hello has come; the client's part of the handshake is done; the server's, too. */
export const ASKED = 0, GREETED = 1, SECURED = 2, CONFIRMED = 3;
export type Progress = typeof ASKED | typeof GREETED | typeof SECURED | typeof CONFIRMED;

/**
 * Makes the error that a socket reports.
 * @param error of Node's TLS
 * @param wanted name or address that the certificate should be for
 */
export function tlsFault(error: NodeTLSError, wanted: string, progress: Progress): TLSError {
	return new TLSError(progress >= SECURED ? streamFault(error, progress) : handshakeFault(error, wanted, progress), { cause: error });
}

function handshakeFault({ code = "", cert }: NodeTLSError, wanted: string, progress: Progress): string {
	if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
		return certificateForOther(wanted, namesOf(cert?.subjectaltname ?? ""));
	// Once it has said hello, cipher and curve are settled: what fails then is the client's certificate.
	if (progress === GREETED && handshakeFaults[code] === NOTHING_IN_COMMON)
		return HANDSHAKE_FAILED;
	return handshakeFaults[code] ?? (code.startsWith("ERR_") || code === "EPROTO" ? HANDSHAKE_FAILED : CERTIFICATE_REFUSED);
}

function streamFault({ code = "" }: NodeTLSError, progress: Progress): string {
	if (!isAlert(code))
		return RECORD_DAMAGED;
	return progress === CONFIRMED ? PEER_ALERT : HANDSHAKE_FAILED;
}

function isAlert(code: string): boolean {
	return code.includes("_ALERT_");
}

/** Host names and addresses in Node's text for a certificate's alternative names. Names that it had to quote are left out. */
function namesOf(text: string): string[] {
	return [...text.matchAll(/(DNS|IP Address):([^,"]+)/g)].map(([, kind, name]) => kind === "DNS" ? name : name.toLowerCase());
}
