/**
 * Texts that a request's way compares with or hands on. XS copies a literal of a preloaded module to the heap each time it
 * is evaluated, 12 bytes at least; a constant stays in flash. So what runs once a request names them from here.
 */
export const NONE = "";
export const DELETE = "DELETE";
export const GET = "GET";
export const HEAD = "HEAD";
export const PATCH = "PATCH";
export const POST = "POST";
export const PUT = "PUT";
export const AUTHORIZATION = "authorization";
export const CONTENT_LENGTH = "content-length";
export const CONTENT_TYPE = "content-type";
export const DATE = "date";
export const RETRY_AFTER = "retry-after";
export const JSON_TYPE = "application/json";
/** What typeof says. */
export const A_FUNCTION = "function";
export const A_NUMBER = "number";
export const A_STRING = "string";
export const AN_OBJECT = "object";
