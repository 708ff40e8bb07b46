/** The chain cases through the functions that devices judge a server's certificates with, on Node's arithmetic. */
import test from "ava";
import { readCertificate } from "../../../lib/tls/certificate.js";
import { verifyChain } from "../../../lib/tls/chain.js";
import { TLSError } from "../../../lib/tls/tls-error.js";
import { primitives } from "../../../host/ca/primitives.js";
import { chainCases } from "../../../tools/x509/cases/index.js";
import { address, alternativeNames, intermediate, leaf, leafExtensions, nameOf, root } from "../../../tools/x509/certificate.js";
import { ecKeys } from "../../../tools/x509/keys.js";
import { World } from "../../../tools/x509/world.js";

const cases = chainCases(new World());
console.log(`attacks on TLS: ${cases.length} chains of certificates`);

test("what is checked for one server is bounded, whatever it sends", (t) => {
	const bounded = (sent: readonly Uint8Array[], trusted: readonly Uint8Array[]): void => {
		let signatures = 0;
		let looks = 0;
		const read = trusted.map(readCertificate);
		const authorities = { for: () => (looks++, read), encoded: () => undefined };
		const counting = { ...primitives, digest: (...parts: Parameters<typeof primitives.digest>) => (signatures++, primitives.digest(...parts)) };
		t.throws(() => verifyChain(sent, { name: "localhost", authorities }, counting), { instanceOf: TLSError });
		t.true(signatures <= 16, `${signatures} signatures`);
		t.true(looks <= 65, `${looks} times`);
	};
	const keys = ecKeys();
	const crowd = { name: nameOf("Crowd"), keys };
	const forged = Array.from({ length: 7 }, () => intermediate("Crowd", keys, { ...crowd, keys: ecKeys() }).der);
	const signed = Array.from({ length: 7 }, () => intermediate("Crowd", keys, crowd).der);
	const none = leaf({ ...crowd, keys: ecKeys() }, ecKeys()).der;
	const same = Array.from({ length: 9 }, () => root("Crowd", keys).der);
	bounded([none, ...forged], [root("Crowd", ecKeys()).der]);
	bounded([none, ...signed], [root("Other", keys).der]);
	bounded([none, ...signed], [root("Crowd", keys).der]);
	bounded([none, ...signed], same);
});

test("addresses of another certificate are told as they are written", (t) => {
	const keys = ecKeys();
	const authority = root("Root", keys);
	const names = [address(127, 0, 0, 1), address(0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xab, 0xcd, 0, 1)];
	const own = leaf(authority, ecKeys(), { extensions: [...leafExtensions().slice(0, 2), alternativeNames(...names)] });
	const trusted = [readCertificate(authority.der)];
	t.throws(() => verifyChain([own.der], { name: "::1", authorities: { for: () => trusted, encoded: () => undefined } }, primitives),
		{ message: "certificate is for 127.0.0.1, 2001:db8:0:0:0:0:abcd:1, not ::1" });
});

for (const { name, chain, authorities, host, accepted, why } of cases) {
	test(`${name}: ${accepted ? "accepted" : "refused"}`, (t) => {
		const verify = (): unknown => {
			const trusted = authorities.map(readCertificate);
			return verifyChain(chain, { name: host, authorities: { for: () => trusted, encoded: () => undefined } }, primitives);
		};
		if (accepted)
			t.notThrows(verify);
		else
			t.throws(verify, { instanceOf: TLSError, ...why === undefined ? {} : { message: why } });
	});
}
