/** DNS messages for tests (RFC 1035, section 4). */

export const A = 1;
export const CNAME = 5;

/** A name: as text, without compression, or its bytes. */
export type Name = string | readonly number[];

export interface Record {
	readonly name: Name;
	readonly type: number;
	readonly data: readonly number[];
	/** Default 1, the Internet. */
	readonly classes?: number;
}

export interface Message {
	/** Of the answer to a question; both bytes of the flags. Default 0x8180: a good answer. */
	readonly flags?: number;
	readonly answers?: readonly Record[];
	/** Default: as many as there are. */
	readonly count?: number;
	/** Behind the answers. */
	readonly more?: readonly number[];
}

/** A pointer to the question's name. */
export const QUESTION = [0xc0, 12];

/** Bytes of a name. @param end what ends it */
export function nameBytes(name: Name, end: readonly number[] = [0]): readonly number[] {
	if (typeof name !== "string")
		return name;
	return [...name.split(".").flatMap((label) => [label.length, ...Array.from(label, (character) => character.charCodeAt(0))]), ...end];
}

function word(value: number): readonly number[] {
	return [value >> 8 & 255, value & 255];
}

export function address(text: string, name: Name = QUESTION): Record {
	return { name, type: A, data: text.split(".").map(Number) };
}

export function alias(of: Name, target: Name): Record {
	return { name: of, type: CNAME, data: nameBytes(target) };
}

export function questionBytes(name: string, id = 0x1234): Uint8Array {
	return Uint8Array.from([...word(id), 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...nameBytes(name), 0, 1, 0, 1]);
}

/** The answer to a question: the question's id and itself, and what the message has. */
export function answerTo(question: Uint8Array, { flags = 0x8180, answers = [], count = answers.length, more = [] }: Message): Uint8Array {
	const records = answers.flatMap(({ name, type, classes = 1, data }) =>
		[...nameBytes(name), ...word(type), ...word(classes), 0, 0, 0, 60, ...word(data.length), ...data]);
	return Uint8Array.from([...question.subarray(0, 2), ...word(flags), 0, 1, ...word(count), 0, 0, 0, 0, ...question.subarray(12), ...records, ...more]);
}
