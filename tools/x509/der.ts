/** DER (ITU-T X.690) byte by byte. Each function writes what it is told, faults included; nothing is checked. */

export const BOOLEAN = 0x01;
export const INTEGER = 0x02;
export const BIT_STRING = 0x03;
export const OCTET_STRING = 0x04;
export const UTC_TIME = 0x17;
export const GENERALIZED_TIME = 0x18;
export const SEQUENCE = 0x30;

/** One element: tag, length in the shortest form, contents. */
export function element(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
	const content = join(...contents);
	return join(Uint8Array.of(tag), lengthOf(content.length), content);
}

/** One element whose length bytes are given. */
export function elementWithLength(tag: number, length: readonly number[], ...contents: readonly Uint8Array[]): Uint8Array {
	return join(Uint8Array.of(tag, ...length), ...contents);
}

/** A length in the shortest form (X.690, 10.1). */
export function lengthOf(length: number): Uint8Array {
	if (length < 0x80)
		return Uint8Array.of(length);
	return length < 0x100 ? Uint8Array.of(0x81, length) : Uint8Array.of(0x82, length >>> 8, length & 0xff);
}

export function join(...parts: readonly Uint8Array[]): Uint8Array {
	return new Uint8Array(Buffer.concat(parts));
}

export function hex(text: string): Uint8Array {
	return new Uint8Array(Buffer.from(text.replaceAll(" ", ""), "hex"));
}

export function ascii(text: string): Uint8Array {
	return new Uint8Array(Buffer.from(text, "latin1"));
}

export function sequence(...contents: readonly Uint8Array[]): Uint8Array {
	return element(SEQUENCE, ...contents);
}

export function set(...contents: readonly Uint8Array[]): Uint8Array {
	return element(0x31, ...contents);
}

/** An INTEGER in the shortest form, two's complement. */
export function integer(value: bigint | number): Uint8Array {
	let rest = BigInt(value);
	const bytes: number[] = [];
	do {
		bytes.unshift(Number(rest & 0xffn));
		rest >>= 8n;
	} while (!(rest === 0n && (bytes[0] ?? 0) < 0x80) && !(rest === -1n && (bytes[0] ?? 0) >= 0x80));
	return element(INTEGER, Uint8Array.from(bytes));
}

export function boolean(value: number): Uint8Array {
	return element(BOOLEAN, Uint8Array.of(value));
}

export function nothing(): Uint8Array {
	return hex("05 00");
}

export function octets(...contents: readonly Uint8Array[]): Uint8Array {
	return element(OCTET_STRING, ...contents);
}

/** @param unused bits of the last byte that don't count */
export function bits(content: Uint8Array, unused = 0): Uint8Array {
	return element(BIT_STRING, Uint8Array.of(unused), content);
}

/** @param text numbers with points between them */
export function identifier(text: string): Uint8Array {
	const [first = 0, second = 0, ...rest] = text.split(".").map(Number);
	const bytes = [first * 40 + second];
	for (const number of rest) {
		const digits = [number & 0x7f];
		for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128))
			digits.unshift(left & 0x7f | 0x80);
		bytes.push(...digits);
	}
	return element(0x06, Uint8Array.from(bytes));
}

/** A context-specific tag around elements (`constructed`), or around bytes. */
export function tagged(number: number, constructed: boolean, ...contents: readonly Uint8Array[]): Uint8Array {
	return element(0x80 | (constructed ? 0x20 : 0) | number, ...contents);
}

/** A time of the century that its year needs: UTCTime until 2049, GeneralizedTime from 2050 on (RFC 5280, 4.1.2.5). */
export function time(at: number): Uint8Array {
	const text = generalizedText(at);
	return new Date(at).getUTCFullYear() < 2050 ? timeOf(UTC_TIME, text.slice(2)) : timeOf(GENERALIZED_TIME, text);
}

/** @param tag UTC_TIME or GENERALIZED_TIME */
export function timeOf(tag: number, text: string): Uint8Array {
	return element(tag, ascii(text));
}

/** A time as GeneralizedTime has it: YYYYMMDDHHMMSSZ. */
export function generalizedText(at: number): string {
	return new Date(at).toISOString().slice(0, 19).replace(/[-:T]/g, "") + "Z";
}

/** A certificate as text (RFC 7468). */
export function pemOf(der: Uint8Array): string {
	const lines = Buffer.from(der).toString("base64").match(/.{1,64}/g) ?? [];
	return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}
