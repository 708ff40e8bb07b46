/** Certificates that are not what was signed: each bit of a chain flipped, each length in it moved. */
import { elementsOf, type Element } from "./elements.js";
import { join, lengthOf } from "./der.js";

/** A piece of several, changed: `removed` bytes at `at` are replaced by `inserted`. */
export interface Mutant {
	readonly name: string;
	readonly piece: number;
	readonly at: number;
	readonly removed: number;
	readonly inserted: Uint8Array;
}

/** @param pieces certificates or records; the first bits first */
export function* bitFlips(pieces: readonly Uint8Array[]): Generator<Mutant> {
	for (let piece = 0; piece < pieces.length; piece++) {
		const bytes = pieces[piece] ?? Uint8Array.of();
		for (let bit = 0; bit < 8 * bytes.length; bit++) {
			const at = bit >>> 3;
			yield { name: `bit ${bit} of ${piece}`, piece, at, removed: 1, inserted: Uint8Array.of((bytes[at] ?? 0) ^ 0x80 >>> (bit & 7)) };
		}
	}
}

/** Length bytes in place of each element's own, by what they are. */
const lengths: Readonly<Record<string, (length: number) => Uint8Array>> = {
	"one more": (length) => lengthOf(length + 1),
	"one less": (length) => lengthOf(Math.max(0, length - 1)),
	"none": () => Uint8Array.of(0),
	"indefinite": () => Uint8Array.of(0x80),
	"127": () => Uint8Array.of(0x7f),
	"255": () => Uint8Array.of(0x81, 0xff),
	"65535": () => Uint8Array.of(0x82, 0xff, 0xff),
	"16 MB": () => Uint8Array.of(0x83, 0xff, 0xff, 0xff),
	"2^31 - 1": () => Uint8Array.of(0x84, 0x7f, 0xff, 0xff, 0xff),
	"-2^31": () => Uint8Array.of(0x84, 0x80, 0, 0, 0),
	"-1": () => Uint8Array.of(0x84, 0xff, 0xff, 0xff, 0xff),
	"-6, which leads back to the tag": () => Uint8Array.of(0x84, 0xff, 0xff, 0xff, 0xfa),
	"-16": () => Uint8Array.of(0x84, 0xff, 0xff, 0xff, 0xf0),
	"the same, and 2^32": (length) => Uint8Array.of(0x85, 1, 0, 0, length >>> 8, length & 0xff),
	"the same in five bytes": (length) => Uint8Array.of(0x84, 0, 0, length >>> 8, length & 0xff),
	"the same in three bytes": (length) => Uint8Array.of(0x82, length >>> 8, length & 0xff),
	"reserved": () => Uint8Array.of(0xff)
};

/** Each length of each certificate, once with all lengths around it as they were and once with those that fit. */
export function* lengthMoves(pieces: readonly Uint8Array[]): Generator<Mutant> {
	for (let piece = 0; piece < pieces.length; piece++) {
		const bytes = pieces[piece] ?? Uint8Array.of();
		for (const element of elementsOf(bytes)) {
			const { at, header, length } = element;
			for (const [name, make] of Object.entries(lengths)) {
				const inserted = make(length);
				if (Buffer.compare(inserted, bytes.subarray(at + 1, at + header)) === 0)
					continue;
				const full = `length ${name} at ${at} of ${piece}`;
				yield { name: full, piece, at: at + 1, removed: header - 1, inserted };
				yield { name: `${full}, fitted`, piece, at: 0, removed: bytes.length, inserted: fitted(bytes, element, inserted) };
			}
		}
	}
}

/** The bytes with other length bytes of one element, and the lengths of all around it made to fit. */
function fitted(bytes: Uint8Array, { at, header, length, around }: Element, inserted: Uint8Array): Uint8Array {
	let middle = join(bytes.subarray(at, at + 1), inserted, bytes.subarray(at + header, at + header + length));
	let start = at;
	let end = at + header + length;
	for (const outer of around) {
		const content = join(bytes.subarray(outer.at + outer.header, start), middle, bytes.subarray(end, outer.at + outer.header + outer.length));
		middle = join(bytes.subarray(outer.at, outer.at + 1), lengthOf(content.length), content);
		start = outer.at;
		end = outer.at + outer.header + outer.length;
	}
	return join(bytes.subarray(0, start), middle, bytes.subarray(end));
}

/** The pieces with the mutant in place of the one that it changes. */
export function mutated(pieces: readonly Uint8Array[], { piece, at, removed, inserted }: Mutant): Uint8Array[] {
	return pieces.map((bytes, index) => index === piece ? join(bytes.subarray(0, at), inserted, bytes.subarray(at + removed)) : bytes);
}

/** Each `step`-th, from the first on. */
export function* each<Kind>(all: Iterable<Kind>, step: number): Generator<Kind> {
	let number = 0;
	for (const one of all) {
		if (number++ % step === 0)
			yield one;
	}
}
