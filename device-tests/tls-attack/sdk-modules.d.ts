/** Modules of the SDK's that the library does not use by itself; there are no published typings. */

declare module "crypt" {
	export class BlockCipher {
		constructor(name: "AES", key: ArrayBuffer);
		readonly blockSize: number;
	}
}

declare module "gcm" {
	/** AES-GCM as the SDK's TLS records have it. */
	export default class GCM {
		constructor(cipher: object);
		/** Decrypts `data`, whose last 16 bytes are the tag, into `target`. Returns undefined when the tag is wrong. */
		process(data: Uint8Array, target: Uint8Array, nonce: ArrayBuffer, additional: ArrayBuffer, encrypt: false): Uint8Array | undefined;
	}
}

/** This app has fixed-rng.ts in its place. */
declare module "rng" {
	const RNG: { get(count: number): ArrayBuffer; reset(): void };
	export default RNG;
}
