import test from "ava";
import { contentOf, isDER } from "../../../lib/tls/der.js";
import { CERTIFICATE_MALFORMED, TLSError } from "../../../lib/tls/tls-error.js";
import { element, hex, sequence } from "../../../tools/x509/der.js";
import { root } from "../../../tools/x509/certificate.js";
import { rsaKeys } from "../../../tools/x509/keys.js";

const good: Readonly<Record<string, string>> = {
	"an empty SEQUENCE": "30 00",
	"an INTEGER of 0": "02 01 00",
	"an INTEGER whose first bit is set, with the zero in front": "02 02 00 80",
	"an INTEGER below zero": "02 01 80",
	"BOOLEANs": "30 06 01 01 ff 01 01 00",
	"NULL": "05 00",
	"a BIT STRING with 7 unused bits": "03 02 07 80",
	"a BIT STRING of no bit": "03 01 00",
	"an object identifier": "06 03 55 1d 13",
	"what a context tag holds": "80 03 ff ff ff",
	"elements in a context tag": "a0 03 02 01 02"
};

const bad: Readonly<Record<string, string>> = {
	"nothing": "",
	"a tag alone": "30",
	"a byte behind": "30 00 00",
	"a length beyond the end": "30 01",
	"an indefinite length": "30 80 00 00",
	"a length that reads as negative": "30 84 ff ff ff fa",
	"a length of four bytes": "04 84 00 00 00 01 00",
	"a length of three bytes": "04 83 00 00 01 00",
	"a long length for a short one": "04 81 01 00",
	"two bytes of length where one is enough": `04 82 00 80 ${"00 ".repeat(128)}`,
	"a length without its byte": "04 81",
	"a child beyond its parent": "30 02 04 01 30",
	"a child that is a tag alone": "30 01 05",
	"the tag 0": "00 00",
	"a tag of several bytes": "1f 81 01 00",
	"a context tag of several bytes": "bf 81 01 00",
	"a SEQUENCE that is not constructed": "10 00",
	"a SET that is not constructed": "11 00",
	"an INTEGER that is constructed": "22 03 02 01 00",
	"an OCTET STRING in pieces": "24 03 04 01 00",
	"an INTEGER of no byte": "02 00",
	"an INTEGER with a zero too many": "02 02 00 7f",
	"an INTEGER with a sign byte too many": "02 02 ff 80",
	"a BOOLEAN of no byte": "01 00",
	"a BOOLEAN of two": "01 02 ff ff",
	"a BOOLEAN that is 1": "01 01 01",
	"basic constraints that the SDK takes for true": "30 02 01 00",
	"NULL with something in it": "05 01 00",
	"a BIT STRING without a count": "03 00",
	"a BIT STRING with 8 unused bits": "03 02 08 00",
	"a BIT STRING with unused bits of no byte": "03 01 07",
	"a BIT STRING whose unused bits are set": "03 02 07 81",
	"an object identifier of no byte": "06 00",
	"an object identifier that is cut": "06 02 55 9d",
	"an object identifier that begins with nothing": "06 02 80 01",
	"an object identifier of 33 bytes": `06 21 ${"01 ".repeat(33)}`
};

for (const [name, text] of Object.entries(good)) {
	test(`DER: ${name}`, (t) => {
		t.notThrows(() => contentOf(hex(text), hex(text)[0]));
		t.true(isDER(sequence(hex(text))));
	});
}

for (const [name, text] of Object.entries(bad)) {
	test(`not DER: ${name}`, (t) => {
		t.throws(() => contentOf(hex(text), hex(text)[0]), { instanceOf: TLSError, message: CERTIFICATE_MALFORMED });
		t.false(isDER(sequence(sequence(), hex(text))) && text !== "");
	});
}

test("not DER: too many structures inside each other, and one that is too large", (t) => {
	const nested = (depth: number): Uint8Array => depth === 0 ? hex("05 00") : sequence(nested(depth - 1));
	t.true(isDER(nested(12)));
	t.false(isDER(nested(13)));
	t.true(isDER(element(4, new Uint8Array(0x4000 - 4))));
	t.false(isDER(element(4, new Uint8Array(0x4000 - 3))));
});

test("not DER: a certificate cut anywhere, or with a byte behind it", (t) => {
	const { der } = root("Root", rsaKeys());
	t.true(isDER(der));
	for (let end = 0; end < der.length; end++)
		t.false(isDER(der.subarray(0, end)));
	t.false(isDER(new Uint8Array(der.length + 1).fill(0).map((_, at) => der[at] ?? 0)));
});
