import { ascii, boolean, hex, integer, sequence, tagged, time } from "../der.js";
import {
	alternativeNames, authorityExtensions, basicConstraints, extension, intermediate, keyUsage, leaf, leafExtensions, type Made, nameOf, root
} from "../certificate.js";
import { ecKeys } from "../keys.js";
import { type ChainCase, Table, type World } from "../world.js";

const day = 86_400_000; // milliseconds
const untrusted = /not signed by a trusted CA/;
const ders = (...made: readonly Made[]): readonly Uint8Array[] => made.map(({ der }) => der);

/** Ways from a leaf to a CA: in order, broken, in circles, without end. */
export function pathCases(world: World): readonly ChainCase[] {
	const table = new Table(world, "paths");
	const { root: trusted, middle, stranger } = world;
	const good = world.leaf;
	table.accept("leaf and intermediate", ders(good, middle));
	table.accept("with the CA itself behind", ders(good, middle, trusted));
	table.accept("straight below the CA, with the CA behind", ders(world.under(), trusted));
	table.accept("one CA of several", ders(good, middle), { authorities: ders(stranger, world.cube, trusted) });
	table.accept("an unrelated certificate behind the path", ders(good, middle, stranger));
	table.accept("two CAs of one name, the other first", ders(good, middle), { authorities: ders(root("Root", world.strangerKeys), trusted) });
	table.accept("the intermediate is trusted", ders(good), { authorities: ders(middle) });
	table.refuse("no intermediate", ders(good), { why: untrusted });
	table.refuse("no CA to trust it", ders(good, middle), { authorities: ders(stranger), why: untrusted });
	table.refuse("with a CA that nobody trusts behind", ders(good, middle, trusted), { authorities: ders(stranger), why: untrusted });
	table.refuse("reversed", ders(middle, good));
	table.refuse("the CA alone", ders(trusted));
	table.refuse("the intermediate alone", ders(middle));
	const other = intermediate("Middle", world.strangerKeys, trusted);
	table.refuse("an intermediate of that name and another key", ders(good, other));
	table.refuse("an intermediate of that key and another name", ders(good, intermediate("Other", world.middleKeys, trusted)));
	const self = leaf({ name: nameOf("leaf"), keys: world.strangerKeys }, world.strangerKeys);
	table.refuse("self-signed", ders(self), { why: /self-signed/ });
	table.refuse("self-signed, and the CA behind", ders(self, trusted));
	table.refuse("self-signed, and a good path behind", ders(self, good, middle));
	const named = leaf({ name: trusted.name, keys: world.strangerKeys }, world.strangerKeys, { subject: trusted.name });
	table.refuse("self-signed with the CA's name", ders(named, trusted));
	table.refuse("self-signed with the CA's key and no name of its", ders(leaf({ name: nameOf("leaf"), keys: world.strangerKeys }, world.strangerKeys, { info: world.rootKeys.info })));
	table.refuse("a path in a circle", circle(world));
	table.refuse("a path in a circle, four times around", [...circle(world), ...circle(world).slice(1), ...circle(world).slice(1), ...circle(world).slice(1)]);
	table.refuse("an intermediate that signed itself", ders(leaf(stranger, world.leafKeys), stranger, stranger, stranger));
	table.refuse("twenty intermediates below a CA that nobody trusts", deep(world, stranger, 20));
	table.refuse("a hundred of the same", [good.der, ...Array.from({ length: 100 }, () => middle.der)], { authorities: ders(stranger) });
	table.accept("three intermediates", deep(world, trusted, 3));
	const crossed = intermediate("Middle", world.middleKeys, stranger);
	table.accept("cross-signed by the CA that is trusted", ders(good, crossed), { authorities: ders(stranger) });
	table.refuse("cross-signed by a CA that is not", ders(good, crossed), { why: untrusted });
	const signedByLeaf = leaf(good, world.strangerKeys);
	table.refuse("below a leaf", ders(signedByLeaf, good, middle));
	const between = intermediate("Between", world.strangerKeys, good, { extensions: [...authorityExtensions(), ...leafExtensions().slice(2)] });
	table.refuse("below a CA below a leaf", ders(leaf(between, world.leafKeys), between, good, middle));
	return [...table.cases, ...renewedCases(world), ...orderCases(world), ...oldCases(world)];
}

/** What servers send whose administrator has put files together: in another order, twice, with what is not needed. */
function orderCases(world: World): readonly ChainCase[] {
	const table = new Table(world, "order");
	const { root: trusted, middle, stranger } = world;
	const good = world.leaf;
	const now = Date.now();
	table.accept("the leaf twice", ders(good, good, middle));
	table.accept("the leaf twice, the second time at the end", ders(good, middle, good));
	table.accept("all of it twice", ders(good, middle, good, middle));
	table.accept("an unrelated CA between", ders(good, stranger, middle));
	table.accept("the CA before the intermediate", ders(good, trusted, middle));
	const [own, first, second, third] = deep(world, trusted, 3) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
	for (const [one, other, another] of [[first, third, second], [second, first, third], [second, third, first], [third, first, second], [third, second, first]] as const)
		table.accept(`intermediates as ${[one, other, another].map((each) => [first, second, third].indexOf(each) + 1).join()}`, [own, one, other, another]);
	table.accept("all at once, in eight certificates", [own, third, own, stranger.der, first, trusted.der, own, second]);
	table.accept("a malformed certificate between", [good.der, hex("300430020500"), middle.der]);
	table.accept("a malformed certificate behind", [good.der, middle.der, hex("300430020500")]);
	const renewed: Readonly<Record<string, Parameters<typeof intermediate>[3]>> = {
		"has expired": { from: time(now - 20 * day), to: time(now - day) },
		"is not yet valid": { from: time(now + day), to: time(now + 20 * day) },
		"is no CA": { extensions: [keyUsage(0x06, 1)] },
		"may not certify the name": { extensions: [...authorityExtensions(), extension("2.5.29.30", sequence(tagged(1, true, sequence(tagged(2, false, ascii("localhost"))))), true)] }
	};
	for (const [what, parts] of Object.entries(renewed)) {
		const other = intermediate("Middle", world.middleKeys, trusted, parts);
		table.accept(`one of two intermediates ${what}, the first`, ders(good, other, middle));
		table.accept(`one of two intermediates ${what}, the last`, ders(good, middle, other));
		table.refuse(`the only intermediate ${what}`, ders(good, other, stranger));
	}
	const foreign = intermediate("Middle", world.strangerKeys, trusted);
	table.accept("an intermediate of that name and another key before the right one", ders(good, foreign, middle));
	table.refuse("an intermediate of that name and another key alone", ders(good, foreign, stranger), { why: untrusted });
	const crossed = intermediate("Middle", world.middleKeys, stranger);
	table.accept("cross-signed by two, the CA that is not trusted first", ders(good, crossed, middle));
	table.accept("cross-signed by two, and the CA that is not trusted", ders(good, crossed, stranger, middle));
	table.accept("two CAs that have signed each other, and one of them by the CA", [...circle(world).slice(0, 3), intermediate("Two", world.strangerKeys, trusted).der]);
	table.refuse("another certificate before the leaf", ders(middle, good), { why: /certificate is not for|not for a TLS server/ });
	table.refuse("a leaf for another name before the right one", ders(world.under({ extensions: [...leafExtensions().slice(0, 2), alternativeNames("other.test")] }), good, middle), { why: /certificate is for other\.test/ });
	const crowd = Array.from({ length: 7 }, () => intermediate("Crowd", ecKeys(), { name: nameOf("Crowd"), keys: ecKeys() }));
	table.refuse("seven CAs of one name, none of them signed by another", ders(leaf({ name: nameOf("Crowd"), keys: ecKeys() }, world.leafKeys), ...crowd), { why: untrusted });
	return table.cases;
}

/** CAs that are trusted and say nothing of themselves, as those of version 1 do (RFC 5280, 6.1.1 d). */
function oldCases(world: World): readonly ChainCase[] {
	const table = new Table(world, "version 1");
	const { leaf: good, middle } = world;
	const now = Date.now();
	const old = { version: undefined, extensions: undefined };
	const first = root("Root", world.rootKeys, old);
	table.accept("a CA that is trusted", ders(good, middle), { authorities: [first.der] });
	table.accept("a CA that is trusted, straight above the leaf", ders(world.under()), { authorities: [first.der] });
	table.accept("a CA that is trusted, and is sent", ders(good, middle, first), { authorities: [first.der] });
	table.accept("a CA of version 2 that is trusted", ders(good, middle), { authorities: [root("Root", world.rootKeys, { ...old, version: tagged(0, true, integer(1)) }).der] });
	table.refuse("a CA that is trusted and has expired", ders(good, middle), { authorities: [root("Root", world.rootKeys, { ...old, from: time(now - 20 * day), to: time(now - day) }).der], why: /has expired/ });
	table.refuse("a CA that is trusted, with another key", ders(good, middle), { authorities: [root("Root", world.strangerKeys, old).der], why: untrusted });
	table.refuse("a CA that is not trusted", ders(good, middle, first), { authorities: ders(world.stranger), why: untrusted });
	table.refuse("an intermediate", world.below(old), { why: /issuer is not a CA/ });
	table.refuse("an intermediate that has the name of the CA, which is trusted", ders(leaf(first, world.leafKeys), intermediate("Root", world.rootKeys, world.root, old)), { authorities: ders(world.stranger) });
	table.refuse("version 3, without extensions (RFC 5280, 4.2.1.9)", ders(good, middle), { authorities: [root("Root", world.rootKeys, { extensions: undefined }).der], why: /issuer is not a CA/ });
	return table.cases;
}

/** CAs that have one name, among them the one that signed: each is tried before the chain is refused. */
function renewedCases(world: World): readonly ChainCase[] {
	const table = new Table(world, "CAs of one name");
	const chain = ders(world.leaf, world.middle);
	const now = Date.now();
	const expired = root("Root", world.rootKeys, { from: time(now - 20 * day), to: time(now - day) });
	const next = root("Root", world.rootKeys, { from: time(now + day), to: time(now + 20 * day) });
	const foreign = root("Root", world.strangerKeys);
	const unable: Readonly<Record<string, Made>> = {
		"has expired": expired,
		"is not yet valid": next,
		"has another key": foreign,
		"has a key that is not accepted": root("Root", ecKeys("secp521r1"), { sign: () => Uint8Array.of(0) }),
		"allows no CA below it": root("Root", world.rootKeys, { extensions: [basicConstraints(sequence(boolean(0xff), integer(0))), keyUsage(0x06, 1)] }),
		"may sign no certificates": root("Root", world.rootKeys, { extensions: [basicConstraints(), keyUsage(0x02, 1)] }),
		"may not certify the name": root("Root", world.rootKeys, {
			extensions: [...authorityExtensions(), extension("2.5.29.30", sequence(tagged(1, true, sequence(tagged(2, false, ascii("localhost"))))), true)]
		})
	};
	for (const [what, authority] of Object.entries(unable)) {
		table.accept(`the first ${what}`, chain, { authorities: ders(authority, world.root) });
		table.accept(`the last ${what}`, chain, { authorities: ders(world.root, authority) });
		table.accept(`the first ${what}, and a way around it`, [...chain, intermediate("Root", world.rootKeys, world.stranger).der], { authorities: ders(authority, world.stranger) });
		table.refuse(`the only one ${what}`, chain, { authorities: ders(authority) });
	}
	table.refuse("both have expired", chain, { authorities: ders(expired, expired), why: /has expired/ });
	table.refuse("one has expired, the other has another key", chain, { authorities: ders(expired, foreign), why: /has expired/ });
	table.refuse("one has another key, the other has expired", chain, { authorities: ders(foreign, expired), why: /has expired/ });
	table.refuse("one has expired, and an unrelated certificate is behind the path", [...chain, world.stranger.der], { authorities: ders(expired), why: /has expired/ });
	table.refuse("a forged leaf, whatever CA is tried", ders(leaf({ name: world.middle.name, keys: world.strangerKeys }, world.leafKeys), world.middle), {
		authorities: ders(expired, world.root, world.root), why: untrusted
	});
	return table.cases;
}

/** Two CAs that have signed each other, and a leaf below. */
function circle(world: World): readonly Uint8Array[] {
	const one = { name: nameOf("One"), keys: world.middleKeys };
	const two = { name: nameOf("Two"), keys: world.strangerKeys };
	const first = intermediate("One", world.middleKeys, two);
	const second = intermediate("Two", world.strangerKeys, one);
	return ders(leaf(first, world.leafKeys), first, second, first, second);
}

function deep(world: World, top: Made, depth: number): readonly Uint8Array[] {
	const made = [top];
	for (let level = 1; level <= depth; level++)
		made.push(intermediate(`Level ${level}`, level % 2 === 0 ? world.middleKeys : world.cubeKeys, made[level - 1] ?? top));
	return ders(leaf(made[depth] ?? top, world.leafKeys), ...made.slice(1).reverse());
}
