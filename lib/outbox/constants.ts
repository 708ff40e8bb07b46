/**
 * Texts that each `put` needs. XS copies a literal of a preloaded module to the heap each time it is evaluated, 12 bytes at
 * least; a constant stays in flash.
 */
export const EMPTY = "";
export const TYPE_STRING = "string";
export const BRACE = "{";
export const FIRST_NAME = '{"';
export const LAST_BRACE = "}";
export const BRACKET = "[";
/** As `JSON.stringify` writes a member of this name. */
export const ID_MEMBER = '"id":';
export const ID_OPENING = '{"id":"';
export const QUOTE = '"';
/** As `JSON.stringify` writes a number that JSON does not have. */
export const NULL = "null";
