/** Identities of servers that a client must refuse, or that the SDK's own check took for wrong; written byte by byte. */
import { type Identity, identityOf } from "../../tools/tls/certificates.js";
import { basicConstraints, extension, intermediate, keyUsage, leaf, leafExtensions, type Made, root } from "../../tools/x509/certificate.js";
import { bits, element, hex, join, octets, sequence } from "../../tools/x509/der.js";
import { digestInfo, ecdsaNumbers, ecKeys, forgeCube, type Keys, rsaKeys, signatureOf } from "../../tools/x509/keys.js";

/** Numbers of an ECDSA signature on P-256 from here on have all of their 32 bytes. */
const full = 1n << 248n;

export interface WrongIdentities {
	/** Leaves and chains that a server with their key can send. */
	readonly identities: Readonly<Record<"cube-forged" | "cube-leaf" | "integer-for-ca" | "short-signature", Identity>>;
	/** Chains that no server would load; DER. */
	readonly chains: Readonly<Record<"negative-length" | "long-key", readonly Uint8Array[]>>;
	/** DER of the CAs: with exponent 3, with a usual one, on a curve. */
	readonly authorities: readonly [cube: Uint8Array, usual: Uint8Array, elliptic: Uint8Array];
	/** Of `cube-leaf`; its exponent is 3. */
	readonly cubeKeys: Keys;
}

export function makeWrongIdentities(): WrongIdentities {
	const cubeKeys = rsaKeys(2048, 3);
	const usualKeys = rsaKeys();
	const leafKeys = rsaKeys();
	const cube = root("Cube Test CA", cubeKeys);
	const usual = root("Usual Test CA", usualKeys);
	const elliptic = root("Short Test CA", ecKeys());
	// The signature is a number whose cube begins as an encoded message with this digest: nobody's key has made it.
	const forged = leaf(cube, leafKeys, { sign: (signed) => forgeCube(cubeKeys, join(hex("00 01 ff ff ff ff ff ff ff ff 00"), digestInfo("SHA256", signed))) });
	const middle = intermediate("Integer Test CA", rsaKeys(), usual, { extensions: [basicConstraints(hex("30 02 01 00")), keyUsage(0x06, 1)] });
	const cubeLeaf = leaf(usual, cubeKeys);
	const short = leaf(elliptic, ecKeys(), { sign: (signed) => shortSignature(elliptic, signed) });
	const negative = leaf(usual, leafKeys, { extensions: [...leafExtensions(), extension("2.5.29.35", hex("30 09 81 84 ff ff ff fa 00 00 00"))] });
	const long = leaf(usual, leafKeys, { info: join(hex("30 84 7f ff ff ff"), sequence(bits(octets(element(5))))) });
	return {
		identities: {
			"cube-forged": identityOf(forged, cube),
			"cube-leaf": identityOf(cubeLeaf, usual),
			"integer-for-ca": identityOf(leaf(middle, leafKeys), middle, usual),
			"short-signature": identityOf(short, elliptic)
		},
		chains: { "negative-length": [negative.der, usual.der], "long-key": [long.der, usual.der] },
		authorities: [cube.der, usual.der, elliptic.der],
		cubeKeys
	};
}

/** Signs until one of the two numbers is short: one signature of 128. */
function shortSignature({ keys }: Made, signed: Uint8Array): Uint8Array {
	for (;;) {
		const signature = signatureOf(keys, "SHA256", signed);
		if (ecdsaNumbers(signature).some((number) => number < full))
			return signature;
	}
}
