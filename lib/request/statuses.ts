/** Status codes by name (RFC 9110, section 15). */
export const BAD_REQUEST = 400;
export const PAYMENT_REQUIRED = 402;
export const FORBIDDEN = 403;
export const NOT_FOUND = 404;
export const METHOD_NOT_ALLOWED = 405;
export const REQUEST_TIMEOUT = 408;
export const CONTENT_TOO_LARGE = 413;
/** Refused before it was done (RFC 6585, section 4). */
export const TOO_MANY_REQUESTS = 429;
export const INTERNAL_SERVER_ERROR = 500;
