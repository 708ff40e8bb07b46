import { bits, element, elementWithLength, hex, identifier, integer, join, nothing, octets, sequence } from "../der.js";
import { algorithmOf, digest, digestInfo, ecdsaNumbers, ecdsaSignature, forgeCube, type Hash, type Keys, padded, signatureOf, signRaw } from "../keys.js";
import { leaf, type Parts } from "../certificate.js";
import { type ChainCase, Table, type World } from "../world.js";

/** Order of P-256 (FIPS 186-5, SP 800-186). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const hashes: readonly Hash[] = ["SHA256", "SHA384", "SHA512"];

/** Signatures that are none, though each is close to one. */
export function signatureCases(world: World): readonly ChainCase[] {
	return [...algorithmCases(world), ...paddingCases(world), ...forgedCases(world), ...ecdsaCases(world)];
}

function algorithmCases(world: World): readonly ChainCase[] {
	const table = new Table(world, "algorithm");
	const under = (parts: Parts): readonly Uint8Array[] => [world.under(parts).der];
	const rsa = { kind: "rsa" } as const;
	for (const hash of hashes)
		table.accept(`RSA with ${hash}`, under({ hash }));
	for (const hash of ["MD5", "SHA1"] as const) {
		table.refuse(`leaf signed by RSA with ${hash}`, under({ hash }));
		table.refuse(`intermediate signed by RSA with ${hash}`, world.below({ hash }));
	}
	table.refuse("outer and inner differ", under({ outerAlgorithm: algorithmOf(rsa, "SHA512") }));
	table.refuse("outer and inner differ, and the inner signed", under({ hash: "SHA512", outerAlgorithm: algorithmOf(rsa, "SHA256") }));
	table.refuse("intermediate's outer and inner differ", world.below({ outerAlgorithm: algorithmOf(rsa, "SHA384") }));
	const bare = sequence(identifier("1.2.840.113549.1.1.11"));
	table.refuse("NULL only inside", under({ algorithm: algorithmOf(rsa, "SHA256"), outerAlgorithm: bare }));
	table.refuse("of RSA encryption", under({ algorithm: sequence(identifier("1.2.840.113549.1.1.1"), nothing()) }));
	table.refuse("RSA-PSS, which the SDK doesn't have", under({ algorithm: sequence(identifier("1.2.840.113549.1.1.10"), sequence()) }));
	table.refuse("ECDSA's for an RSA signature", under({ algorithm: algorithmOf({ kind: "ec" }, "SHA256") }));
	table.refuse("Ed25519", under({ algorithm: sequence(identifier("1.3.101.112")) }));
	table.refuse("of nobody", under({ algorithm: sequence(identifier("1.3.6.1.4.1.99999.1")) }));
	table.refuse("empty", under({ algorithm: sequence() }));
	table.refuse("MD5's parameters", under({ algorithm: sequence(identifier("1.2.840.113549.1.1.11"), hex("04 00")) }));
	const curve = [world.curve.der];
	table.refuse("RSA's for an ECDSA signature", [world.under({ algorithm: algorithmOf(rsa, "SHA256") }, world.curve).der], { authorities: curve });
	table.refuse("ECDSA with SHA-1", [world.under({ hash: "SHA1" }, world.curve).der], { authorities: curve });
	return table.cases;
}

function paddingCases(world: World): readonly ChainCase[] {
	const table = new Table(world, "PKCS #1");
	const { rootKeys } = world;
	const signed = (encode: (message: Uint8Array) => Uint8Array): readonly Uint8Array[] =>
		[world.under({ sign: (message) => signRaw(rootKeys, encode(message)) }).der];
	const { bytes } = rootKeys;
	const info = (message: Uint8Array): Uint8Array => digestInfo("SHA256", message);
	table.accept("as RFC 8017 says", signed((message) => padded(bytes, info(message))));
	table.refuse("type 2", signed((message) => padded(bytes, info(message), 2)));
	table.refuse("type 0", signed((message) => padded(bytes, info(message), 0)));
	table.refuse("padding of zeros", signed((message) => padded(bytes, info(message), 1, 0)));
	table.refuse("eight bytes of padding, then garbage behind", signed((message) => join(padded(info(message).length + 11, info(message)), new Uint8Array(bytes - info(message).length - 11).fill(7))));
	table.refuse("no padding, garbage behind", signed((message) => join(padded(info(message).length + 3, info(message)), new Uint8Array(bytes - info(message).length - 3).fill(7))));
	table.refuse("one byte of padding is another", signed((message) => padded(bytes, info(message)).map((byte, at) => at === 20 ? 0xfe : byte)));
	table.refuse("the last byte of padding is another", signed((message) => padded(bytes, info(message)).map((byte, at) => at === bytes - 53 ? 0xfe : byte)));
	table.refuse("one byte behind the digest", signed((message) => padded(bytes, join(info(message), hex("00")))));
	table.refuse("the digest alone", signed((message) => padded(bytes, digest("SHA256", message))));
	table.refuse("without NULL", signed((message) => padded(bytes, digestInfo("SHA256", message, Uint8Array.of()))));
	table.refuse("NULL that is not empty", signed((message) => padded(bytes, digestInfo("SHA256", message, hex("05 02 00 00")))));
	table.refuse("the name of another hash", signed((message) => padded(bytes, sequence(sequence(identifier("2.16.840.1.101.3.4.2.2"), nothing()), octets(digest("SHA256", message))))));
	table.refuse("no name of a hash", signed((message) => padded(bytes, sequence(sequence(element(6), nothing()), octets(digest("SHA256", message))))));
	table.refuse("SHA-1 inside SHA-256", signed((message) => padded(bytes, digestInfo("SHA1", message))));
	table.refuse("a digest of no byte", signed(() => padded(bytes, sequence(sequence(identifier("2.16.840.1.101.3.4.2.1"), nothing()), octets()))));
	table.refuse("a digest that is cut", signed((message) => padded(bytes, sequence(sequence(identifier("2.16.840.1.101.3.4.2.1"), nothing()), octets(digest("SHA256", message).subarray(0, 31))))));
	table.refuse("a long length", signed((message) => padded(bytes, elementWithLength(0x30, [0x81, 0x31], info(message).subarray(2)))));
	const parts = (signature: (message: Uint8Array) => Uint8Array): readonly Uint8Array[] => [world.under({ sign: signature }).der];
	const good = (message: Uint8Array): Uint8Array => signatureOf(rootKeys, "SHA256", message);
	table.refuse("a byte of zero before the signature", parts((message) => join(hex("00"), good(message))));
	table.refuse("a byte behind the signature", parts((message) => join(good(message), hex("00"))));
	table.refuse("a signature that is cut", parts((message) => good(message).subarray(0, bytes - 1)));
	table.refuse("no signature", parts(() => Uint8Array.of()));
	table.refuse("a signature of 0", parts(() => new Uint8Array(bytes)));
	table.refuse("a signature of 1", parts(() => new Uint8Array(bytes).fill(1, bytes - 1)));
	table.refuse("a signature beyond the modulus", parts((message) => bytesOf(BigInt("0x" + Buffer.from(good(message)).toString("hex")) + rootKeys.modulus, bytes)));
	table.refuse("unused bits in the signature", [world.under({ signature: bits(new Uint8Array(bytes), 7) }).der]);
	table.refuse("an OCTET STRING for the signature", [world.under({ signature: octets(new Uint8Array(bytes)) }).der]);
	return table.cases;
}

function bytesOf(number: bigint, length: number): Uint8Array {
	return hex(number.toString(16).padStart(2 * length, "0"));
}

/** Signatures of a CA with exponent 3 that it never made (Bleichenbacher, 2006, and what followed: CVE-2006-4339, CVE-2014-1568). */
function forgedCases(world: World): readonly ChainCase[] {
	const table = new Table(world, "forged");
	const { cube, cubeKeys } = world;
	const authorities = [cube.der];
	const forged = (name: string, begin: (message: Uint8Array) => Uint8Array): void => {
		const sign = (message: Uint8Array): Uint8Array => forgeCube(cubeKeys, begin(message));
		table.refuse(name, [leaf(cube, world.strangerKeys, { sign }).der], { authorities });
		const middle = leaf(cube, world.strangerKeys, { sign, extensions: [] });
		table.refuse(`${name}, as an intermediate`, [leaf(middle, world.leafKeys).der, middle.der], { authorities });
	};
	table.accept("the CA with exponent 3 itself signs", [leaf(cube, world.leafKeys).der], { authorities });
	forged("garbage behind the digest", (message) => begin(8, digestInfo("SHA256", message)));
	forged("no padding, garbage behind the digest", (message) => begin(0, digestInfo("SHA256", message)));
	forged("without NULL, garbage behind the digest", (message) => begin(8, digestInfo("SHA256", message, Uint8Array.of())));
	forged("SHA-1, garbage behind the digest", (message) => begin(8, digestInfo("SHA1", message)));
	forged("an empty name of the hash", (message) => begin(8, sequence(sequence(element(6, Uint8Array.of(0)), nothing()), octets(digest("SHA256", message)))));
	return table.cases;
}

function begin(padding: number, info: Uint8Array): Uint8Array {
	return padded(info.length + 3 + padding, info);
}

function ecdsaCases(world: World): readonly ChainCase[] {
	const table = new Table(world, "ECDSA");
	const authorities = [world.curve.der];
	const signed = (sign: (message: Uint8Array) => Uint8Array): readonly Uint8Array[] => [world.under({ sign }, world.curve, world.leafCurve).der];
	const good = (message: Uint8Array): Uint8Array => signatureOf(world.rootCurve, "SHA256", message);
	table.accept("P-256 with SHA-256", signed(good), { authorities });
	for (const [name, pattern] of Object.entries(lengths))
		table.accept(name, signed((message) => signUntil(world.rootCurve, message, pattern)), { authorities });
	table.accept("the same with the other s (n - s)", signed((message) => {
		const [r, s] = ecdsaNumbers(good(message));
		return ecdsaSignature(r, order - s);
	}), { authorities });
	const changed = (name: string, change: (r: bigint, s: bigint) => Uint8Array): void => {
		table.refuse(name, signed((message) => change(...ecdsaNumbers(good(message)))), { authorities });
	};
	changed("r of zero", (_r, s) => ecdsaSignature(0n, s));
	changed("s of zero", (r) => ecdsaSignature(r, 0n));
	changed("both of zero", () => ecdsaSignature(0n, 0n));
	changed("both of one", () => ecdsaSignature(1n, 1n));
	changed("r of n", (_r, s) => ecdsaSignature(order, s));
	changed("s of n", (r) => ecdsaSignature(r, order));
	changed("r beyond n", (r, s) => ecdsaSignature(r + order, s));
	changed("s beyond n", (r, s) => ecdsaSignature(r, s + order));
	changed("r below zero", (r, s) => ecdsaSignature(r - order, s));
	changed("s below zero", (r, s) => ecdsaSignature(r, -s));
	changed("r with a byte of zero too many", (r, s) => ecdsaSignature(longer(r), integer(s)));
	changed("s with a byte of zero too many", (r, s) => ecdsaSignature(integer(r), longer(s)));
	changed("r of no byte", (_r, s) => ecdsaSignature(element(2), integer(s)));
	changed("r that is no INTEGER", (r, s) => ecdsaSignature(octets(bytesOf(r, 32)), integer(s)));
	changed("a third number", (r, s) => sequence(integer(r), integer(s), integer(1)));
	changed("one number", (r) => sequence(integer(r)));
	changed("bytes behind", (r, s) => join(ecdsaSignature(r, s), hex("05 00")));
	changed("a long length", (r, s) => elementWithLength(0x30, [0x81, ecdsaSignature(r, s).length - 2], ecdsaSignature(r, s).subarray(2)));
	changed("both numbers raw", (r, s) => join(bytesOf(r, 32), bytesOf(s, 32)));
	changed("r of 4 KB", (_r, s) => ecdsaSignature(element(2, new Uint8Array(4096).fill(0x7f)), integer(s)));
	changed("s of 4 KB", (r) => ecdsaSignature(integer(r), element(2, new Uint8Array(4096).fill(0x7f))));
	changed("r and s swapped", (r, s) => ecdsaSignature(s, r));
	table.refuse("empty", signed(() => Uint8Array.of()), { authorities });
	return table.cases;
}

/** Signatures whose numbers have so many bytes in DER; one in 128 has a short one. */
const lengths: Readonly<Record<string, (r: number, s: number) => boolean>> = {
	"r is short (1 in 256)": (r, s) => r <= 31 && s >= 32,
	"s is short (1 in 256)": (r, s) => r >= 32 && s <= 31,
	"r begins with a high bit": (r) => r === 33,
	"neither begins with one": (r, s) => r === 32 && s === 32
};

function signUntil(keys: Keys, message: Uint8Array, isRight: (r: number, s: number) => boolean): Uint8Array {
	for (;;) {
		const signature = signatureOf(keys, "SHA256", message);
		const first = signature[3] ?? 0;
		if (isRight(first, signature[5 + first] ?? 0))
			return signature;
	}
}

function longer(number: bigint): Uint8Array {
	return element(2, hex("00"), integer(number).subarray(2));
}
