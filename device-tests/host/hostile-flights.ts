/** What a stranger can send in place of a server's messages without any key: too many of something, too long, or made up. */
import { SeededRandom } from "../../tools/seeded-random.js";
import { messageHeader, messageRecord, record, types, vector } from "../../tools/tls/records.js";
import { alternativeNames, certificate, extension, keyUsage, leaf, leafExtensions, nameOf, type Made } from "../../tools/x509/certificate.js";
import { element, hex, identifier, join, sequence, set, tagged } from "../../tools/x509/der.js";
import { ecInfo, rsaInfo } from "../../tools/x509/keys.js";
import type { World } from "../../tools/x509/world.js";

export interface HostileFlight {
	readonly name: string;
	readonly bytes: Uint8Array;
}

/** Most data in a record. */
const recordMaximum = 0x4000;
const room = recordMaximum - messageHeader;

const messages = { hello: 2, certificate: 11, key: 12, request: 13, done: 14 };

/** Suites: with an ephemeral curve, with ephemeral numbers, and with the secret encrypted by the certificate's key. */
const suites = { elliptic: 0xc02f, numbers: 0x009e, encrypted: 0x003c };

/** As many of it as fit into a record, or fewer. */
function times(count: number, piece: Uint8Array): Uint8Array {
	return join(...Array.from({ length: Math.min(count, Math.floor((room - 100) / Math.max(1, piece.length))) }, () => piece));
}

function hello(suite: number, extensions: Uint8Array = Uint8Array.of(), session = 0): Uint8Array {
	return messageRecord(messages.hello, join(hex("0303"), new Uint8Array(32).fill(7), vector(1, new Uint8Array(session)), Uint8Array.of(suite >>> 8, suite & 255, 0), extensions));
}

function certificates(...chain: readonly Uint8Array[]): Uint8Array {
	return messageRecord(messages.certificate, vector(3, join(...chain.map((der) => vector(3, der)))));
}

function request(typeCount: number, algorithms: Uint8Array, names: Uint8Array): Uint8Array {
	return messageRecord(messages.request, join(vector(1, new Uint8Array(typeCount).fill(1)), vector(2, algorithms), vector(2, names)));
}

/** Each `step`-th of the made-up flights, and all of the written ones. */
export function hostileFlights(world: World, step: number): HostileFlight[] {
	const encrypting = leaf(world.middle, world.leafKeys, { extensions: [keyUsage(0x20, 5), ...leafExtensions().slice(1)] });
	const genuine = certificates(world.leaf.der, world.middle.der);
	const encrypted = join(hello(suites.encrypted), certificates(encrypting.der, world.middle.der));
	const written = { ...helloFlights(), ...certificateFlights(world), ...keyFlights(genuine), ...requestFlights(encrypted), ...recordFlights(encrypted) };
	const flights = Object.entries(written).map(([name, bytes]) => ({ name, bytes }));
	return [...flights, ...madeUp(flights, Math.ceil(2000 / step))];
}

type Flights = Readonly<Record<string, Uint8Array>>;

function helloFlights(): Flights {
	const flights: Record<string, Uint8Array> = {};
	for (const count of [16, 17, 1000, 4000])
		flights[`a hello with ${count} extensions`] = hello(suites.elliptic, vector(2, times(count, hex("ff010000"))));
	flights["a hello with an extension of 16,000 bytes"] = hello(suites.elliptic, vector(2, join(hex("ff01"), vector(2, new Uint8Array(16_000)))));
	flights["a hello with a session of 255 bytes"] = hello(suites.elliptic, undefined, 255);
	flights["a hello and 4,000 requests for one"] = join(hello(suites.elliptic), record(types.handshake, times(4000, hex("00000000"))));
	return flights;
}

/** Certificates that are not the genuine ones: nothing in them is signed by anybody who is trusted. */
function certificateFlights(world: World): Flights {
	const { root, strangerKeys } = world;
	const forger = { name: root.name, keys: strangerKeys };
	const bodies: Record<string, readonly Uint8Array[]> = {
		"no certificate": [],
		"an empty one": [Uint8Array.of()],
		"1,100 of a byte": Array.from({ length: 1100 }, () => hex("30")),
		"4,000 of a byte": Array.from({ length: 4000 }, () => hex("30")),
		"8 of 2,000 zeros": Array.from({ length: 8 }, () => new Uint8Array(2000)),
		"one of 16,000 zeros": [new Uint8Array(16_000)],
		"one of 8,000 elements": [sequence(times(7500, hex("0500")))],
		"one of 5,000 lists in lists": [Array.from({ length: 5000 }).reduce<Uint8Array>((inner) => inner.length < 16_000 ? sequence(inner) : inner, Uint8Array.of())]
	};
	const forged = (what: string, parts: Parameters<typeof leaf>[2]): void => {
		bodies[what] = [leaf(forger, strangerKeys, parts).der];
	};
	const many = (count: number, text: string): readonly string[] => Array.from({ length: count }, () => text);
	forged("6,500 names", { extensions: [alternativeNames(...many(6500, ""))] });
	forged("1,500 names of 8 bytes", { extensions: [alternativeNames(...many(1500, "a.b.test"))] });
	forged("33 extensions", { extensions: Array.from({ length: 33 }, (_, at) => extension(`1.2.3.${at}`, hex("0500"))) });
	forged("1,300 extensions", { extensions: Array.from({ length: 1300 }, (_, at) => extension(`1.2.3.${at}`, Uint8Array.of())) });
	forged("32 extensions of 400 bytes", { extensions: Array.from({ length: 32 }, (_, at) => extension(`1.2.3.${at}`, new Uint8Array(400))) });
	forged("2,500 purposes", { extensions: [extension("2.5.29.37", sequence(times(2500, identifier("1.2.3.4"))))] });
	forged("2,000 name constraints", { extensions: [extension("2.5.29.30", sequence(tagged(0, true, times(2000, sequence(tagged(2, false, hex("6161"))))))), alternativeNames("localhost")] });
	forged("a subject of 1,000 attributes", { subject: sequence(times(1000, set(sequence(identifier("2.5.4.3"), element(0x0c, hex("61")))))) });
	forged("a modulus of 12,000 bytes", { info: rsaInfo(element(2, new Uint8Array(12_000).fill(0x7f)), hex("0203010001")) });
	forged("an exponent of 12,000 bytes", { info: rsaInfo(element(2, new Uint8Array(257).fill(0x7f)), element(2, new Uint8Array(12_000).fill(0x7f))) });
	forged("a point of 12,000 bytes", { info: ecInfo(new Uint8Array(12_000).fill(4)) });
	forged("a signature of 12,000 bytes", { sign: () => new Uint8Array(12_000) });
	forged("a serial number of 12,000 bytes", { serial: element(2, new Uint8Array(12_000).fill(1)) });
	const above = (made: Made): Made => certificate("Root", strangerKeys, { name: nameOf("Root"), keys: made.keys }, { extensions: leafExtensions() });
	const ladder = Array.from({ length: 8 }).reduce<Made[]>((made) => [...made, above(made.at(-1) ?? { ...root, keys: strangerKeys })], []);
	bodies["8 of the CA's name"] = ladder.map(({ der }) => der);
	bodies["8 of the CA's name, with 1,200 bytes more each"] = Array.from({ length: 8 }, () =>
		certificate("Root", strangerKeys, forger, { extensions: [extension("1.2.3", new Uint8Array(1200)), ...leafExtensions()] }).der);
	return Object.fromEntries(Object.entries(bodies).map(([name, chain]) => [`certificates: ${name}`, join(hello(suites.elliptic), certificates(...chain))]));
}

/** Behind the genuine certificates, by somebody without their key. */
function keyFlights(genuine: Uint8Array): Flights {
	const flights: Record<string, Uint8Array> = {};
	const signatures = { "no signature": hex("00000000"), "one of 256 bytes": join(hex("0401"), vector(2, new Uint8Array(256))), "one of 12,000": join(hex("0401"), vector(2, new Uint8Array(12_000))) };
	for (const [signed, signature] of Object.entries(signatures)) {
		for (const size of [1, 65, 255])
			flights[`a point of ${size} bytes, ${signed}`] = join(hello(suites.elliptic), genuine, messageRecord(messages.key, join(hex("030017"), vector(1, new Uint8Array(size).fill(4)), signature)));
		for (const size of [1, 256, 512, 1200]) {
			const number = vector(2, new Uint8Array(size).fill(0xff));
			flights[`numbers of ${size} bytes, ${signed}`] = join(hello(suites.numbers), genuine, messageRecord(messages.key, join(number, number, number, signature)));
		}
	}
	flights["a modulus of 15,000 bytes"] = join(hello(suites.numbers), genuine,
		messageRecord(messages.key, join(vector(2, new Uint8Array(15_000).fill(0xff)), vector(2, hex("02")), vector(2, hex("03")), hex("04010100"), new Uint8Array(256))));
	return flights;
}

/** Behind the genuine certificates, where the server's key is not needed: the secret would be encrypted with it. */
function requestFlights(encrypted: Uint8Array): Flights {
	const sha256 = hex("0401");
	const bodies: Flights = {
		"1,000 names": request(1, sha256, times(1000, vector(2, hex("3000")))),
		"5,000 names of a byte": request(1, sha256, times(5000, vector(2, hex("30")))),
		"120 names of 120 bytes": request(1, sha256, times(120, vector(2, new Uint8Array(120)))),
		"one name of 16,000 bytes": request(1, sha256, vector(2, new Uint8Array(16_000))),
		"8,000 algorithms": request(1, times(8000, sha256), Uint8Array.of()),
		"255 kinds": request(255, sha256, Uint8Array.of())
	};
	const done = messageRecord(messages.done, Uint8Array.of());
	return Object.fromEntries(Object.entries(bodies).flatMap(([name, body]) => [
		[`a request with ${name}`, join(encrypted, body)],
		[`a request with ${name}, and the end of the hello`, join(encrypted, body, done, record(types.cipher, Uint8Array.of(1)), record(types.handshake, new Uint8Array(64)))]
	]));
}

/** Records of every type and size, at first, behind the hello's end, and where they are taken for encrypted. */
function recordFlights(encrypted: Uint8Array): Flights {
	const flights: Record<string, Uint8Array> = {};
	const cipher = join(encrypted, messageRecord(messages.done, Uint8Array.of()), record(types.cipher, Uint8Array.of(1)));
	for (const [where, before] of Object.entries({ "at first": new Uint8Array(0), "behind the certificates": encrypted, "behind ChangeCipherSpec": cipher })) {
		for (const [type, number] of Object.entries(types)) {
			for (const size of [1, 2, 15, 16, 17, 48, 1024, recordMaximum, recordMaximum + 1, recordMaximum + 2048, recordMaximum + 2049, 0xffff])
				flights[`${where}, ${type} of ${size} bytes`] = join(before, record(number, new Uint8Array(size)));
			flights[`${where}, the header of ${type} alone`] = join(before, record(number, Uint8Array.of(), recordMaximum));
		}
	}
	return flights;
}

/** Written flights with pieces cut out, doubled, or replaced by random bytes; the same each time. */
function madeUp(flights: readonly HostileFlight[], count: number): HostileFlight[] {
	const random = new SeededRandom(17);
	return Array.from({ length: count }, (_, number) => {
		const { name, bytes } = flights[random.below(flights.length)];
		let changed = bytes;
		for (let changes = 1 + random.below(4); changes > 0; changes--) {
			const at = random.below(changed.length);
			const end = Math.min(changed.length, at + random.below(random.below(2) === 0 ? 4 : 400));
			const piece = [
				Uint8Array.of(), join(changed.subarray(at, end), changed.subarray(at, end)), Uint8Array.from({ length: end - at }, () => random.below(256)), new Uint8Array(end - at).fill(0xff)
			][random.below(4)] ?? Uint8Array.of();
			changed = join(changed.subarray(0, at), piece, changed.subarray(end));
		}
		return { name: `made up ${number} of ${name}`, bytes: changed };
	});
}
