/** Error for an answer without an address: another server may know one. */
export const SERVER_FAILED = "DNS server failed";

/** Bytes before the question (RFC 1035, section 4.1.1). */
const HEADER = 12;
/** Aliases that lead from one to the next (CNAME), at most. */
const MOST_ALIASES = 8;
const LABELS = 128;
/**
 * Labels, pointers and bytes of names that are read of one answer. One of 512 bytes with eight aliases takes some 3,000;
 * chains of pointers, whose length RFC 1035 does not bound, would take any number.
 */
const MOST_STEPS = 8192;

const A = 1;
const CNAME = 5;
const IN = 1;
const NO_SUCH_NAME = 3;

/**
 * Reads the answer to a question for IPv4 addresses (RFC 1035, section 4). Nothing that is in it throws or takes long:
 * a name's pointers lead backward only, and aliases, labels and all steps are counted.
 * @param bytes a datagram, whatever it holds
 * @param question what was sent
 * @returns the addresses as text, one or more, in the order of the answer; why there is none; undefined for a datagram that
 * is no whole answer to this question, or takes too many steps
 */
export function readAnswer(bytes: Uint8Array, question: Uint8Array): readonly string[] | string | undefined {
	if (isBareFailure(bytes, question))
		return SERVER_FAILED;
	if (!isAnswerTo(bytes, question))
		return undefined;
	const code = bytes[3] & 15;
	if (code !== 0)
		return code === NO_SUCH_NAME ? "host name does not exist" : SERVER_FAILED;
	const isTruncated = (bytes[2] & 2) !== 0;
	const found: Found = { addresses: [], name: HEADER, left: MOST_STEPS };
	for (let aliases = 0; aliases <= MOST_ALIASES && found.name > 0; aliases++) {
		const isWhole = findRecords(bytes, question.length, found);
		if (found.left < 0 || !isWhole && !isTruncated)
			return undefined;
		if (found.addresses.length > 0)
			return found.addresses;
	}
	// What is missing may be the address.
	return isTruncated ? SERVER_FAILED : "host name has no IPv4 address";
}

/**
 * Finds the addresses of a name, and the name that it is an alias of, in place of it; 0 for none.
 * @param at where the records begin
 * @returns whether all records are there
 */
function findRecords(bytes: Uint8Array, at: number, found: Found): boolean {
	const { name } = found;
	found.name = 0;
	for (let left = wordAt(bytes, 6); left > 0; left--) {
		const owner = at;
		const fields = nameEnd(bytes, owner, found);
		const data = fields + 10;
		at = data + wordAt(bytes, fields + 8);
		if (!(at <= bytes.length))
			return false;
		if (wordAt(bytes, fields + 2) !== IN || !isSameName(bytes, owner, name, found))
			continue;
		const type = wordAt(bytes, fields);
		if (type === A && at - data === 4)
			found.addresses.push(bytes[data] + "." + bytes[data + 1] + "." + bytes[data + 2] + "." + bytes[data + 3]);
		else if (type === CNAME && nameEnd(bytes, data, found) === at)
			found.name = data;
	}
	return true;
}

/** Whether a datagram is an answer with the question's id. */
function hasItsId(bytes: Uint8Array, question: Uint8Array): boolean {
	return wordAt(bytes, 0) === wordAt(question, 0) && (bytes[2] & 0xf8) === 0x80;
}

/** Whether it is a failure that does not repeat the question, as of a server that has not read it. That says nothing of the name. */
function isBareFailure(bytes: Uint8Array, question: Uint8Array): boolean {
	return bytes.length >= HEADER && hasItsId(bytes, question) && wordAt(bytes, 4) === 0 && (bytes[3] & 15) !== 0;
}

/** Whether a datagram is an answer, with the question's id and the question itself (RFC 5452, section 9.1). */
function isAnswerTo(bytes: Uint8Array, question: Uint8Array): boolean {
	if (bytes.length < question.length || !hasItsId(bytes, question) || wordAt(bytes, 4) !== 1)
		return false;
	for (let at = 12; at < question.length; at++) {
		if (lowerCase(bytes[at]) !== lowerCase(question[at]))
			return false;
	}
	return true;
}

function wordAt(bytes: Uint8Array, at: number): number {
	return bytes[at] << 8 | bytes[at + 1];
}

function lowerCase(byte: number): number {
	return byte > 0x40 && byte < 0x5b ? byte | 0x20 : byte;
}

interface Found {
	/** Counts down what is read of an answer; below 0 it is given up. */
	left: number;
	readonly addresses: string[];
	/** Where the name is that is looked for. */
	name: number;
}

/** Returns where a name ends that begins at `at`, Infinity when it is invalid. */
function nameEnd(bytes: Uint8Array, at: number, found: Found): number {
	while (found.left-- > 0) {
		const count = bytes[at];
		if (count >= 0xc0)
			return at + 2;
		if (!(count < 0x40))
			return Infinity;
		at += count + 1;
		if (count === 0)
			return at;
	}
	return Infinity;
}

/** Whether the names at two places are the same, in capitals or not; false when one is invalid. */
function isSameName(bytes: Uint8Array, one: number, other: number, found: Found): boolean {
	for (let labels = 0; labels < LABELS; labels++) {
		one = labelOf(bytes, one, found);
		other = labelOf(bytes, other, found);
		const count = bytes[one];
		if (!(count < 0x40) || count !== bytes[other])
			return false;
		found.left -= count;
		for (let end = one + count; one < end;) {
			if (lowerCase(bytes[++one]) !== lowerCase(bytes[++other]))
				return false;
		}
		if (count === 0)
			return true;
		one++;
		other++;
	}
	return false;
}

/**
 * Returns where the label is that a pointer leads to (section 4.1.4), over pointers to pointers; outside when it leads forward or too far.
 */
function labelOf(bytes: Uint8Array, at: number, found: Found): number {
	while (found.left-- > 0 && bytes[at] >= 0xc0) {
		const to = wordAt(bytes, at) & 0x3fff;
		if (to >= at || to < 12)
			return bytes.length;
		at = to;
	}
	return at;
}
