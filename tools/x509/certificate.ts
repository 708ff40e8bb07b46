/** Certificates (RFC 5280, 4.1) with a fault where one is wanted: each part can be handed in as bytes. */
import { algorithmOf, type Hash, type Keys, signatureOf } from "./keys.js";
import { ascii, bits, boolean, element, hex, identifier, integer, octets, sequence, set, tagged, time } from "./der.js";

const day = 86_400_000; // milliseconds

/** Who signs: the name that goes into the certificate, and the key. */
export interface Signer {
	readonly name: Uint8Array;
	readonly keys: Keys;
}

/** A certificate and what signs with it. */
export interface Made extends Signer {
	readonly der: Uint8Array;
}

/** Parts of a certificate; what is left out is as in a good one. All in DER. */
export interface Parts {
	/** `undefined` in the field for none. */
	readonly version?: Uint8Array | undefined;
	readonly serial?: Uint8Array;
	readonly hash?: Hash;
	/** Inside of what is signed. */
	readonly algorithm?: Uint8Array;
	readonly outerAlgorithm?: Uint8Array;
	readonly issuer?: Uint8Array;
	readonly from?: Uint8Array;
	readonly to?: Uint8Array;
	readonly subject?: Uint8Array;
	readonly info?: Uint8Array;
	/** Between the key and the extensions. */
	readonly uniqueIds?: Uint8Array;
	/** `undefined` in the field for a certificate without. */
	readonly extensions?: readonly Uint8Array[] | undefined;
	/** In place of the whole [3]. */
	readonly allExtensions?: Uint8Array;
	/** Behind the extensions. */
	readonly behind?: Uint8Array;
	/** Changes what is to be signed. */
	readonly change?: (signed: Uint8Array) => Uint8Array;
	/** Makes the signature's bytes of what is signed. */
	readonly sign?: (signed: Uint8Array) => Uint8Array;
	/** The whole BIT STRING. */
	readonly signature?: Uint8Array;
	/** Around all. */
	readonly wrap?: (...parts: readonly Uint8Array[]) => Uint8Array;
}

let serials = 0;

/** A name with one attribute, commonName in UTF8String. */
export function nameOf(text: string): Uint8Array {
	return sequence(set(sequence(identifier("2.5.4.3"), element(0x0c, ascii(text)))));
}

/** @param text numbers with points between them */
export function extension(text: string, value: Uint8Array, critical = false): Uint8Array {
	return sequence(identifier(text), ...critical ? [boolean(0xff)] : [], octets(value));
}

export function basicConstraints(value: Uint8Array = sequence(boolean(0xff)), critical = true): Uint8Array {
	return extension("2.5.29.19", value, critical);
}

/** @param first bits 0 to 7 of KeyUsage, digitalSignature as 0x80 and keyCertSign as 0x04 */
export function keyUsage(first: number, unused = 0): Uint8Array {
	return extension("2.5.29.15", bits(Uint8Array.of(first), unused), true);
}

export function extendedKeyUsage(...purposes: readonly string[]): Uint8Array {
	return extension("2.5.29.37", sequence(...purposes.map(identifier)));
}

export const serverAuth = "1.3.6.1.5.5.7.3.1";
export const clientAuth = "1.3.6.1.5.5.7.3.2";

/** @param names DNS names as text, others as elements */
export function alternativeNames(...names: readonly (string | Uint8Array)[]): Uint8Array {
	return extension("2.5.29.17", sequence(...names.map((name) => typeof name === "string" ? tagged(2, false, ascii(name)) : name)));
}

export function address(...bytes: readonly number[]): Uint8Array {
	return tagged(7, false, Uint8Array.from(bytes));
}

/** Extensions of a good leaf for `localhost`. */
export const leafExtensions = (): readonly Uint8Array[] => [keyUsage(0x80, 7), extendedKeyUsage(serverAuth), alternativeNames("localhost")];

/** Extensions of a good CA. */
export const authorityExtensions = (): readonly Uint8Array[] => [basicConstraints(), keyUsage(0x06, 1)];

/** Makes a certificate that says `name` of itself, signed by `signer`. */
export function certificate(name: string, keys: Keys, signer: Signer, parts: Parts): Made {
	const { hash = "SHA256", subject = nameOf(name), wrap = sequence } = parts;
	const algorithm = algorithmOf(signer.keys, hash);
	const now = Date.now();
	const extensions = "extensions" in parts ? parts.extensions : [];
	const signed = sequence(
		"version" in parts ? parts.version ?? Uint8Array.of() : tagged(0, true, integer(2)),
		parts.serial ?? integer(0x0102030405n + BigInt(serials++)),
		parts.algorithm ?? algorithm,
		parts.issuer ?? signer.name,
		sequence(parts.from ?? time(now - day), parts.to ?? time(now + 30 * day)),
		subject,
		parts.info ?? keys.info,
		parts.uniqueIds ?? Uint8Array.of(),
		parts.allExtensions ?? (extensions === undefined ? Uint8Array.of() : tagged(3, true, sequence(...extensions))),
		parts.behind ?? Uint8Array.of()
	);
	const changed = parts.change?.(signed) ?? signed;
	const sign = parts.sign ?? ((message) => signatureOf(signer.keys, hash, message));
	const der = wrap(changed, parts.outerAlgorithm ?? parts.algorithm ?? algorithm, parts.signature ?? bits(sign(changed)));
	return { der, name: subject, keys };
}

/** A leaf for `localhost`. */
export function leaf(signer: Signer, keys: Keys, parts: Parts = {}): Made {
	return certificate("leaf", keys, signer, { extensions: leafExtensions(), ...parts });
}

/** A CA that another has signed. */
export function intermediate(name: string, keys: Keys, signer: Signer, parts: Parts = {}): Made {
	return certificate(name, keys, signer, { extensions: authorityExtensions(), ...parts });
}

/** A CA that has signed itself. */
export function root(name: string, keys: Keys, parts: Parts = {}): Made {
	return certificate(name, keys, { name: parts.subject ?? nameOf(name), keys }, { extensions: authorityExtensions(), ...parts });
}

/** An extension that nobody knows. */
export const unknownExtension = (critical: boolean): Uint8Array => extension("1.3.6.1.4.1.99999.1", hex("05 00"), critical);
