/** How the end of a message body is known (RFC 9112, section 6.3). */
export const FRAMING_NONE = 0;
export const FRAMING_FIXED = 1;
export const FRAMING_CHUNKED = 2;
export const FRAMING_TO_END = 3;

/**
 * Decides how a response's body is framed.
 * @param head whether the request's method was HEAD
 * @param status final status code
 * @param chunked whether Transfer-Encoding is chunked
 * @param length the Content-Length in bytes, -1 without one
 * @returns one of the FRAMING_ constants
 */
export function framing(head: boolean, status: number, chunked: boolean, length: number): number {
	if (head || status === 204 || status === 304)
		return FRAMING_NONE;
	if (chunked)
		return FRAMING_CHUNKED;
	if (length < 0)
		return FRAMING_TO_END;
	return length === 0 ? FRAMING_NONE : FRAMING_FIXED;
}
