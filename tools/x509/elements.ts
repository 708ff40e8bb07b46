/** An element of DER in a good certificate. */
export interface Element {
	/** Index of its tag. */
	readonly at: number;
	/** Bytes of tag and length. */
	readonly header: number;
	/** Bytes of its contents. */
	readonly length: number;
	/** What it is in, the nearest first. */
	readonly around: readonly Element[];
}

const constructed = 0x20;
const bitString = 0x03;
const octetString = 0x04;

/** All elements of a certificate, those inside of OCTET and BIT STRINGs too. */
export function elementsOf(bytes: Uint8Array): Element[] {
	return read(bytes, 0, bytes.length, []) ?? [];
}

/** Returns undefined when the bytes are not just elements. */
function read(bytes: Uint8Array, start: number, end: number, around: readonly Element[]): Element[] | undefined {
	const found: Element[] = [];
	for (let at = start; at < end;) {
		const element = headerAt(bytes, at, end, around);
		if (element === undefined)
			return undefined;
		found.push(element, ...inside(bytes, element));
		at += element.header + element.length;
	}
	return found;
}

function headerAt(bytes: Uint8Array, at: number, end: number, around: readonly Element[]): Element | undefined {
	const first = bytes[at + 1];
	if (first === undefined || first === 0x80 || first > 0x82)
		return undefined;
	const count = first > 0x80 ? first - 0x80 : 0;
	let length = count === 0 ? first : 0;
	for (let index = 0; index < count; index++)
		length = length << 8 | (bytes[at + 2 + index] ?? 0);
	const header = 2 + count;
	return at + header + length > end ? undefined : { at, header, length, around };
}

function inside(bytes: Uint8Array, element: Element): Element[] {
	const tag = bytes[element.at] ?? 0;
	const start = element.at + element.header;
	const end = start + element.length;
	const around = [element, ...element.around];
	if ((tag & constructed) !== 0)
		return read(bytes, start, end, around) ?? [];
	if (tag === octetString)
		return sequencesOnly(bytes, read(bytes, start, end, around));
	return tag === bitString ? sequencesOnly(bytes, read(bytes, start + 1, end, around)) : [];
}

/** Random bytes can look like elements; what is inside of strings is one element. */
function sequencesOnly(bytes: Uint8Array, found: Element[] | undefined): Element[] {
	const first = found?.[0];
	return first !== undefined && [0x30, bitString].includes(bytes[first.at] ?? 0) ? found ?? [] : [];
}
