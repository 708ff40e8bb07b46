import { boolean, element, elementWithLength, hex, identifier, integer, join, sequence, set, tagged } from "../der.js";
import { basicConstraints, extension, leaf, leafExtensions, nameOf, root } from "../certificate.js";
import { type ChainCase, Table, type World } from "../world.js";

/** The form of a certificate: versions, numbers, lengths, what is behind (X.690, 10; RFC 5280, 4.1). */
export function structureCases(world: World): readonly ChainCase[] {
	const table = new Table(world, "structure");
	const under = (parts: Parameters<World["under"]>[0]): readonly Uint8Array[] => [world.under(parts).der];
	const { der } = world.under();
	const version = (bytes: string): Uint8Array => tagged(0, true, hex(bytes));
	table.refuse("version 1 with extensions", under({ version: undefined }));
	table.refuse("version 1 said, which DER leaves out", under({ version: version("020100") }));
	table.refuse("version 2 with extensions", under({ version: version("020101") }));
	table.refuse("version 4", under({ version: version("020103") }));
	table.refuse("version -1", under({ version: version("0201ff") }));
	table.refuse("version of two bytes", under({ version: version("02020002") }));
	table.refuse("version that is no INTEGER", under({ version: version("0a0102") }));
	table.refuse("version twice", under({ version: join(version("020102"), version("020102")) }));
	table.refuse("version of nothing", under({ version: tagged(0, true) }));
	table.refuse("an intermediate of version 1", world.below({ version: undefined, extensions: undefined }));
	table.refuse("an intermediate of version 2", world.below({ version: version("020101"), extensions: undefined }));
	table.accept("a serial number of 20 bytes", under({ serial: element(2, new Uint8Array(20).fill(0x7f)) }));
	table.accept("a serial number of 20 bytes after the zero that makes it positive", under({ serial: element(2, Uint8Array.of(0, ...new Uint8Array(20).fill(0xff))) }));
	table.refuse("a serial number of 22 bytes", under({ serial: element(2, new Uint8Array(22).fill(0x7f)) }));
	table.refuse("a serial number of no byte", under({ serial: element(2) }));
	table.refuse("a serial number that begins with zeros", under({ serial: hex("0202000f") }));
	table.refuse("a serial number that begins with ones", under({ serial: hex("0202ff8f") }));
	table.refuse("a negative serial number", under({ serial: integer(-5) }));
	table.refuse("a serial number of 4 KB", under({ serial: element(2, new Uint8Array(4096).fill(0x7f)) }));
	table.refuse("a serial number that is no INTEGER", under({ serial: element(4, hex("05")) }));
	table.refuse("an empty issuer", [leaf({ name: sequence(), keys: world.rootKeys }, world.leafKeys).der]);
	const nameless = root("", world.rootKeys, { subject: sequence() });
	table.refuse("a CA without a name", [leaf(nameless, world.leafKeys).der], { authorities: [nameless.der] });
	table.refuse("the issuer's name in another encoding, which is another name", under({ issuer: sequence(set(sequence(identifier("2.5.4.3"), element(0x13, new TextEncoder().encode("Root "))))) }));
	table.refuse("bytes behind the certificate", [join(der, hex("00"))]);
	table.refuse("an element behind the certificate", [join(der, hex("0500"))]);
	table.refuse("a certificate behind the certificate", [join(der, der)]);
	table.refuse("an element behind the signature", under({ wrap: (...parts) => sequence(...parts, hex("0500")) }));
	table.refuse("an element behind the extensions", under({ behind: hex("0500") }));
	table.refuse("no signature", under({ wrap: (signed, algorithm) => sequence(...[signed, algorithm].filter((part) => part !== undefined)) }));
	table.refuse("nothing but what is signed", under({ wrap: (signed) => sequence(...[signed].filter((part) => part !== undefined)) }));
	table.refuse("a SET for the whole", under({ wrap: set }));
	table.refuse("an indefinite length of the whole", under({ wrap: (...parts) => elementWithLength(0x30, [0x80], ...parts, hex("0000")) }));
	table.refuse("an indefinite length of what is signed", under({ change: (signed) => elementWithLength(0x30, [0x80], signed.subarray(4), hex("0000")) }));
	table.refuse("an indefinite length of the extensions", under({ allExtensions: elementWithLength(0xa3, [0x80], sequence(...leafExtensions()), hex("0000")) }));
	table.refuse("an indefinite length of an extension", under({
		extensions: [...leafExtensions(), elementWithLength(0x30, [0x80], identifier("1.3.6.1.4.1.99999.1"), hex("04020500"), hex("0000"))]
	}));
	table.refuse("a long length of the whole", [join(hex("30 83 00"), der.subarray(2))]);
	table.refuse("a long length of what is signed", under({ change: (signed) => join(hex("30 83 00"), signed.subarray(2)) }));
	table.refuse("a long length of the serial number", under({ serial: elementWithLength(2, [0x81, 1], hex("05")) }));
	table.refuse("a length of 2^31 in an element that nobody reads", under({ extensions: [...leafExtensions(), extension("1.3.6.1.4.1.99999.1", hex("30 84 80 00 00 00"))].slice(0, 3).concat(sequence(identifier("1.3.6.1.4.1.99999.1"), hex("04 84 80 00 00 00"))) }));
	table.refuse("a high tag number", under({ behind: hex("bf 81 01 00") }));
	table.refuse("the bytes of end-of-contents", under({ behind: hex("00 00") }));
	table.refuse("a depth of 200", under({ subject: nested(200) }));
	table.refuse("a depth of 2000 in the signature's parameters", under({ algorithm: sequence(identifier("1.2.840.113549.1.1.11"), nested(2000)) }));
	table.refuse("cut in the middle", [der.subarray(0, der.length >>> 1)]);
	table.refuse("cut by a byte", [der.subarray(0, der.length - 1)]);
	table.refuse("a byte", [hex("30")]);
	table.refuse("two bytes", [hex("3000")]);
	table.refuse("no byte", [Uint8Array.of()]);
	table.refuse("zeros", [new Uint8Array(600)]);
	table.refuse("ones", [new Uint8Array(600).fill(0xff)]);
	table.refuse("a text", [new TextEncoder().encode("-----BEGIN CERTIFICATE-----\n")]);
	table.refuse("a BOOLEAN of two bytes in an intermediate", world.below({ extensions: [sequence(identifier("2.5.29.19"), element(1, hex("ffff")), element(4, sequence(boolean(0xff))))] }));
	table.refuse("a good leaf behind a damaged intermediate", [world.leaf.der, join(world.middle.der, hex("00"))]);
	table.refuse("an intermediate with a damaged key", world.below({ info: hex("30 84 ff ff ff ff"), extensions: [basicConstraints()] }));
	table.refuse("a subject that is no name", under({ subject: hex("0500") }));
	table.refuse("a subject by length beyond the certificate", under({ subject: hex("30 82 7f ff") }));
	table.accept("a subject of no attribute", under({ subject: sequence(), extensions: leafExtensions() }));
	table.refuse("what another CA has signed", [leaf({ name: nameOf("Root"), keys: world.strangerKeys }, world.leafKeys).der]);
	return table.cases;
}

function nested(depth: number): Uint8Array {
	let inner = sequence();
	for (let level = 1; level < depth; level++)
		inner = sequence(inner);
	return inner;
}
