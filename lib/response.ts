import { parseJSON } from "./shared/safe-json.js";

/**
 * Kind of a call's failure; "" when it succeeded.
 *
 * | kind | what it says |
 * |---|---|
 * | `argument` | a parameter is missing or wrong, or a secret would go over plain http to a host that is not known to be private; nothing was sent |
 * | `busy` | the queue is full, or the service has asked for a pause longer than `limits.timeout`, or a log-in has failed and the pause after it is longer; nothing was sent |
 * | `closed` | the client was closed, the call's `signal` has ended it, or the callback of a list or file has thrown |
 * | `dns` | the host name was not resolved, or there is no network |
 * | `connect` | no connection, or it ended before an answer began |
 * | `tls` | no trusted connection |
 * | `timeout` | a deadline is over |
 * | `protocol` | the answer was no HTTP, no JSON, cut short, empty, too early, not UTF-8, or held no record or no token that can be sent |
 * | `too-large` | the answer's body is longer than `limits.body`, or has more values than `limits.values`; a create or update of one record is a success instead |
 * | `auth` | the token has expired or is not accepted, or the log-in with `credentials` was refused |
 * | `http` | the service refused; `statusCode` and `error` say why |
 *
 * After `connect`, `timeout` and `protocol` a create may have been done, after `closed` where `error` says so, and after `too-large` with a
 * status of 200 to 299.
 */
export type Kind = "" | "argument" | "busy" | "closed" | "dns" | "connect" | "tls" | "timeout" | "protocol" | "too-large" | "auth" | "http";

/**
 * What every response has.
 * @typeParam Body what `json` returns unless the call names another type
 */
export interface AnyResponse<Body = unknown> {
	/** HTTP status; 0 when no complete HTTP answer was had. */
	readonly statusCode: number;
	/**
	 * Raw response body; empty for a successful delete and where there was none. `{}`, a record without its fields, for a
	 * create or update that is stored and whose record could not be read: it is longer than `limits.body` or has more values than
	 * `limits.values`, or a repeat found it there and may not read it.
	 */
	readonly body: string;
	/**
	 * Parses the body as JSON, each time that it is called.
	 * @returns its value, whose type is not checked; undefined for a body that is not JSON or is nested deeper than 16 levels, and for a
	 * refusal with too many values
	 * @example
	 * const response = await records.collection("readings").getOneEx("7j2kq0w9x1m5c3v");
	 * const reading = response.json<{ id: string; value: number }>();
	 */
	// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller knows what was asked for
	json<Value = Body>(): Value | undefined;
}

/** The response to a request that has succeeded: the service did what was asked (a status of 200 to 299, the body complete). */
export interface SuccessResponse<Body = unknown> extends AnyResponse<Body> {
	/** Always true. */
	readonly ok: true;
	/** Always "". */
	readonly error: "";
	/** Always "". */
	readonly kind: "";
}

/** The response to a request that has failed. */
export interface FailureResponse extends AnyResponse {
	/** Always false. */
	readonly ok: false;
	/** Error text, one line, not empty: the service's message with its field errors, or what happened. Control characters are blanks. */
	readonly error: string;
	/** The error's kind. */
	readonly kind: Exclude<Kind, "">;
}

/**
 * The outcome of a request; `ok` or `kind` says whether it succeeded. Each is a new object that belongs to the caller.
 * @typeParam Body what `json` of a good one returns unless the call names another type: unknown, or the record of a collection with a type
 * @example
 * const { body, error, kind, ok, statusCode } = await records.collection("readings").getOneEx("7j2kq0w9x1m5c3v");
 * trace(ok ? body : `${kind} ${statusCode}: ${error}`, "\n");
 */
export type ClientResponse<Body = unknown> = SuccessResponse<Body> | FailureResponse;

/** Class of the responses. */
export interface ResponseClass {
	/** Called by the library. */
	new (kind: Kind, statusCode: number, error: string, body: string): ClientResponse;
	/** What all responses inherit from. */
	readonly prototype: ClientResponse;
}

/** Class of the responses, which the library makes: for `instanceof`. */
export const ClientResponse = class {
	readonly ok: boolean;
	readonly statusCode: number;
	readonly error: string;
	readonly body: string;
	readonly kind: Kind;

	constructor(kind: Kind, statusCode: number, error: string, body: string) {
		this.ok = kind === "";
		this.statusCode = statusCode;
		this.error = error;
		this.body = body;
		this.kind = kind;
	}

	json(): unknown {
		// Of a good answer `limits.values` has been asked.
		return this.ok ? parseJSON(this.body, Infinity) : parseJSON(this.body);
	}
} as unknown as ResponseClass;

export const TOKEN_UNUSABLE = "token must be visible ASCII";
export const BODY_GONE = "requestBody was transferred or resized during the call";
export const CLIENT_CLOSED = "the client is closed";
export const ABORTED = "the call was aborted";
/** Of a call of which the service has got something. */
export const ABORTED_LATE = "the call was aborted; the service may have done it";
/** Those that `isPrivateHost` knows. */
const PRIVATE = ", as localhost, .local, .home.arpa, .internal, 10/8, 127/8, 169.254/16, 172.16/12, 192.168/16, fc00::/7 and fe80::/10 are"
	+ " (allowPlainCredentials)";
export const PLAIN_CREDENTIALS = "a password or token would go over plain http to a host that is not known to be private" + PRIVATE;
export const PLAIN_HEADERS = "headers would go over plain http to a host that is not known to be private" + PRIVATE;
export const TOKEN_EXPIRED = "token expired";
export const NOT_COMPLETE = "the answer's JSON is not complete";
export const ANSWERED_EARLY = "the answer came before the request was sent";
export const NOT_READ = "a record with the create's id is there and could not be read: ";
/** JSON of a record that is stored and could not be read back. */
export const NO_FIELDS = "{}";
export const NO_TOKEN = "the answer holds no token";
export const LOGIN_FAILED = "the log-in has failed: ";

/**
 * A call that failed before or without a complete answer.
 */
export function failure(kind: Kind, error: string): ClientResponse {
	return new ClientResponse(kind, 0, printable(error), "");
}

/**
 * Text that comes from outside, for `error`: without line ends, and without what else makes a terminal or a log show another
 * text than there is.
 */
export function printable(text: string): string {
	return text.replace(/[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+/g, " ");
}

/** The response to a call that makes no request, because an argument is missing or wrong. */
export function refused(fault: string): Promise<ClientResponse> {
	return Promise.resolve(failure("argument", fault));
}
