/** What `ResponseParser.next` found: more bytes are needed. */
export const EVENT_MORE = 0;
/** The head of the final response is complete: `head` has status and fields. */
export const EVENT_HEAD = 1;
/** `available` bytes of the body are in the buffer. */
export const EVENT_BODY = 2;
/** The response is complete. */
export const EVENT_DONE = 3;
/** The bytes are no HTTP/1.1 response; `error` says why. */
export const EVENT_ERROR = 4;
