/**
 * Vectors of C2SP/wycheproof (testvectors_v1), which are not part of the project: they are read from the folder that
 * RECORDS_WYCHEPROOF names, or from ../shared/wycheproof beside the project.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../service/project.js";

export type Hash = "SHA256" | "SHA384" | "SHA512";

/** A signature and whether it is one. */
export interface SignatureVector {
	/** File, number, what it is about. */
	readonly name: string;
	readonly kind: "rsa" | "ec";
	readonly hash: Hash;
	/** SubjectPublicKeyInfo, DER. */
	readonly info: Uint8Array;
	readonly message: Uint8Array;
	readonly signature: Uint8Array;
	/** "acceptable" ones, with a missing NULL, are not valid here. */
	readonly valid: boolean;
}

/** Something encrypted by AES-GCM, and whether its tag is right. */
export interface CipherVector {
	readonly name: string;
	readonly key: Uint8Array;
	readonly nonce: Uint8Array;
	readonly additional: Uint8Array;
	readonly plain: Uint8Array;
	/** With the tag behind it. */
	readonly data: Uint8Array;
	readonly valid: boolean;
}

/** What there is to be run. */
export interface Vectors {
	readonly signatures: readonly SignatureVector[];
	readonly ciphers: readonly CipherVector[];
}

interface Test {
	readonly tcId: number;
	readonly comment: string;
	readonly msg: string;
	readonly result: "valid" | "invalid" | "acceptable";
}
interface SignatureTest extends Test {
	readonly sig: string;
}
interface CipherTest extends Test {
	readonly key: string;
	readonly iv: string;
	readonly aad: string;
	readonly ct: string;
	readonly tag: string;
}
interface File<Kind> {
	readonly testGroups: readonly { readonly publicKeyDer: string; readonly tests: readonly Kind[] }[];
}

const signatureFiles: readonly (readonly [name: string, kind: SignatureVector["kind"], hash: Hash])[] = [
	["rsa_signature_2048_sha256", "rsa", "SHA256"],
	["rsa_signature_2048_sha384", "rsa", "SHA384"],
	["rsa_signature_2048_sha512", "rsa", "SHA512"],
	["ecdsa_secp256r1_sha256", "ec", "SHA256"],
	["ecdsa_secp384r1_sha384", "ec", "SHA384"]
];
const cipherFile = "aes_gcm";

/** Returns the vectors; a text that says what is missing when they are not there. */
export function findVectors(): Vectors | string {
	const { RECORDS_WYCHEPROOF: named = "" } = process.env;
	const folder = named === "" ? join(projectRoot(), "..", "shared", "wycheproof") : named;
	const missing = [...signatureFiles.map(([name]) => name), cipherFile].map(fileName).filter((name) => !existsSync(join(folder, name)));
	if (missing.length > 0)
		return `${missing.join(", ")} of C2SP/wycheproof are not there; RECORDS_WYCHEPROOF may name their folder (testvectors_v1)`;
	return { signatures: signatureFiles.flatMap(([name, kind, hash]) => signaturesOf(folder, name, kind, hash)), ciphers: ciphersOf(folder) };
}

function fileName(name: string): string {
	return `${name}_test.json`;
}

function read(folder: string, name: string): unknown {
	return JSON.parse(readFileSync(join(folder, fileName(name)), "utf8"));
}

function signaturesOf(folder: string, name: string, kind: SignatureVector["kind"], hash: Hash): SignatureVector[] {
	const { testGroups } = read(folder, name) as File<SignatureTest>;
	return testGroups.flatMap(({ publicKeyDer, tests }) => tests.map(({ tcId, comment, msg, sig, result }) => ({
		name: `${name} ${tcId} (${comment})`, kind, hash, info: bytesOf(publicKeyDer), message: bytesOf(msg), signature: bytesOf(sig), valid: result === "valid"
	})));
}

function ciphersOf(folder: string): CipherVector[] {
	const { testGroups } = read(folder, cipherFile) as File<CipherTest>;
	return testGroups.flatMap(({ tests }) => tests.map(({ tcId, comment, key, iv, aad, msg, ct, tag, result }) => ({
		name: `${cipherFile} ${tcId} (${comment})`, key: bytesOf(key), nonce: bytesOf(iv), additional: bytesOf(aad), plain: bytesOf(msg), data: bytesOf(ct + tag),
		valid: result === "valid"
	})));
}

function bytesOf(hex: string): Uint8Array {
	return new Uint8Array(Buffer.from(hex, "hex"));
}

const keyBytes = 16;
const nonceBytes = 12;

/** Whether the TLS of devices can come to it: its only such suites are of AES-128, with nonces of 12 bytes (RFC 5288). */
export function isUsed({ key, nonce }: CipherVector): boolean {
	return key.length === keyBytes && nonce.length === nonceBytes;
}
