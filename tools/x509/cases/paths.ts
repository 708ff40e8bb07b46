import { ascii, boolean, integer, sequence, tagged, time } from "../der.js";
import {
	authorityExtensions, basicConstraints, extension, intermediate, keyUsage, leaf, leafExtensions, type Made, nameOf, root
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
	table.refuse("the leaf twice", ders(good, good, middle));
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
	table.refuse("an unrelated CA between", ders(good, stranger, middle));
	return [...table.cases, ...renewedCases(world)];
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
