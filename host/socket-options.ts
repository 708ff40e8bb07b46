/** Reads the options and arguments of sockets. */
import type { SocketOptions } from "../lib/platform.js";

export type Callback = (...values: unknown[]) => void;

/** @throws TypeError unless it is a function, null or undefined */
export function callbackOf(options: SocketOptions, name: "onReadable" | "onWritable" | "onError"): Callback | undefined {
	const callback: unknown = options[name] ?? undefined;
	if (callback !== undefined && typeof callback !== "function")
		throw new TypeError(name + " is not a function");
	return callback as Callback | undefined;
}

/** @throws RangeError "unknown format" */
export function formatOf(format: unknown): "buffer" | "number" {
	if (format !== "buffer" && format !== "number")
		throw new RangeError("unknown format");
	return format;
}

/**
 * A view of the same bytes.
 * @throws TypeError unless it is an ArrayBuffer or a view of one
 */
export function viewOf(buffer: unknown): Uint8Array {
	if (buffer instanceof ArrayBuffer)
		return new Uint8Array(buffer);
	if (ArrayBuffer.isView(buffer))
		return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
	throw new TypeError("not a buffer");
}
