/** What the app of device-tests/tls-attack is asked. */
import type { CipherVector, SignatureVector } from "../../tools/wycheproof/vectors.js";
import { algorithmOf } from "../../tools/x509/keys.js";
import type { SignedMutant } from "../../tools/x509/signed-mutants.js";
import type { ChainCase } from "../../tools/x509/world.js";
import { bitFlips, each, lengthMoves, type Mutant } from "../../tools/x509/mutants.js";
import type { ChainJob, Edit } from "../tls-attack/jobs.js";
import { chainJudge, type Question } from "./attack-app.js";

export function toHex(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString("hex");
}

function chainJob(chain: readonly Uint8Array[], authorities: readonly Uint8Array[], host: string): ChainJob {
	return { kind: "chain", chain: chain.map(toHex), authorities: authorities.map(toHex), host };
}

export function caseQuestions(cases: readonly ChainCase[]): Question[] {
	return cases.map(({ name, chain, authorities, host, accepted, why }) => ({ name, job: chainJob(chain, authorities, host), judge: chainJudge(accepted, why) }));
}

/** A good chain, and then each `step`-th of its mutants. */
export function mutantQuestions(name: string, chain: readonly Uint8Array[], authority: Uint8Array, step: number): Question[] {
	const good: Question = { name: `${name}: as it is`, job: chainJob(chain, [authority], "localhost"), judge: chainJudge(true) };
	const mutants = each(mutantsOf(chain), step);
	return [good, ...Array.from(mutants, (mutant): Question => ({ name: `${name}: ${mutant.name}`, job: { kind: "changed chain", edits: [editOf(mutant)] }, judge: chainJudge(false) }))];
}

function* mutantsOf(chain: readonly Uint8Array[]): Generator<Mutant> {
	yield* bitFlips(chain);
	yield* lengthMoves(chain);
}

/** Either verdict may be right: Node is asked about those that are accepted. */
export function signedQuestions(mutants: readonly SignedMutant[], authority: Uint8Array): Question[] {
	return mutants.map(({ name, chain }) => ({
		name, job: chainJob(chain, [authority], "localhost"), judge: (verdict) => /^(?:accepted|refused: TLSError: .+)$/.test(verdict) ? "" : verdict
	}));
}

export function editOf({ piece, at, removed, inserted }: Mutant): Edit {
	return [piece, at, removed, toHex(inserted)];
}

/** Wycheproof's signatures, for the function that checks those of certificates. */
export function signatureQuestions(vectors: readonly SignatureVector[]): Question[] {
	return vectors.map(({ name, kind, hash, info, message, signature, valid }) => ({
		name,
		job: { kind: "signature", info: toHex(info), algorithm: toHex(algorithmOf({ kind }, hash)), message: toHex(message), signature: toHex(signature) },
		judge: (verdict) => verdict === (valid ? "valid" : "invalid") ? "" : `${verdict}, and is ${valid ? "valid" : "invalid"}`
	}));
}

/** Wycheproof's AES-GCM, for what decrypts records. */
export function cipherQuestions(vectors: readonly CipherVector[]): Question[] {
	return vectors.map(({ name, key, nonce, additional, plain, data, valid }) => ({
		name,
		job: { kind: "cipher", key: toHex(key), nonce: toHex(nonce), additional: toHex(additional), data: toHex(data) },
		judge: (verdict) => verdict === (valid ? `valid ${toHex(plain)}` : "invalid") ? "" : `${verdict}, and is ${valid ? "valid" : "invalid"}`
	}));
}
