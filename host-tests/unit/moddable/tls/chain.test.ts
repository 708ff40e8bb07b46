/** The chain cases through the functions that devices judge a server's certificates with, on Node's arithmetic. */
import test from "ava";
import { readCertificate } from "../../../../lib/moddable/tls/certificate.js";
import { verifyChain } from "../../../../lib/moddable/tls/chain.js";
import { DIGITAL_SIGNATURE } from "../../../../lib/moddable/tls/extensions.js";
import { TLSError } from "../../../../lib/tls/error.js";
import { primitives } from "../../../../tools/tls/primitives.js";
import { chainCases } from "../../../../tools/x509/cases/index.js";
import { World } from "../../../../tools/x509/world.js";

const cases = chainCases(new World());
console.log(`attacks on TLS: ${cases.length} chains of certificates`);

for (const { name, chain, authorities, host, accepted, why } of cases) {
	test(`${name}: ${accepted ? "accepted" : "refused"}`, (t) => {
		const verify = (): unknown => {
			const trusted = authorities.map(readCertificate);
			return verifyChain(chain, DIGITAL_SIGNATURE, { name: host, authorities: { for: () => trusted, encoded: () => undefined } }, primitives);
		};
		if (accepted)
			t.notThrows(verify);
		else
			t.throws(verify, { instanceOf: TLSError, ...why === undefined ? {} : { message: why } });
	});
}
