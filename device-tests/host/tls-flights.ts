/** Handshakes of a real server, recorded, for the app to have them again with something changed. */
import type { KeyObject } from "node:crypto";
import { createServer } from "node:tls";
import { bitFlips, each, type Mutant } from "../../tools/x509/mutants.js";
import type { World } from "../../tools/x509/world.js";
import { leaf } from "../../tools/x509/certificate.js";
import type { AttackApp, Question } from "./attack-app.js";
import { editOf, toHex } from "./tls-questions.js";
import { listen } from "../../tools/network/listener.js";
import { TCPProxy, watched } from "../../tools/network/proxy.js";
import { appendedRecords, cutMessages, replacedFinished } from "./tls-records.js";
import { pemOf } from "../../tools/x509/der.js";

const recordHeader = 5;
const changeCipherSpec = 20;

/** What a server has sent, from its hello to its Finished. */
export interface Flight {
	readonly name: string;
	readonly records: readonly Uint8Array[];
	readonly authority: Uint8Array;
	/** Time of the handshake, milliseconds since 1970. */
	readonly now: number;
}

/** Server's kinds: suite, chain, key, CA. */
function kinds(world: World): readonly (readonly [name: string, ciphers: string, chain: readonly Uint8Array[], key: KeyObject, authority: Uint8Array])[] {
	const { curve, leafCurve, leafKeys, middle, root } = world;
	const rsa = [world.leaf.der, middle.der];
	return [
		["ECDHE with RSA", "ECDHE-RSA-AES128-GCM-SHA256", rsa, leafKeys.privateKey, root.der],
		["ECDHE with ECDSA", "ECDHE-ECDSA-AES128-GCM-SHA256", [leaf(curve, leafCurve).der], leafCurve.privateKey, curve.der]
	];
}

/** Lets the app shake hands with each kind of server. @throws Error when it does not come to an end */
export async function recordFlights(app: AttackApp, world: World): Promise<Flight[]> {
	const flights: Flight[] = [];
	for (const [name, ciphers, chain, key, authority] of kinds(world)) {
		const cert = chain.map(pemOf).join("");
		const server = await listen(createServer({ cert, key: key.export({ type: "pkcs8", format: "pem" }), ciphers: `${ciphers}:@SECLEVEL=0`, maxVersion: "TLSv1.2" }));
		const pieces: Buffer[] = [];
		const proxy = await new TCPProxy(server.port, () => ({
			down: watched((bytes) => void pieces.push(bytes))
		})).open();
		const now = Date.now();
		const { faults } = await app.ask(`record ${name}`, [{
			name, judge: (verdict) => verdict === "open" ? "" : verdict,
			job: { kind: "handshake", port: proxy.port, authorities: [toHex(authority)], now }
		}]);
		server.close();
		proxy.close();
		if (faults.length > 0)
			throw new Error(`no handshake to record: ${faults.join()}`);
		flights.push({ name, records: recordsOf(Buffer.concat(pieces)), authority, now });
	}
	return flights;
}

/** Up to the first one that is encrypted: the server's Finished. */
function recordsOf(bytes: Buffer): Uint8Array[] {
	const records: Uint8Array[] = [];
	let encrypted = false;
	for (let at = 0; !encrypted && at < bytes.length;) {
		const end = at + recordHeader + bytes.readUInt16BE(at + 3);
		encrypted = records.at(-1)?.[0] === changeCipherSpec;
		records.push(new Uint8Array(bytes.subarray(at, end)));
		at = end;
	}
	return records;
}

/** The flight as it is; with each `step`-th bit flipped; with each `step`-th message cut; and with records that somebody without the keys has made. */
export function flightQuestions({ name, records, authority, now }: Flight, step: number): Question[] {
	const good: Question = {
		name: `${name}: as it was`, judge: (verdict) => verdict === "open" ? "" : verdict,
		job: { kind: "flight", records: records.map(toHex), authorities: [toHex(authority)], now }
	};
	const ask = (mutants: Iterable<Mutant>, judge: (mutant: Mutant) => Question["judge"]): Question[] => Array.from(mutants, (mutant) => ({
		name: `${name}: ${mutant.name}`, job: { kind: "changed flight", edits: [editOf(mutant)] }, judge: judge(mutant)
	}));
	return [
		good,
		...ask(each(bitFlips(records), step), ({ at, piece }) => at === versionAt && piece < records.length - 1 ? judgeSame : judgeChanged),
		...ask(each(cutMessages(records), step), () => judgeChanged),
		...ask(each(replacedFinished(records), step), () => judgeChanged),
		...ask(each(appendedRecords(records), step), () => judgeAppended)
	];
}

/** Index of the minor version in a record's header. Nothing depends on it before anything is encrypted (RFC 5246, E.1; RFC 8446, 5.1). */
const versionAt = 2;

function judgeSame(verdict: string): string {
	return verdict === "open" ? "" : judgeChanged(verdict);
}

function judgeChanged(verdict: string): string {
	return /^refused: TLSError: ./.test(verdict) ? "" : verdict;
}

/** The connection had been open. */
function judgeAppended(verdict: string): string {
	return /^open, then TLSError: ./.test(verdict) ? "" : verdict;
}
