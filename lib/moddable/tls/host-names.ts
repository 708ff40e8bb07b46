/** Host names as certificates have them: bytes, in any case (RFC 9525, 6.3). Imports nothing of the SDK. */

const ASTERISK = 42;
const DOT = 46;
const CASE = 0x20;

/** Characters of a name that are shown. */
const SHOWN = 64;

/** Whether the text is an IPv4 address; no DNS name ends in a digit (RFC 3696, 2). */
export function isAddress(name: string): boolean {
	return /^[0-9.]+$/.test(name);
}

/** The characters of a name; one that is not ASCII is a zero, which no name has. */
export function bytesOf(name: string): Uint8Array {
	return Uint8Array.from(name, (character) => {
		const code = character.charCodeAt(0);
		return code < 0x80 ? code : 0;
	});
}

/** The beginning of a name as it can be shown: what is not printable ASCII is a question mark. */
export function printableName(name: Uint8Array): string {
	let text = "";
	for (let at = 0; at < name.length && at < SHOWN; at++)
		text += name[at] > CASE && name[at] < 0x7f ? String.fromCharCode(name[at]) : "?";
	return text;
}

/** Whether a name of a certificate stands for `name`: an asterisk is its whole first label, and two more must follow. */
export function isFor(pattern: Uint8Array, name: Uint8Array): boolean {
	if (pattern[0] !== ASTERISK)
		return pattern.length === name.length && endsWith(name, pattern);
	const label = name.indexOf(DOT);
	return label > 0 && name.indexOf(DOT, label + 2) > 0 && pattern.length - 1 === name.length - label && endsWith(name, pattern.subarray(1));
}

/**
 * Whether `name` is `domain`, or a name in it; all names are in the empty one. A domain with a dot in front has the names in
 * it only: RFC 5280 has no such domains for DNS names, but CAs write them, and OpenSSL and Go take them so.
 */
export function isWithin(name: Uint8Array, domain: Uint8Array): boolean {
	const rest = name.length - domain.length;
	return domain.length === 0 || (endsWith(name, domain) && (rest === 0 || name[rest - 1] === DOT || domain[0] === DOT));
}

function endsWith(name: Uint8Array, end: Uint8Array): boolean {
	const rest = name.length - end.length;
	if (rest < 0)
		return false;
	for (let at = 0; at < end.length; at++) {
		// A zero stands for what is not ASCII, and is equal to nothing.
		if (end[at] === 0 || lower(end[at]) !== lower(name[rest + at]))
			return false;
	}
	return true;
}

function lower(character: number): number {
	return character >= 65 && character <= 90 ? character + CASE : character;
}
