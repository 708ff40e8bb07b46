/** CAs that an app gives, as devices keep and read them. */
import test from "ava";
import { Authorities } from "../../../lib/tls/authorities.js";
import { AUTHORITY_UNREADABLE, TLSError } from "../../../lib/tls/tls-error.js";
import { root } from "../../../tools/x509/certificate.js";
import { rsaKeys } from "../../../tools/x509/keys.js";

const { der } = root("Root", rsaKeys());
const other = root("Other", rsaKeys()).der;

test("certificates are read once, at the first use", (t) => {
	const authorities = new Authorities([der, other.slice().buffer]);
	const read = authorities.for();
	t.deepEqual(read.map(({ encoded }) => encoded), [der, other]);
	t.is(authorities.for(), read);
	t.deepEqual(authorities.encoded(), [der, other]);
});

test("what is no certificate by its beginning and its length is refused before any connection", (t) => {
	for (const given of [[], new Uint8Array(0), der.subarray(1), der.subarray(0, -1), Uint8Array.from([...der, 0]), [der, Uint8Array.of(0x30, 0)], new TextEncoder().encode("-----BEGIN CERTIFICATE-----")])
		t.throws(() => new Authorities(given), { instanceOf: TLSError, message: AUTHORITY_UNREADABLE });
});

test("what is no certificate inside is refused at each use", (t) => {
	const damaged = Uint8Array.from(der);
	damaged.fill(0, 8, 40);
	const authorities = new Authorities(damaged);
	for (let count = 0; count < 2; count++)
		t.throws(() => authorities.for(), { instanceOf: TLSError, message: AUTHORITY_UNREADABLE });
});
