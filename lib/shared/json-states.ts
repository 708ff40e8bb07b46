/** Where a place of JSON is: between texts; in a text; in a text, after a backslash. lib/moddable/json-scan.c has the same. */
export const BETWEEN = 0;
export const IN_TEXT = 1;
export const ESCAPED = 2;
/** Bits that these take. */
export const STATE_BITS = 2;
export const STATES = 3;

/** In place of levels: of text that is no whole JSON, because it closes more than it opens, or less. */
export const UNBALANCED = -1;
