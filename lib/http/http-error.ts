/** What kept a request from its answer. The words are those of `ClientResponse.kind`. */
export type HTTPErrorKind = "argument" | "dns" | "connect" | "tls" | "protocol";

/**
 * Why a request or its connection ended. Handed to `onDone` and `onError`, never thrown at a caller but for bad
 * arguments. The text holds nothing of the request: no path, no header, no body.
 */
export class HTTPError extends Error {
	readonly kind: HTTPErrorKind;
	/** True when not a byte of the request had been written, so that it can be sent again whatever its method. */
	readonly unsent: boolean;

	constructor(kind: HTTPErrorKind, message: string, unsent: boolean) {
		super(message);
		this.kind = kind;
		this.unsent = unsent;
	}
}
