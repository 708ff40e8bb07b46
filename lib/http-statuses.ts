/** Status codes of HTTP by name (RFC 9110, section 15). Constants alone: each bundle has those that it names. */
export const SWITCHING_PROTOCOLS = 101;
/** The first status of a final answer, and of a success. */
export const OK = 200;
export const NO_CONTENT = 204;
export const PARTIAL_CONTENT = 206;
/** The first status that is no success. */
export const MULTIPLE_CHOICES = 300;
export const NOT_MODIFIED = 304;
/** The first status of a refusal. */
export const BAD_REQUEST = 400;
export const UNAUTHORIZED = 401;
export const FORBIDDEN = 403;
export const NOT_FOUND = 404;
export const METHOD_NOT_ALLOWED = 405;
export const REQUEST_TIMEOUT = 408;
export const CONTENT_TOO_LARGE = 413;
/** Refused before it was done (RFC 6585, section 4). */
export const TOO_MANY_REQUESTS = 429;
/** The first status of a failure of the service's own. */
export const INTERNAL_SERVER_ERROR = 500;
export const SERVICE_UNAVAILABLE = 503;
