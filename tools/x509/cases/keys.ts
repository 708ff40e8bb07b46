import { bits, element, hex, identifier, integer, join, nothing, sequence } from "../der.js";
import { ecInfo, ecKeys, type Keys, numberOf, padded, digestInfo, rsaInfo, rsaKeys } from "../keys.js";
import { leaf, type Made } from "../certificate.js";
import { type ChainCase, Table, type World } from "../world.js";

/** Prime of P-256. */
const prime = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;

/** Keys that are weak, wrong or none, of a leaf and of a CA that a trusted one has signed. */
export function keyCases(world: World): readonly ChainCase[] {
	const table = new Table(world, "keys");
	const info = (bytes: Uint8Array): readonly Uint8Array[] => [world.under({ info: bytes }).der];
	const big = rsaKeys(3072);
	table.accept("RSA of 3072 bits", [leaf(world.root, big).der]);
	table.accept("P-256", [leaf(world.root, world.leafCurve).der]);
	const p384 = ecKeys("secp384r1");
	table.accept("a CA on P-384 with SHA-384", chainWith(world, p384, "SHA384"));
	for (const size of [512, 1024]) {
		const weak = rsaKeys(size);
		table.refuse(`RSA of ${size} bits in a leaf`, [leaf(world.root, weak).der]);
		table.refuse(`RSA of ${size} bits in a CA`, chainWith(world, weak));
	}
	const { modulus, bytes } = world.leafKeys;
	const n = integer(modulus);
	const e = integer(65537);
	for (const [name, exponent] of exponents)
		table.refuse(`RSA with ${name}`, info(rsaInfo(n, exponent)));
	table.refuse("RSA with an even modulus", info(rsaInfo(integer(modulus - 1n), e)));
	table.refuse("RSA with modulus 0", info(rsaInfo(integer(0), e)));
	table.refuse("RSA with modulus 1", info(rsaInfo(integer(1), e)));
	table.refuse("RSA with a negative modulus", info(rsaInfo(integer(-modulus), e)));
	table.refuse("RSA with a modulus that lacks its zero byte", info(rsaInfo(element(2, integer(modulus).subarray(-bytes)), e)));
	table.refuse("RSA with zeros before the modulus", info(rsaInfo(element(2, hex("0000"), integer(modulus).subarray(-bytes)), e)));
	table.refuse("RSA with a third number", info(sequence(sequence(identifier("1.2.840.113549.1.1.1"), nothing()), bits(sequence(n, e, e)))));
	table.refuse("RSA with one number", info(sequence(sequence(identifier("1.2.840.113549.1.1.1"), nothing()), bits(sequence(n)))));
	table.refuse("RSA with bytes behind the key", info(sequence(sequence(identifier("1.2.840.113549.1.1.1"), nothing()), bits(join(sequence(n, e), hex("0500"))))));
	for (const [name, parameters] of Object.entries(parametersOfRSA))
		table.refuse(`RSA with parameters ${name}`, info(sequence(sequence(identifier("1.2.840.113549.1.1.1"), parameters), bits(sequence(n, e)))));
	table.refuse("RSA with unused bits", info(sequence(sequence(identifier("1.2.840.113549.1.1.1"), nothing()), bits(sequence(n, e), 1))));
	table.refuse("exponent 1 in a CA: the encoded message is its own signature", exponentOne(world));
	const point = (x: bigint, y: bigint): Uint8Array => hex(`04${x.toString(16).padStart(64, "0")}${y.toString(16).padStart(64, "0")}`);
	const own = world.leafCurve.info.subarray(-64);
	const [x, y] = [numberOf(own.subarray(0, 32)), numberOf(own.subarray(32))];
	table.refuse("a point that is not on the curve", info(ecInfo(point(x, y ^ 1n))));
	table.refuse("a point of zeros", info(ecInfo(point(0n, 0n))));
	table.refuse("a point whose x is the prime", info(ecInfo(point(prime, y))));
	table.refuse("a point whose x is beyond the prime", info(ecInfo(point(2n ** 256n - 1n, y))));
	table.refuse("the point at infinity", info(ecInfo(hex("00"))));
	table.refuse("a compressed point", info(ecInfo(join(hex(y % 2n === 0n ? "02" : "03"), own.subarray(0, 32)))));
	table.refuse("a hybrid point", info(ecInfo(join(hex("06"), own))));
	table.refuse("a point that is cut", info(ecInfo(join(hex("04"), own.subarray(0, 63)))));
	table.refuse("a point with a byte more", info(ecInfo(join(hex("04"), own, hex("00")))));
	table.refuse("no point", info(ecInfo(Uint8Array.of())));
	table.refuse("a curve that is none", info(ecInfo(join(hex("04"), own), identifier("1.3.6.1.4.1.99999.1"))));
	table.refuse("secp256k1", [leaf(world.root, ecKeys("secp256k1")).der]);
	table.refuse("a curve by its parameters", info(ecInfo(join(hex("04"), own), sequence(integer(1)))));
	table.refuse("no curve", info(sequence(sequence(identifier("1.2.840.10045.2.1")), bits(join(hex("04"), own)))));
	table.refuse("a kind that nobody knows", info(sequence(sequence(identifier("1.3.6.1.4.1.99999.1")), bits(own))));
	table.refuse("DSA", info(sequence(sequence(identifier("1.2.840.10040.4.1"), sequence(n, e, n)), bits(n))));
	table.refuse("no key", info(sequence()));
	table.refuse("a key that is no SEQUENCE", info(nothing()));
	// The native decoder reads length bytes as a signed number, and goes on from where that leads.
	for (const [name, start] of lengths)
		table.refuse(`a key with a length of ${name}`, info(join(hex(start), world.leafKeys.info.subarray(4))));
	return table.cases;
}

const exponents: readonly (readonly [name: string, exponent: Uint8Array])[] = [
	["exponent 0", integer(0)],
	["exponent 1", integer(1)],
	["exponent 2", integer(2)],
	["exponent 65536", integer(65536)],
	["a negative exponent", integer(-3)],
	["an exponent of no byte", element(2)],
	["an exponent that begins with zeros", hex("02 04 00 01 00 01")]
];

/** What is not NULL (RFC 3279, 2.3.1). */
const parametersOfRSA: Readonly<Record<string, Uint8Array>> = {
	"that are a number": integer(1),
	"that are twice NULL": join(nothing(), nothing()),
	"of a curve": identifier("1.2.840.10045.3.1.7"),
	"of RSA-PSS": sequence()
};

const lengths: readonly (readonly [name: string, start: string])[] = [
	["minus one", "30 84 ff ff ff ff"],
	["2^31 - 1", "30 84 7f ff ff ff"],
	["-2^31", "30 84 80 00 00 00"],
	["-64", "30 84 ff ff ff c0"],
	["16 MB", "30 83 ff ff ff"],
	["64 KB", "30 82 ff ff"],
	["2^40", "30 86 01 00 00 00 00 00"],
	["127 bytes of length", `30 ff ${"00".repeat(126)} 10`],
	["none: indefinite", "30 80"]
];

/** A leaf under a CA with this key, which the trusted one has signed. */
function chainWith(world: World, keys: Keys, hash: "SHA256" | "SHA384" = "SHA256"): readonly Uint8Array[] {
	const [, middle = Uint8Array.of()] = world.below({}, keys);
	const signer = { name: world.middle.name, keys };
	return [leaf(signer, world.leafKeys, { hash }).der, middle];
}

function exponentOne(world: World): readonly Uint8Array[] {
	const { modulus, bytes } = world.middleKeys;
	const [, middle = Uint8Array.of()] = world.below({ info: rsaInfo(integer(modulus), integer(1)) });
	const signer: Pick<Made, "name" | "keys"> = { name: world.middle.name, keys: world.middleKeys };
	return [leaf(signer, world.leafKeys, { sign: (message) => padded(bytes, digestInfo("SHA256", message)) }).der, middle];
}
