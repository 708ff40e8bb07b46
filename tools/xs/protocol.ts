/**
 * What XS and Node say to each other, the same on both sides. Everything is a frame: its kind, two numbers and bytes.
 * XS calls Node with a frame and waits for a frame as answer; Node gives XS frames too, each on a turn of its own.
 */

/**
 * What XS calls Node for, by the name of what does it there (device.ts, engine.ts); a frame's kind is the place in this list. `id` is a
 * socket, look-up, timer, file or call, numbered by XS (calls: by Node). To the first ones Node answers nothing: without a payload they
 * stand in front of the next frame that is answered, or at the end of the turn.
 */
export const calls = [
	"closeSocket", "endLookup", "setTimer", "clearTimer",
	"openSocket", "readSocket", "writeSocket", "lookUp",
	"openFile", "readFile", "writeFile", "resizeFile", "flushFile", "closeFile", "isFile",
	"getPreference", "setPreference", "deletePreference",
	"random", "trace", "fault", "settle"
] as const;

export type CallName = typeof calls[number];

const unanswered = calls.indexOf("openSocket");

/** What Node tells XS, by the name of what does it there (worker/boot.ts), each time on a turn of its own. */
export const events = ["readable", "writable", "failed", "resolved", "unresolved", "timer", "load", "call", "evaluate"] as const;

export type EventName = typeof events[number];

/** Does what a frame is for. */
export type Does<Result> = (id: number, value: number, payload: Uint8Array) => Result;

/** Node answers nothing, a number, bytes, or JSON of the name and message of an error, which XS throws. */
export const NOTHING = 32;
export const NUMBER = 33;
export const BYTES = 34;
export const ERROR = 35;

/** In the place of a count: as many bytes as there are. */
export const ALL = 0xffffffff;

/** Bytes in front of a frame's payload. */
const HEADER = 9;

export const encoder = new TextEncoder();
export const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

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
	while (bytes[at] < unanswered) {
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

/** A payload of JSON. */
export function jsonOf(payload: Uint8Array): unknown {
	return JSON.parse(decoder.decode(payload));
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

/** A frame for XS. */
export function eventFrame(name: EventName, id = 0, value = 0, payload?: Uint8Array): Uint8Array {
	return frame(events.indexOf(name), id, value, payload);
}
