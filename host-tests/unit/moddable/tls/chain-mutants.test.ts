/** Chains with a bit flipped or a length moved, through the functions that judge them on devices, on Node's arithmetic. */
import { X509Certificate } from "node:crypto";
import test from "ava";
import { readCertificate } from "../../../../lib/moddable/tls/certificate.js";
import { verifyChain } from "../../../../lib/moddable/tls/chain.js";
import { DIGITAL_SIGNATURE } from "../../../../lib/moddable/tls/extensions.js";
import { TLSError } from "../../../../lib/tls-error.js";
import { primitives } from "../../../support/tls/primitives.js";
import { intermediate, leaf } from "../../../support/x509/certificate.js";
import { sequence } from "../../../support/x509/der.js";
import { bitFlips, each, lengthMoves, mutated, type Mutant } from "../../../support/x509/mutants.js";
import { World } from "../../../support/x509/world.js";

const world = new World();
const middle = intermediate("Middle", world.leafCurve, world.curve);
/** Each how-manieth: ECDSA in plain BigInt takes long. */
const chains = {
	RSA: { chain: [world.leaf.der, world.middle.der], authority: world.root.der, step: 1 },
	ECDSA: { chain: [leaf(middle, world.rootCurve).der, middle.der], authority: world.curve.der, step: 41 }
};

/** Returns what it throws, undefined for an accepted chain. */
function verify(chain: readonly Uint8Array[], authority: Uint8Array): unknown {
	const authorities = [readCertificate(authority)];
	try {
		verifyChain(chain, DIGITAL_SIGNATURE, { name: "localhost", authoritiesFor: () => authorities }, primitives);
		return undefined;
	}
	catch (error) {
		return error;
	}
}

for (const [kind, { chain, authority, step }] of Object.entries(chains)) {
	test(`a chain with ${kind} is refused with any bit flipped or length moved`, (t) => {
		t.is(verify(chain, authority), undefined);
		const mutants = [...each(bitFlips(chain), step), ...each(lengthMoves(chain), step)];
		t.deepEqual(mutants.filter((mutant) => !(verify(mutated(chain, mutant), authority) instanceof TLSError)).map(({ name }) => name), []);
		console.log(`attacks on TLS: ${mutants.length} mutants of a chain with ${kind}`);
	});
}

test("what a CA signs with any bit flipped is accepted only if Node's X.509 has nothing against it", (t) => {
	let signed: Uint8Array = Uint8Array.of();
	// A subject is not read: names of issuers and subjects are compared as bytes.
	const subject = sequence();
	world.under({ subject, change: (bytes) => signed = bytes });
	const sign = (mutant: Mutant): Uint8Array => world.under({ change: () => mutated([signed], mutant)[0] }).der;
	const mutants = [...each(bitFlips([signed]), 3), ...lengthMoves([signed])];
	const wrong: string[] = [];
	let accepted = 0;
	for (const mutant of mutants) {
		const der = sign(mutant);
		const fault = verify([der], world.root.der);
		if (fault === undefined) {
			accepted++;
			const against = faultByNode(der);
			if (against !== "")
				wrong.push(`${mutant.name}: ${against}`);
		}
		else if (!(fault instanceof TLSError))
			wrong.push(`${mutant.name}: ${(fault as Error).message}`);
	}
	t.deepEqual(wrong, []);
	console.log(`attacks on TLS: ${mutants.length} mutants that a CA signs; ${accepted} accepted, which Node takes too`);
});

/** Returns what Node finds wrong with a leaf under the CA, "" for nothing. */
function faultByNode(der: Uint8Array): string {
	try {
		const certificate = new X509Certificate(der);
		const root = new X509Certificate(world.root.der);
		if (!certificate.verify(root.publicKey) || certificate.issuer !== root.subject)
			return "is not the CA's";
		if (certificate.checkHost("localhost") === undefined)
			return "is for another host";
		if (!(Date.parse(certificate.validFrom) <= Date.now() && Date.parse(certificate.validTo) >= Date.now()))
			return "is not valid today";
		// Node calls the extended key usage so.
		return certificate.keyUsage?.includes("1.3.6.1.5.5.7.3.1") ?? true ? "" : "is not for servers";
	}
	catch (error) {
		return String(error);
	}
}
