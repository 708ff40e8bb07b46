import test from "ava";
import { certificatesInDER } from "../../../host/certificates.js";
import { certificates } from "../../../tools/tls/certificates.js";

test("DER is taken as it is", async (t) => {
	const { authority: { der } } = await certificates();
	t.deepEqual(certificatesInDER(der), [der]);
	t.is(certificatesInDER(der)[0], der);
	t.is(certificatesInDER([der.buffer])[0], der.buffer);
});

test("PEM becomes DER, from text and from the bytes of a file", async (t) => {
	const { authority: { der, pem } } = await certificates();
	t.deepEqual(certificatesInDER(pem), [der]);
	t.deepEqual(certificatesInDER(Buffer.from(pem)), [der]);
	t.deepEqual(certificatesInDER("# the CA\n" + pem.replaceAll("\n", "\r\n") + "\n"), [der]);
});

test("several are several, in one text or in an array of any kinds", async (t) => {
	const { authority, identities } = await certificates();
	const other = identities.good.chain[0];
	t.deepEqual(certificatesInDER(authority.pem + "\n" + other.pem), [authority.der, other.der]);
	t.deepEqual(certificatesInDER([authority.der, other.pem]), [authority.der, other.der]);
	t.deepEqual(certificatesInDER([]), []);
});

test("what is no certificate is an error that names the option", (t) => {
	for (const wrong of ["", "certificate", "-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----", new Uint8Array(0), Uint8Array.of(1, 2)])
		t.throws(() => certificatesInDER(wrong), { instanceOf: TypeError, message: "tls.ca holds no certificate in PEM or DER" });
	t.throws(() => certificatesInDER("-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----"),
		{ instanceOf: TypeError, message: "tls.ca holds a certificate in PEM that can't be read" });
	for (const wrong of [null, 5, {}, true, [5], [[]], [null]])
		t.throws(() => certificatesInDER(wrong as never), { instanceOf: TypeError, message: "tls.ca must be a certificate in DER or PEM, or several" });
});
