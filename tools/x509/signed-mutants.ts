/** Certificates that a CA has signed, with a bit flipped or a length moved in what is signed: two clients must judge them alike. */
import { ascii, element, hex, identifier, join, octets, sequence, set, tagged } from "./der.js";
import {
	address, alternativeNames, authorityExtensions, basicConstraints, extension, intermediate, leaf, leafExtensions, type Made, type Parts
} from "./certificate.js";
import { bitFlips, each, lengthMoves, mutated } from "./mutants.js";
import type { NodeClient } from "./node-client.js";
import type { World } from "./world.js";

/** What OpenSSL reads in a certificate and the library does not, and why that decides nothing. */
export const unread: Readonly<Record<string, string>> = {
	"subject": "it is compared byte for byte with the issuer of the certificate below, and not read",
	"unique identifiers": "nobody uses them (RFC 5280, 4.1.2.8)",
	"CRL distribution points": "no CRL is asked for; as name constraints, which a flipped bit makes of them, they are a leaf's, below which is nothing",
	"key identifiers": "they only tell where to look for the CA (RFC 5280, 4.2.1.1 and 4.2.1.2): whether it signed, the signature tells"
};

export interface SignedMutant {
	readonly name: string;
	/** DER, the leaf first. */
	readonly chain: readonly Uint8Array[];
	/** Which part of `unread` it changes, "" for none of them. */
	readonly kind: string;
}

const text = (type: string, tag: number, value: string): Uint8Array => set(sequence(identifier(type), element(tag, ascii(value))));
const subjectOf = (name: string): Uint8Array =>
	sequence(text("2.5.4.6", 0x13, "DE"), text("2.5.4.10", 0x0c, "Org"), text("2.5.4.3", 0x0c, name), text("2.5.4.7", 0x14, "T"));
const uniqueIds = join(tagged(1, false, hex("00 0102")), tagged(2, false, hex("00 0304")));
const keyIdentifier = hex("0102030405060708");
const subjectKey = extension("2.5.29.14", octets(keyIdentifier));
const authorityKey = extension("2.5.29.35", sequence(tagged(0, false, keyIdentifier)));
const points = extension("2.5.29.31", sequence(sequence(tagged(0, true, tagged(0, true, tagged(6, false, ascii("http://crl.test/1.crl")))))));
/** Of a CA's service. */
const usual = [
	subjectKey, authorityKey, points,
	extension("1.3.6.1.5.5.7.1.1", sequence(sequence(identifier("1.3.6.1.5.5.7.48.1"), tagged(6, false, ascii("http://ocsp.test"))))),
	extension("2.5.29.32", sequence(sequence(identifier("2.23.140.1.2.1")))),
	extension("1.3.6.1.4.1.11129.2.4.2", octets(hex("0000")))
];
const constraints = extension("2.5.29.30", sequence(tagged(0, true,
	sequence(tagged(2, false, ascii("localhost"))), sequence(tagged(7, false, hex("7f000000ff000000"))))), true);

/**
 * Each `step`-th mutant of a leaf for `localhost` under the world's CA, and of an intermediate above one. The leaf's key is
 * the world's on a curve, with which servers are quick.
 */
export function* signedMutants(world: World, step: number): Generator<SignedMutant> {
	const { leafCurve, middleKeys, root } = world;
	const names = alternativeNames("localhost", address(127, 0, 0, 1));
	const extensions = [basicConstraints(sequence()), ...leafExtensions().slice(0, 2), names, ...usual];
	const leafParts: Parts = { subject: subjectOf("leaf"), uniqueIds, extensions };
	yield* mutants("leaf", step, leafParts, (parts) => [leaf(root, leafCurve, parts)]);
	const middleParts: Parts = { subject: subjectOf("Middle"), uniqueIds, extensions: [...authorityExtensions(), constraints, ...usual] };
	const good = leaf(intermediate("Middle", middleKeys, root, middleParts), leafCurve, leafParts);
	yield* mutants("intermediate", step, middleParts, (parts) => [good, intermediate("Middle", middleKeys, root, parts)]);
}

function* mutants(what: string, step: number, parts: Parts, make: (parts: Parts) => readonly Made[]): Generator<SignedMutant> {
	let signed: Uint8Array = Uint8Array.of();
	make({ ...parts, change: (bytes) => signed = bytes });
	const ranges = Object.entries({
		"subject": [parts.subject ?? Uint8Array.of()], "unique identifiers": [uniqueIds], "CRL distribution points": [points], "key identifiers": [subjectKey, authorityKey]
	}).flatMap(([kind, pieces]) => pieces.map((piece) => {
		const start = Buffer.from(signed).indexOf(piece);
		return { kind, start, end: start + piece.length };
	}));
	for (const mutant of each([...bitFlips([signed]), ...lengthMoves([signed])], step)) {
		// A length with those around it made to fit replaces all; its name tells where it is.
		const at = mutant.at === 0 ? Number(/ at (\d+) /.exec(mutant.name)?.[1] ?? 0) : mutant.at;
		yield {
			name: `${what}: ${mutant.name}`,
			chain: make({ ...parts, change: () => mutated([signed], mutant)[0] }).map(({ der }) => der),
			kind: ranges.find(({ start, end }) => at >= start && at < end)?.kind ?? ""
		};
	}
}

/** What came of the mutants that the library accepted. */
export class Comparison {
	readonly faults: string[] = [];
	/** Accepted by both. */
	both = 0;
	/** Refused by Node, by the part of `unread`. */
	readonly explained: Record<string, number> = {};

	/** Asks Node about a mutant that the library has accepted. */
	async ask(node: NodeClient, { name, chain, kind }: SignedMutant): Promise<void> {
		const fault = await node.faultOf(chain);
		if (fault === "")
			this.both++;
		else if (kind === "")
			this.faults.push(`${name}: accepted, and Node says ${fault}`);
		else
			this.explained[kind] = (this.explained[kind] ?? 0) + 1;
	}

	toString(): string {
		const explained = Object.entries(this.explained).map(([kind, count]) => `${count} in ${kind}`);
		return `${this.both} accepted by Node too, and ${explained.length === 0 ? "none" : explained.join(", ")} refused by Node, which reads what decides nothing`;
	}
}
