/**
 * Texts that a request's way compares with or hands on. XS copies a literal of a preloaded module to the heap each time it
 * is evaluated, 12 bytes at least; a constant stays in flash. So what runs once a request names them from here.
 */
export const EMPTY = "";
export const DELETE = "DELETE";
export const GET = "GET";
export const PATCH = "PATCH";
export const POST = "POST";
export const PUT = "PUT";
export const JSON_TYPE = "application/json";
/** Behind a collection's path. */
export const LOGIN_PATH = "/auth-with-password";
/** What typeof says. */
export const TYPE_NUMBER = "number";
export const TYPE_STRING = "string";
