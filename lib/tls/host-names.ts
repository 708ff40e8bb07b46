/** Host names and addresses as certificates have them: bytes, names in any case (RFC 9525, 6.3 and 6.5). Imports nothing of the SDK. */

const ASTERISK = 42;
const DOT = 46;
const CASE = 0x20;

/** Characters of a name that are shown. */
const SHOWN = 64;

/** Bytes of an address, and groups of two bytes of a longer one. */
export const IPV4_SIZE = 4;
export const IPV6_SIZE = 16;
const IPV6_GROUPS = 8;

/** Whether the text is an IP address: no DNS name ends in a digit (RFC 3696, 2), or has a colon. */
export function isAddress(name: string): boolean {
	return /^[0-9.]+$/.test(name) || name.includes(":");
}

/**
 * An IP address (RFC 4291, 2.2) as `printableAddress` writes its bytes; undefined for another text. IPv4 is four decimal numbers without
 * zeros before them.
 */
export function plainAddress(text: string): string | undefined {
	const start = text.lastIndexOf(":") + 1;
	const end = text.slice(start);
	const bytes = Uint8Array.from(end.split("."), Number);
	// Other spellings of a number, and what is too much for a byte, come out as another text.
	const isIPv4 = bytes.length === IPV4_SIZE && bytes.join(".") === end;
	if (start === 0)
		return isIPv4 ? text : undefined;
	const parts = (isIPv4 ? text.slice(0, start) + groupsOf(bytes) : text).split("::");
	const groups = parts.map((part) => part === "" ? [] : part.split(":"));
	const zeros = IPV6_GROUPS - groups.flat().length;
	if (zeros < 0 || parts.length !== (zeros === 0 ? 1 : 2))
		return undefined;
	const all = groups[0].concat(new Array<string>(zeros).fill("0"), groups[1] ?? []);
	return all.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group)) ? all.map((group) => parseInt(group, 16).toString(16)).join(":") : undefined;
}

/** An IP address as it can be shown: of 16 bytes in groups, others by their bytes. */
export function printableAddress(address: Uint8Array): string {
	return address.length === IPV6_SIZE ? groupsOf(address) : address.join(".");
}

/** Bytes in groups of two, in hexadecimal. */
function groupsOf(bytes: Uint8Array): string {
	const groups: string[] = [];
	for (let at = 0; at < bytes.length; at += 2)
		groups.push((bytes[at] << 8 | bytes[at + 1]).toString(16));
	return groups.join(":");
}

/** The characters of a name; one that is not ASCII is a zero, which no name has. */
export function charactersOf(name: string): Uint8Array {
	return Uint8Array.from(name, (character) => {
		const code = character.charCodeAt(0);
		return code < 0x80 ? code : 0;
	});
}

/** The beginning of a name as it can be shown: what is not printable ASCII is a question mark. */
export function printableName(name: Uint8Array): string {
	return String.fromCharCode.apply(null, name.subarray(0, SHOWN) as unknown as number[]).replace(/[^!-~]/g, "?");
}

/** Whether a name of a certificate stands for `name`: an asterisk is its whole first label, and two more must follow. */
export function isFor(pattern: Uint8Array, name: Uint8Array): boolean {
	if (pattern[0] !== ASTERISK)
		return pattern.length === name.length && endsWith(name, pattern);
	const label = name.indexOf(DOT);
	return label > 0 && name.indexOf(DOT, label + 2) > 0 && isFor(pattern.subarray(1), name.subarray(label));
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
