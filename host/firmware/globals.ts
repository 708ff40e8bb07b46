/** What XS has beside the language, as far as the examples use it. */
Object.assign(String, { fromArrayBuffer: (buffer: ArrayBuffer): string => new TextDecoder("utf-8", { fatal: true }).decode(buffer) });
Object.assign(BigInt, { fromArrayBuffer: (buffer: ArrayBuffer): bigint => BigInt(`0x${Buffer.from(buffer).toString("hex") || "0"}`) });
Object.assign(ArrayBuffer, { fromString: (text: string): ArrayBuffer => new Uint8Array(new TextEncoder().encode(text)).buffer });
