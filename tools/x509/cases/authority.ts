import { boolean, element, elementWithLength, hex, integer, sequence } from "../der.js";
import {
	alternativeNames, authorityExtensions, basicConstraints, clientAuth, extendedKeyUsage, extension, intermediate, keyUsage, leaf, leafExtensions, type Made,
	nameOf, type Parts, root, serverAuth
} from "../certificate.js";
import { type ChainCase, Table, type World } from "../world.js";

const certSign = keyUsage(0x06, 1);
const limited = (length: number): Parts => ({ extensions: [basicConstraints(sequence(boolean(0xff), integer(length))), certSign] });

/** Whether a certificate may sign others: basicConstraints, pathLenConstraint, keyUsage, extendedKeyUsage. */
export function authorityCases(world: World): readonly ChainCase[] {
	return [...constraintCases(world), ...pathCases(world), ...usageCases(world)];
}

function constraintCases(world: World): readonly ChainCase[] {
	const table = new Table(world, "basicConstraints");
	const below = (value: Uint8Array): readonly Uint8Array[] => world.below({ extensions: [basicConstraints(value), certSign] });
	table.accept("an intermediate that is a CA", world.below({}));
	table.accept("an intermediate without keyUsage", world.below({ extensions: [basicConstraints()] }));
	table.accept("a leaf that says it is no CA", [world.under({ extensions: [basicConstraints(sequence()), ...leafExtensions()] }).der]);
	table.refuse("missing", world.below({ extensions: [certSign] }));
	table.refuse("no extensions at all", world.below({ extensions: undefined }));
	table.refuse("empty", below(sequence()));
	table.refuse("cA FALSE, which DER leaves out", below(sequence(boolean(0))));
	table.refuse("only a path length", below(sequence(integer(0))));
	table.refuse("an INTEGER in place of cA, `30 02 01 00`", below(hex("30 02 01 00")));
	table.refuse("cA TRUE as 01", below(sequence(boolean(1))));
	table.refuse("cA TRUE of two bytes", below(sequence(element(1, hex("ff ff")))));
	table.refuse("cA TRUE of no byte", below(sequence(element(1))));
	table.refuse("cA TRUE with a long length", below(sequence(elementWithLength(1, [0x81, 1], hex("ff")))));
	table.refuse("no SEQUENCE", below(hex("01 01 ff")));
	table.refuse("an empty value", below(Uint8Array.of()));
	table.refuse("bytes behind it", below(hex("30 03 01 01 ff 00")));
	table.refuse("its length beyond the value", below(hex("30 05 01 01 ff")));
	table.refuse("a third element", below(sequence(boolean(0xff), integer(3), integer(3))));
	table.refuse("a negative path length", below(sequence(boolean(0xff), integer(-1))));
	table.refuse("a leaf signs another leaf", leafSigns(world));
	return table.cases;
}

function leafSigns(world: World): readonly Uint8Array[] {
	const first = world.under({ extensions: [...leafExtensions(), alternativeNames("good.test")].slice(0, 3) });
	return [leaf(first, world.strangerKeys).der, first.der];
}

/** A chain of CAs with these constraints, the uppermost first, and a leaf below; as a server sends it. */
function chainOf(world: World, names: readonly string[], constraints: readonly Parts[]): readonly Uint8Array[] {
	const made: Made[] = [world.root];
	names.forEach((name, at) => made.push(intermediate(name, at % 2 === 0 ? world.middleKeys : world.strangerKeys, made[at] ?? world.root, constraints[at])));
	const last = made[made.length - 1] ?? world.root;
	return [leaf(last, world.leafKeys), ...made.slice(1).reverse()].map(({ der }) => der);
}

function pathCases(world: World): readonly ChainCase[] {
	const table = new Table(world, "path length");
	table.accept("0 above a leaf", chainOf(world, ["One"], [limited(0)]));
	table.accept("1 above one CA", chainOf(world, ["One", "Two"], [limited(1), limited(0)]));
	table.accept("may increase downwards, which changes nothing", chainOf(world, ["One", "Two"], [limited(1), limited(9)]));
	table.accept("a self-issued CA doesn't count (RFC 5280, 6.1.4 l; PKITS 4.6.15)", chainOf(world, ["One", "One"], [limited(0), {}]));
	table.refuse("0 above a CA", chainOf(world, ["One", "Two"], [limited(0), {}]));
	table.refuse("0 above a CA that allows itself more", chainOf(world, ["One", "Two"], [limited(0), limited(9)]));
	table.refuse("1 above two CAs", chainOf(world, ["One", "Two", "Three"], [limited(1), {}, {}]));
	table.refuse("0 two levels below, above a CA", chainOf(world, ["One", "Two", "Three"], [{}, limited(0), {}]));
	table.refuse("0 above a CA that is the leaf's own kind", chainOf(world, ["One", "One", "Two"], [limited(0), {}, {}]));
	return table.cases;
}

function usageCases(world: World): readonly ChainCase[] {
	const table = new Table(world, "key usage");
	const under = (...extensions: readonly Uint8Array[]): readonly Uint8Array[] => [world.under({ extensions }).der];
	const name = alternativeNames("localhost");
	const below = (...extensions: readonly Uint8Array[]): readonly Uint8Array[] => world.below({ extensions: [basicConstraints(), ...extensions] });
	table.accept("a leaf with no usages", under(name));
	table.accept("a leaf for digitalSignature and keyEncipherment", under(keyUsage(0xa0, 5), name));
	table.accept("a leaf for servers and clients", under(extendedKeyUsage(clientAuth, serverAuth), name));
	table.accept("an intermediate for servers", below(certSign, extendedKeyUsage(serverAuth, clientAuth)));
	table.refuse("a leaf for clients only", under(extendedKeyUsage(clientAuth), name));
	table.refuse("a leaf for code only, critical", under(extension("2.5.29.37", sequence(hex("06 08 2b 06 01 05 05 07 03 03")), true), name));
	table.refuse("a leaf for no purpose", under(extendedKeyUsage(), name));
	table.refuse("a leaf that may sign certificates only", under(keyUsage(0x04, 2), name));
	table.refuse("a leaf that may sign CRLs only", under(keyUsage(0x02, 1), name));
	table.refuse("a leaf with a usage of no bit", under(extension("2.5.29.15", hex("03 01 00"), true), name));
	table.refuse("a leaf with a usage that is no BIT STRING", under(extension("2.5.29.15", hex("04 01 80"), true), name));
	table.refuse("a leaf with 9 unused bits", under(extension("2.5.29.15", hex("03 02 09 80"), true), name));
	table.refuse("a leaf with an empty usage", under(extension("2.5.29.15", hex("03 00"), true), name));
	table.refuse("an intermediate that may sign messages only", below(keyUsage(0x80, 7)));
	table.refuse("an intermediate that may sign CRLs only", below(keyUsage(0x02, 1)));
	table.refuse("an intermediate for clients only", below(certSign, extendedKeyUsage(clientAuth)));
	table.refuse("a purpose that begins as a server's", under(extendedKeyUsage(`${serverAuth}.1`), name));
	const weak = root("Root", world.rootKeys, { extensions: [basicConstraints(sequence())] });
	table.refuse("the trusted CA says it is none", [world.below({}, world.middleKeys, weak)[0] ?? weak.der], { authorities: [weak.der] });
	table.refuse("a CA's name and another's key", [leaf({ name: nameOf("Root"), keys: world.strangerKeys }, world.leafKeys).der]);
	const leafAuthority = world.under({ extensions: [...authorityExtensions(), name] });
	table.refuse("a leaf below a CA whose name differs", [leaf({ name: nameOf("Other"), keys: world.leafKeys }, world.strangerKeys).der, leafAuthority.der]);
	return table.cases;
}
