import { ascii, boolean, element, elementWithLength, hex, identifier, integer, octets, sequence, tagged } from "../der.js";
import {
	alternativeNames, authorityExtensions, basicConstraints, extension, intermediate, keyUsage, leaf, leafExtensions, root, unknownExtension
} from "../certificate.js";
import { type ChainCase, Table, type World } from "../world.js";

const nameConstraints = "2.5.29.30";
const subtree = (name: string): Uint8Array => sequence(tagged(2, false, ascii(name)));
const permitted = (name: string): Uint8Array => sequence(tagged(0, true, subtree(name)));
const excluded = (name: string): Uint8Array => sequence(tagged(1, true, subtree(name)));

/** Extensions of a certificate, known and unknown (RFC 5280, 4.2). */
export function extensionCases(world: World): readonly ChainCase[] {
	const table = new Table(world, "extensions");
	const under = (...extensions: readonly Uint8Array[]): readonly Uint8Array[] => [world.under({ extensions: [...leafExtensions(), ...extensions] }).der];
	const below = (...extensions: readonly Uint8Array[]): readonly Uint8Array[] => world.below({ extensions: [...authorityExtensions(), ...extensions] });
	table.accept("an unknown one in a leaf", under(unknownExtension(false)));
	table.accept("an unknown one in an intermediate", below(unknownExtension(false)));
	table.accept("the usual ones of a CA's service", under(
		extension("2.5.29.14", octets(hex("0102030405060708090a0b0c0d0e0f1011121314"))),
		extension("2.5.29.35", sequence(tagged(0, false, hex("0102030405060708090a0b0c0d0e0f1011121314")))),
		extension("1.3.6.1.5.5.7.1.1", sequence(sequence(identifier("1.3.6.1.5.5.7.48.1"), tagged(6, false, ascii("http://ocsp.test"))))),
		extension("2.5.29.32", sequence(sequence(identifier("2.23.140.1.2.1")))),
		extension("2.5.29.31", sequence(sequence(tagged(0, true, tagged(0, true, tagged(6, false, ascii("http://crl.test/1.crl"))))))),
		extension("1.3.6.1.4.1.11129.2.4.2", octets(hex("0000")))
	));
	table.accept("an authority key identifier with issuer and serial number", under(
		extension("2.5.29.35", sequence(tagged(0, false, hex("0102")), tagged(1, true, tagged(4, true, world.root.name)), tagged(2, false, hex("01"))))));
	table.refuse("an unknown critical one in the leaf", under(unknownExtension(true)));
	table.refuse("an unknown critical one in an intermediate", below(unknownExtension(true)));
	table.refuse("an unknown critical one before all others", [world.under({ extensions: [unknownExtension(true), ...leafExtensions()] }).der]);
	table.refuse("a critical policyConstraints", below(extension("2.5.29.36", sequence(tagged(0, false, hex("00"))), true)));
	table.refuse("a critical inhibitAnyPolicy", below(extension("2.5.29.54", integer(0), true)));
	table.refuse("subjectAltName twice", under(alternativeNames("other.test")));
	table.refuse("an unknown one twice", under(unknownExtension(false), unknownExtension(false)));
	table.refuse("basicConstraints twice", below(basicConstraints(sequence())));
	table.refuse("keyUsage twice", below(keyUsage(0x80, 7)));
	table.accept("critical FALSE, which DER leaves out and some CAs write", under(sequence(identifier("1.3.6.1.4.1.99999.1"), boolean(0), octets(hex("0500")))));
	table.refuse("critical as 01", under(sequence(identifier("1.3.6.1.4.1.99999.1"), boolean(1), octets(hex("0500")))));
	table.refuse("no OCTET STRING", under(sequence(identifier("1.3.6.1.4.1.99999.1"), hex("0500"))));
	table.refuse("no value", under(sequence(identifier("1.3.6.1.4.1.99999.1"))));
	table.refuse("something behind the value", under(sequence(identifier("1.3.6.1.4.1.99999.1"), octets(hex("0500")), hex("0500"))));
	table.refuse("no identifier", under(sequence(octets(hex("0500")))));
	table.refuse("an empty identifier", under(sequence(element(6), octets(hex("0500")))));
	table.refuse("no SEQUENCE in the list", under(octets(hex("0500"))));
	table.refuse("none in the list (RFC 5280, 4.1.2.9)", world.below({ extensions: [] }));
	table.refuse("two lists", [world.under({ behind: tagged(3, true, sequence(unknownExtension(false))) }).der]);
	table.refuse("something behind the list", [world.under({ allExtensions: tagged(3, true, sequence(...leafExtensions()), hex("0500")) }).der]);
	table.refuse("a list without SEQUENCE", [world.under({ allExtensions: tagged(3, true, ...leafExtensions()) }).der]);
	table.refuse("a list of another tag", [world.under({ allExtensions: tagged(4, true, sequence(...leafExtensions())) }).der]);
	table.refuse("a list that is primitive", [world.under({ allExtensions: tagged(3, false, sequence(...leafExtensions())) }).der]);
	for (const [name, value] of Object.entries(authorityKeyIdentifiers)) {
		table.refuse(`authority key identifier ${name}`, under(extension("2.5.29.35", value)));
		// Only the device's own CAs are looked for by it.
		table.refuse(`authority key identifier ${name}, without a CA given`, under(extension("2.5.29.35", value)), { authorities: [] });
	}
	for (const critical of [true, false]) {
		const how = critical ? "critical" : "not critical";
		table.refuse(`name constraints that exclude the name, ${how}`, below(extension(nameConstraints, excluded("localhost"), critical)));
		table.refuse(`name constraints that permit another name, ${how}`, below(extension(nameConstraints, permitted("other.test"), critical)));
	}
	for (const { accepted, host = "a.records.test", permitted: good = [], excluded: bad = [], names = [host] } of constrained) {
		const constraints = sequence(...[good, bad].map((bases, at) => bases.length === 0 ? Uint8Array.of() : tagged(at, true, ...bases.map(subtreeOf))));
		const middle = intermediate("Middle", world.middleKeys, world.root, { extensions: [...authorityExtensions(), extension(nameConstraints, constraints, true)] });
		const chain = [leaf(middle, world.leafKeys, { extensions: [...leafExtensions().slice(0, 2), alternativeNames(...names.map(nameElement))] }).der, middle.der];
		const name = `${host} by ${names.join()} where ${good.join() || "all"} is permitted and ${bad.join() || "nothing"} excluded`;
		if (accepted)
			table.accept(name, chain, { host });
		else
			table.refuse(name, chain, { host });
	}
	const one = intermediate("One", world.middleKeys, world.root, { extensions: [...authorityExtensions(), extension(nameConstraints, permitted("localhost"), true)] });
	const others = { extensions: [...authorityExtensions(), alternativeNames("other.test")] };
	const belowOne = (name: string): readonly Uint8Array[] => {
		const made = intermediate(name, world.strangerKeys, one, others);
		return [leaf(made, world.leafKeys).der, made.der, one.der];
	};
	table.accept("a CA that has certified itself may have a name that is not permitted (RFC 5280, 6.1.3 b)", belowOne("One"));
	table.refuse("another CA may not", belowOne("Two"), { why: /may not certify/ });
	table.refuse("a leaf may not, also where it has its CA's name",
		[leaf(one, world.leafKeys, { subject: one.name, extensions: [...leafExtensions().slice(0, 2), alternativeNames("localhost", "other.test")] }).der, one.der], { why: /may not certify/ });
	const many = Array.from({ length: 800 }, (_, at) => `a${at}.test`);
	const crowded = intermediate("Middle", world.middleKeys, world.root, {
		extensions: [...authorityExtensions(), extension(nameConstraints, sequence(tagged(0, true, ...["test", "localhost", ...many.slice(0, 60)].map(subtreeOf))), true)]
	});
	const ofMany = (count: number): readonly Uint8Array[] =>
		[leaf(crowded, world.leafKeys, { extensions: [...leafExtensions().slice(0, 2), alternativeNames("localhost", ...many.slice(0, count))] }).der, crowded.der];
	table.accept("60 name constraints and 60 names", ofMany(60));
	table.refuse("60 name constraints and 800 names", ofMany(800), { why: /can't be accepted/ });
	table.refuse("60 name constraints and 800 names that the CA didn't sign", [
		leaf({ name: crowded.name, keys: world.strangerKeys }, world.leafKeys, { extensions: [...leafExtensions().slice(0, 2), alternativeNames("localhost", ...many)] }).der, crowded.der
	], { why: /not signed by a trusted CA/ });
	const strict = root("Root", world.rootKeys, { extensions: [...authorityExtensions(), extension(nameConstraints, excluded("localhost"), true)] });
	table.refuse("name constraints of the CA, for a leaf that is not signed: the signature comes first",
		[leaf({ name: world.middle.name, keys: world.strangerKeys }, world.leafKeys).der, world.middle.der], { authorities: [strict.der], why: /not signed by a trusted CA/ });
	table.refuse("name constraints of the CA, for a leaf that is signed", [world.leaf.der, world.middle.der], { authorities: [strict.der], why: /may not certify/ });
	for (const [name, value] of Object.entries(subjectKeyIdentifiers))
		table.refuse(`subject key identifier ${name}`, under(extension("2.5.29.14", value)));
	table.refuse("name constraints of no subtree", below(extension(nameConstraints, sequence(), true)));
	table.refuse("name constraints that are none", below(extension(nameConstraints, hex("0500"), true)));
	return table.cases;
}

const subjectKeyIdentifiers: Readonly<Record<string, Uint8Array>> = {
	"that is no OCTET STRING": sequence(hex("0500")),
	"that is empty": Uint8Array.of(),
	"with bytes behind it": hex("04 01 01 00"),
	"whose length leads beyond the value": hex("04 7f 01")
};

/** A host, the names of its certificate, and what its CA may certify. Numbers with commas are addresses, and masks behind them. */
interface Constrained {
	readonly accepted: boolean;
	readonly host?: string;
	readonly names?: readonly string[];
	readonly permitted?: readonly string[];
	readonly excluded?: readonly string[];
}

const local = "127,0,0,1";
const local6 = "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1";
const constrained: readonly Constrained[] = [
	{ accepted: true, permitted: ["records.test"] },
	{ accepted: true, permitted: [".records.test"] },
	{ accepted: true, permitted: [".test"] },
	{ accepted: true, permitted: ["other.test", ".records.test"] },
	{ accepted: true, excluded: [".a.records.test"] },
	{ accepted: true, names: ["*.records.test"], permitted: [".records.test"] },
	{ accepted: false, permitted: [".a.records.test"] },
	{ accepted: false, permitted: [".ecords.test"] },
	{ accepted: false, permitted: [".records.test.other"] },
	{ accepted: false, permitted: ["."] },
	{ accepted: false, excluded: [".records.test"] },
	{ accepted: false, excluded: [".test"] },
	{ accepted: false, names: ["*.records.test"], excluded: [".records.test"] },
	// A subtree that ends in a dot covers nothing: nobody means that.
	...["test.", "records.test.", ".records.test.", "a.records.test."].flatMap((base) => [{ accepted: false, permitted: [base] }, { accepted: false, excluded: [base] }]),
	{ accepted: true, host: "127.0.0.1", names: [local], permitted: ["records.test"] },
	{ accepted: true, host: "127.0.0.1", names: [local], excluded: ["records.test"] },
	{ accepted: true, host: "127.0.0.1", names: [local], permitted: ["records.test", "127,0,0,0,255,0,0,0"] },
	{ accepted: false, host: "127.0.0.1", names: [local], permitted: ["records.test", "10,0,0,0,255,0,0,0"] },
	{ accepted: false, host: "127.0.0.1", names: [local], excluded: ["127,0,0,0,255,0,0,0"] },
	{ accepted: true, host: "::1", names: [local6], permitted: ["0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,255,255,255,255,255,255,255,255,255,255,255,255,255,255,255,0"] },
	{ accepted: true, host: "::1", names: [local6], excluded: ["records.test", "127,0,0,0,255,0,0,0"] },
	{ accepted: false, host: "::1", names: [local6], permitted: ["127,0,0,0,255,0,0,0"] },
	{ accepted: false, host: "::1", names: [local6], excluded: ["0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,255,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"] },
	...["127,0,0", "127,0,0,1,0", "127,0,0,1,255,255,255,255"].map((odd) => ({ accepted: false, names: ["a.records.test", odd], excluded: ["10,0,0,0,255,0,0,0"] }))
];

function subtreeOf(base: string): Uint8Array {
	return sequence(nameElement(base));
}

function nameElement(name: string): Uint8Array {
	return name.includes(",") ? tagged(7, false, Uint8Array.from(name.split(","), Number)) : tagged(2, false, ascii(name));
}

/** Values of the extension that the SDK's decoder reads to find the CA. */
const authorityKeyIdentifiers: Readonly<Record<string, Uint8Array>> = {
	"with a negative length, on which the decoder loops": hex("30 09 81 84 ff ff ff fa 00 00 00"),
	"with a length of minus one": hex("30 06 81 84 ff ff ff ff"),
	"with a length that leads back": hex("30 06 81 84 ff ff ff fe"),
	"of indefinite length": hex("30 80 81 00 00 00"),
	"with an inner indefinite length": hex("30 04 80 80 00 00"),
	"whose length leads beyond the value": elementWithLength(0x30, [0x7f], tagged(0, false, hex("0102"))),
	"whose identifier leads beyond the value": hex("30 04 80 7f 01 02"),
	"with a length of 4 GB": hex("30 07 80 84 7f ff ff ff 00"),
	"with a length of 2^32": hex("30 08 80 85 01 00 00 00 00 00"),
	"that is no SEQUENCE": hex("04 02 80 00"),
	"that is empty": Uint8Array.of(),
	"with an element of another kind": sequence(tagged(0, false, hex("0102")), tagged(3, false, hex("01"))),
	"with its elements in another order": sequence(tagged(2, false, hex("01")), tagged(0, false, hex("0102"))),
	"with a universal element": sequence(octets(hex("0102"))),
	"with bytes behind it": hex("30 03 80 01 01 00")
};
