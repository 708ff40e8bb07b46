import type { Edit } from "./jobs.js";

/** @param text hexadecimal */
export const fromHex = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.fromHex(text);

export function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
	let at = 0;
	for (const part of parts) {
		bytes.set(part, at);
		at += part.length;
	}
	return bytes;
}

/** Copies of the pieces with the edits, of which each piece gets one at most. */
export function edited(pieces: readonly Uint8Array[], edits: readonly Edit[]): Uint8Array[] {
	const changed = [...pieces];
	for (const [piece, at, removed, inserted] of edits) {
		const bytes = pieces[piece] ?? new Uint8Array(0);
		changed[piece] = join(bytes.subarray(0, at), fromHex(inserted), bytes.subarray(at + removed));
	}
	return changed;
}
