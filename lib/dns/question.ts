import { DOT } from "../characters.js";

const LONGEST_NAME = 253;
const LONGEST_LABEL = 63;

/**
 * Makes a question for the IPv4 addresses of a host, recursion desired (RFC 1035, section 4.1).
 * @param name ASCII, without a dot at its end
 * @returns the message with an id at random, in a new array; undefined when this is no name that can be asked for
 */
export function makeQuestion(name: string): Uint8Array | undefined {
	const { length } = name;
	if (length > LONGEST_NAME)
		return undefined;
	const bytes = new Uint8Array(length + 18);
	// Each label has its length before it, where the dot of the name is.
	let label = 12;
	for (let at = 0; at <= length; at++) {
		const code = at < length ? name.charCodeAt(at) : DOT;
		if (code === DOT) {
			const count = at + 12 - label;
			if (count === 0 || count > LONGEST_LABEL)
				return undefined;
			bytes[label] = count;
			label = at + 13;
		}
		else if (code > 0x7f)
			return undefined;
		else
			bytes[at + 13] = code;
	}
	bytes[0] = Math.random() * 0x100;
	bytes[1] = Math.random() * 0x100;
	bytes[2] = bytes[5] = bytes[length + 15] = bytes[length + 17] = 1;
	return bytes;
}
