import type { Text } from "../lib/platform.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** UTF-8 over Node's encoder and decoder. A lone surrogate is encoded as U+FFFD; a byte order mark is kept. */
export const text: Text = {
	encode(text) {
		return encoder.encode(text);
	},
	encodeInto(text, target) {
		return encoder.encodeInto(text, target).written;
	},
	decodeBase64url(text) {
		return /^[\w-]*$/.test(text) && text.length % 4 !== 1 ? Buffer.from(text, "base64url") : undefined;
	},
	/** @throws RangeError when the bytes asked for are not all in `bytes` */
	decode(bytes, offset, length) {
		if (offset < 0 || length < 0 || offset + length > bytes.length)
			throw new RangeError("out of range");
		try {
			return decoder.decode(bytes.subarray(offset, offset + length));
		}
		catch {
			return undefined;
		}
	}
};
