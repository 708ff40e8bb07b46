/** Chains with a bit flipped or a length moved, through the functions that judge them on devices, on Node's arithmetic. */
import test from "ava";
import { readCertificate } from "../../../lib/tls/certificate.js";
import { verifyChain } from "../../../lib/tls/chain.js";
import { TLSError } from "../../../lib/tls/tls-error.js";
import { primitives } from "../../../host/ca/primitives.js";
import { intermediate, leaf } from "../../../tools/x509/certificate.js";
import { bitFlips, each, lengthMoves, mutated } from "../../../tools/x509/mutants.js";
import { NodeClient } from "../../../tools/x509/node-client.js";
import { Comparison, signedMutants, unread } from "../../../tools/x509/signed-mutants.js";
import { World } from "../../../tools/x509/world.js";

const world = new World();
const middle = intermediate("Middle", world.leafCurve, world.curve);
/** Each how-manieth: ECDSA in plain BigInt takes long. */
const chains = {
	RSA: { chain: [world.leaf.der, world.middle.der], authority: world.root.der, step: 1 },
	ECDSA: { chain: [leaf(middle, world.rootCurve).der, middle.der], authority: world.curve.der, step: 41 }
};

/** Each how-manieth mutant that is signed again: handshakes with Node take long. `--tls-attack 1` tries all. */
const signedStep = 7;

/** Returns what it throws, undefined for an accepted chain. */
function verify(chain: readonly Uint8Array[], authority: Uint8Array): unknown {
	const authorities = [readCertificate(authority)];
	try {
		verifyChain(chain, { name: "localhost", authorities: { for: () => authorities, encoded: () => undefined } }, primitives);
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

test("what a CA signs with a bit flipped or a length moved is accepted only if Node's TLS accepts it", async (t) => {
	const node = await NodeClient.start(world.leafCurve.privateKey, [world.root.der]);
	const compared = new Comparison();
	let count = 0;
	for (const mutant of signedMutants(world, signedStep)) {
		count++;
		const fault = verify(mutant.chain, world.root.der);
		if (fault === undefined)
			await compared.ask(node, mutant);
		else if (!(fault instanceof TLSError))
			compared.faults.push(`${mutant.name}: ${(fault as Error).message}`);
	}
	node.close();
	t.deepEqual(compared.faults, []);
	t.true(compared.both > 0);
	t.deepEqual(Object.keys(compared.explained).sort(), Object.keys(unread).sort());
	console.log(`attacks on TLS: ${count} mutants that a CA signs; ${String(compared)}`);
});
