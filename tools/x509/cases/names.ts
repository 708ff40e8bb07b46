import { ascii, element, hex, join, sequence, tagged } from "../der.js";
import { address, alternativeNames, extension, leafExtensions, nameOf } from "../certificate.js";
import { type ChainCase, Table, type World } from "../world.js";

const otherHost = /certificate is (?:not )?for/;

/** For which names a certificate is (RFC 9525; RFC 5280, 4.2.1.6). */
export function nameCases(world: World): readonly ChainCase[] {
	const table = new Table(world, "names");
	const named = (...names: readonly (string | Uint8Array)[]): readonly Uint8Array[] =>
		[world.under({ extensions: [...leafExtensions().slice(0, 2), alternativeNames(...names)] }).der];
	const accept = (host: string, ...names: readonly (string | Uint8Array)[]): void =>
		table.accept(`${host} by ${textOf(names)}`, named(...names), { host });
	const refuse = (host: string, ...names: readonly (string | Uint8Array)[]): void =>
		table.refuse(`${host} by ${textOf(names)}`, named(...names), { host });
	accept("localhost", "localhost");
	accept("localhost", "LocalHost");
	accept("LOCALHOST", "localhost");
	accept("localhost", "other.test", "localhost");
	accept("a.records.test", "*.records.test");
	accept("A.Records.Test", "*.records.TEST");
	accept("127.0.0.1", address(127, 0, 0, 1));
	accept("127.0.0.1", "localhost", address(10, 0, 0, 1), address(127, 0, 0, 1));
	accept("localhost", tagged(1, false, ascii("device@localhost")), tagged(6, false, ascii("https://other.test/")), "localhost");
	const loopback = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
	const documented = [0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xab, 0xcd, 0, 1];
	for (const host of ["::1", "0::1", "::0:1", "0:0:0:0:0:0:0:1", "0000:0000:0000:0000:0000:0000:0000:0001", "::0.0.0.1"])
		accept(host, address(...loopback));
	for (const host of ["2001:db8::abcd:1", "2001:DB8::ABCD:1", "2001:0db8:0:0::abcd:0001", "2001:db8:0:0:0:0:abcd:1", "2001:db8:0:0:0:0:171.205.0.1", "2001:db8::171.205.0.1"])
		accept(host, address(127, 0, 0, 1), "localhost", address(...documented));
	accept("2001:db8::", address(0x20, 1, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
	accept("::", address(...new Uint8Array(16)));
	accept("1:2:3:4:5:6:7::", address(0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 0));
	for (const host of ["::2", "1::1", ":1", "1:", "::1::", ":::1", "::1:", "1:0:0:0:0:0:0:0:1", "0:0:0:0:0:0:1", "::00001", "::g", "::1%1", "[::1]", "::0x1", "::-1", "::+1", "::1.0", "::0.0.0.256", "::0.0.0.01", "::0.0.0.1:0",
		"0:0:0:0:0:0:0::1", "0.0.0.1::", "::ffff:127.0.0.1", "1"])
		refuse(host, address(...loopback));
	refuse("::1", "::1");
	refuse("::1", "localhost");
	refuse("::1", address(0, 0, 0, 1));
	refuse("::1", address(...loopback, 0));
	refuse("::1", address(...loopback, ...new Uint8Array(16).fill(255)));
	refuse("::1", tagged(7, false, ascii("::1")));
	refuse("::ffff:127.0.0.1", address(127, 0, 0, 1));
	for (const [host, name] of wrongNames)
		refuse(host, name);
	refuse("localhost", tagged(1, false, ascii("localhost")));
	refuse("localhost", tagged(6, false, ascii("localhost")));
	refuse("localhost", tagged(4, true, nameOf("localhost")));
	refuse("localhost", tagged(8, false, hex("2a03")));
	refuse("localhost", element(0x0c, ascii("localhost")));
	refuse("localhost", address(127, 0, 0, 1));
	refuse("127.0.0.1", "127.0.0.1");
	refuse("127.0.0.1", "localhost");
	refuse("127.0.0.1", address(127, 0, 0, 2));
	for (const bytes of [[], [127], [127, 0, 0], [127, 0, 0, 1, 0], [127, 0, 0, 1, 255, 255, 255, 255], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 127, 0, 0, 1]])
		refuse("127.0.0.1", address(...bytes));
	refuse("127.0.0.1", tagged(7, false, ascii("127.0.0.1")));
	refuse("127.0.0.01", address(127, 0, 0, 1));
	refuse("2130706433", address(127, 0, 0, 1));
	for (const [what, kind] of Object.entries(noKinds)) {
		table.refuse(`${what}, before the host's name`, named(kind, "localhost"));
		table.refuse(`${what}, behind the host's name`, named("localhost", kind));
	}
	accept("localhost", "localhost", tagged(0, true, hex("0603550403"), tagged(0, true, hex("0c0161"))), tagged(4, true, nameOf("localhost")), tagged(8, false, hex("2a03")));
	const subject = nameOf("localhost");
	const others = leafExtensions().slice(0, 2);
	table.refuse("only a common name, no subjectAltName", [world.under({ subject, extensions: others }).der], { why: otherHost });
	table.refuse("only a common name, no extensions", [world.under({ subject, extensions: undefined }).der]);
	table.refuse("a common name, and another in subjectAltName", [world.under({ subject, extensions: [...others, alternativeNames("other.test")] }).der], { why: otherHost });
	for (const [name, value] of Object.entries(malformed))
		table.refuse(`subjectAltName ${name}`, [world.under({ subject, extensions: [...others, extension("2.5.29.17", value)] }).der]);
	return table.cases;
}

/** Host and DNS name that is not for it. */
const wrongNames: readonly (readonly [host: string, name: string])[] = [
	["localhost", "other.test"],
	["localhost", "localhost.test"],
	["localhost", "local"],
	["localhost", "alocalhost"],
	["localhost", "localhost\u0000.other.test"],
	["localhost", "localhost\u0000"],
	["localhost", "\u0000localhost"],
	["localhost", "localhost "],
	["localhost", " localhost"],
	["localhost", "localhost."],
	["localhost", ".localhost"],
	["localhost", ""],
	["localhost", "*"],
	["localhost", "*localhost"],
	["localhost", "local*"],
	["localhost", "l*t"],
	["localhost", "*.localhost"],
	["localhost", "*."],
	["records.test", "*.test"],
	["a..test", "*..test"],
	["records.test", "*.test."],
	["records.test", "*.records.test"],
	["a.b.records.test", "*.records.test"],
	["a.records.test", "*.*.test"],
	["a.records.test", "a.*.test"],
	["a.records.test", "a.records.*"],
	["a.records.test", "**.records.test"],
	["a.records.test", "*a.records.test"],
	["a.records.test", "a*.records.test"],
	["ab.records.test", "a*.records.test"],
	["ab.records.test", "*b.records.test"],
	["xn--a.records.test", "xn--*.records.test"],
	["a.records.test", "*records.test"],
	["a.records.test", "*..records.test"],
	["a.records.test", "*.records.test."],
	["a.records.test", "*.records.test\u0000"],
	["a.records.test", ".records.test"],
	["a.records.test", "*.RECORDS.test.other"],
	["a.records.test", "a.records.test.other.test"],
	["a.records.test", "records.test"],
	["ä.records.test", "a.records.test"],
	["ä.records.test", "\u0000.records.test"],
	["ä.records.test", "?.records.test"]
];

/** Elements that are no GeneralName (RFC 5280, 4.2.1.6). */
const noKinds: Readonly<Record<string, Uint8Array>> = {
	"a name of kind 9": tagged(9, false, ascii("a")),
	"a DNS name with elements": tagged(2, true, element(0x16, ascii("a"))),
	"a directory name without elements": tagged(4, false, ascii("a")),
	"a name with a universal tag": element(0x16, ascii("a")),
	"a name with an application tag": element(0x42, ascii("a")),
	"a name with a private tag": element(0xc2, ascii("a"))
};

const malformed: Readonly<Record<string, Uint8Array>> = {
	"of no names": sequence(),
	"of no bytes": Uint8Array.of(),
	"that is no SEQUENCE": tagged(2, false, ascii("localhost")),
	"whose name leads beyond it": sequence(join(hex("82 7f"), ascii("localhost"))),
	"whose name has a negative length": sequence(join(hex("82 84 ff ff ff f7"), ascii("localhost"))),
	"whose name has an indefinite length": sequence(join(hex("82 80"), ascii("localhost"), hex("0000"))),
	"with bytes behind it": join(sequence(tagged(2, false, ascii("localhost"))), hex("00")),
	"with half an element behind the name": sequence(tagged(2, false, ascii("localhost")), hex("82")),
	"whose length is beyond it": join(hex("30 7f 82 09"), ascii("localhost")),
	"with a long length": join(hex("30 81 0b 82 09"), ascii("localhost")),
	"with a name in parts": sequence(tagged(2, true, element(0x16, ascii("localhost")))),
	"with bytes that are no ASCII": sequence(tagged(2, false, hex("6c6f63616cff686f7374"), ascii("")))
};

function textOf(names: readonly (string | Uint8Array)[]): string {
	return names.length === 0 ? "nothing" : names.map((name) => typeof name === "string" ? JSON.stringify(name) : Buffer.from(name).toString("hex")).join(", ");
}
