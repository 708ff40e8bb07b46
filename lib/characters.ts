/** Characters of texts and bytes, by their codes: an expression would be worked out at each use. */
/** What ends a line of HTTP, as text. */
export const CRLF = "\r\n";
export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const DOUBLE_QUOTE = 0x22;
export const AMPERSAND = 0x26;
export const SINGLE_QUOTE = 0x27;
export const COMMA = 0x2c;
export const DOT = 0x2e;
export const SLASH = 0x2f;
export const ZERO = 0x30;
export const NINE = 0x39;
export const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const BAR = 0x7c;
export const CLOSE_BRACE = 0x7d;
