/**
 * What XS and Node say to each other, the same on both sides. Everything is a frame: its kind, two numbers and bytes.
 * XS calls Node with a frame and waits for a frame as answer; Node gives XS frames too, each on a turn of its own.
 */

/** XS calls Node. `id` is a socket, look-up, timer, file or call, numbered by XS (calls: by Node). */
export const SOCKET_OPEN = 1; // payload: JSON of the socket's options
export const SOCKET_READ = 2; // value: bytes wanted, ALL for all; answered with BYTES or NOTHING
export const SOCKET_WRITE = 3; // payload: what to write; answered with NUMBER, what can still be written, or NOTHING
export const LOOKUP = 5; // payload: JSON of the host
export const PREFERENCE_GET = 9; // payload: JSON of domain and key; answered with BYTES, value: how to read them, or NOTHING
export const PREFERENCE_SET = 10; // id: bytes of that JSON, value: how to read what follows it
export const PREFERENCE_DELETE = 11;
export const TRACE = 13; // payload: text
export const FAULT = 14; // payload: text of an exception or rejection that nobody handles
export const SETTLED = 15; // value: 1 fulfilled, payload JSON; 0 rejected, payload text
export const RANDOM = 16; // answered with NUMBER
export const FILE_OPEN = 17; // payload: JSON of path and mode
export const FILE_READ = 18; // value: position, payload: JSON of the bytes wanted; answered with BYTES, fewer at the file's end
export const FILE_WRITE = 19; // value: position, payload: what to write
export const FILE_SIZE = 20; // value: bytes that the file is to have
export const FILE_FLUSH = 21;
export const FILE_CLOSE = 22;
export const FILE_STATUS = 23; // payload: JSON of a path; answered with NUMBER, 1 for a file, 0 for none

/** XS tells Node, and waits for nothing: without a payload, in front of the next frame that is answered, or at the end of the turn. */
export const SOCKET_CLOSE = 4;
export const LOOKUP_END = 6;
export const TIMER_SET = 7; // value: milliseconds
export const TIMER_CLEAR = 8;

const unanswered = [SOCKET_CLOSE, LOOKUP_END, TIMER_SET, TIMER_CLEAR];

/** Node answers. */
export const NOTHING = 32;
export const NUMBER = 33; // value
export const BYTES = 34; // payload
export const ERROR = 35; // payload: JSON of name and message; XS throws it

/** Node tells XS, each time on a turn of its own. */
export const ON_READABLE = 64; // value: bytes
export const ON_WRITABLE = 65; // value: bytes
export const ON_ERROR = 66; // payload: JSON of name and message, value 1; or neither
export const ON_RESOLVED = 67; // payload: address
export const ON_UNRESOLVED = 68; // payload: text
export const ON_TIMER = 69;
export const LOAD = 70; // value: bytes of the specifier, which the source follows
export const CALL = 71; // payload: JSON of specifier, name and arguments; ends with SETTLED
export const EVALUATE = 72; // payload: script; ends with SETTLED

/** How a preference's bytes are to be read. */
export const AS_TEXT = 1;
export const AS_JSON = 2;
export const AS_BYTES = 3;

/** SOCKET_READ: as many bytes as there are. */
export const ALL = 0xffffffff;

/** Bytes in front of a frame's payload. */
export const HEADER = 9;

/** Makes a frame; the buffer is exactly as long as the frame. */
export function frame(kind: number, id = 0, value = 0, payload?: Uint8Array): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(HEADER + (payload === undefined ? 0 : payload.length));
	bytes[0] = kind;
	putWord(bytes, 1, id);
	putWord(bytes, 5, value);
	if (payload !== undefined)
		bytes.set(payload, HEADER);
	return bytes;
}

/** The frame behind those that nothing is answered to; `onTold` gets each of these. Empty where they are all. */
export function behindTold(bytes: Uint8Array, onTold: (frame: Uint8Array) => void): Uint8Array {
	let at = 0;
	while (unanswered.includes(bytes[at])) {
		onTold(bytes.subarray(at, at + HEADER));
		at += HEADER;
	}
	return bytes.subarray(at);
}

/** A frame's first number. */
export function idOf(bytes: Uint8Array): number {
	return wordAt(bytes, 1);
}

/** A frame's second number. */
export function valueOf(bytes: Uint8Array): number {
	return wordAt(bytes, 5);
}

/** A view of a frame's payload. */
export function payloadOf(bytes: Uint8Array): Uint8Array {
	return bytes.subarray(HEADER);
}

function putWord(bytes: Uint8Array, offset: number, word: number): void {
	bytes[offset] = word;
	bytes[offset + 1] = word >>> 8;
	bytes[offset + 2] = word >>> 16;
	bytes[offset + 3] = word >>> 24;
}

function wordAt(bytes: Uint8Array, offset: number): number {
	return (bytes[offset] | bytes[offset + 1] << 8 | bytes[offset + 2] << 16 | bytes[offset + 3] << 24) >>> 0;
}

/** Makes a frame for XS when its turn has come; undefined when there is nothing to tell any more. */
export type Event = () => Uint8Array | undefined;
