/** Bytes about an edge that are always among the positions. */
const near = 2;

/**
 * Bytes of a text at which faults are injected: first and last, those about an edge, and each so-manieth.
 * @param length of the text; the byte behind the last is a position too
 * @param step 1 for every byte
 * @param edges where its parts meet
 */
export function positions(length: number, step: number, edges: readonly number[]): number[] {
	const chosen: number[] = [];
	for (let at = 0; at <= length; at++) {
		if (at % step === 0 || at === 1 || at >= length - 1 || edges.some((edge) => Math.abs(edge - at) <= near))
			chosen.push(at);
	}
	return chosen;
}
