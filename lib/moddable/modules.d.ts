/** Modules of the Moddable SDK's TLS (modules/crypt), as far as the library uses them; there are no published typings. */

/** What a TLS session reads from and writes to: a TCP socket with two counts that the session keeps up to date. */
declare interface TLSWire {
	/** Bytes that can be read now. */
	readable: number;
	/** Bytes that can be written now; undefined when a write has failed. */
	writable: number | undefined;
	read(target: Uint8Array): ArrayBuffer | number | undefined;
	write(data: ArrayBuffer | Uint8Array): number | undefined;
}

/** What a session asks of its certificate manager. */
declare interface TLSCertificateManager {
	/** Judges what the peer sent, the leaf first. The session then keeps a copy of the first. */
	verify(certificates: Uint8Array[], options: object): boolean;
	/** Takes the peer's certificate, for `getKey`. */
	register(certificate: ArrayBuffer): void;
	/** Key of the peer's certificate: RSA for the secret to be encrypted with, any for a signature. */
	getKey(certificate: ArrayBuffer): object | undefined;
	/** Certificates to send to a server that asks for them. */
	findPreferredCert(types: readonly number[], names: readonly ArrayBuffer[]): readonly ArrayBuffer[];
}

declare interface TLSSessionOptions {
	readonly protocolVersion?: number;
	readonly serverName?: string;
	readonly cache?: boolean;
}

declare module "ssl/session" {
	export default class Session {
		constructor(options: TLSSessionOptions);
		/** What the client's first message said. */
		clientRandom: ArrayBuffer;
		/** What the peer, or the session itself, ended the connection with. */
		alert: { readonly level: number; readonly description: number } | undefined;
		/** Message of the handshake that came last, -1 when it has been dealt with. */
		handshakeProcess: number;
		certificateManager: TLSCertificateManager;
		initiateHandshake(): void;
		/** Takes one step. Returns whether there is no other. */
		handshake(wire: TLSWire): boolean;
		/** Returns the data of one record; undefined when none has come whole; null when the peer has closed. */
		read(wire: TLSWire): Uint8Array | null | undefined;
		write(wire: TLSWire, data: ArrayBuffer | Uint8Array): number;
		doProtocol(wire: TLSWire, protocol: object, ...parameters: readonly number[]): void;
		/** Returns one record, header included, once it has come whole. */
		readPacket(wire: TLSWire): ArrayBuffer | Uint8Array | undefined;
	}
}

declare module "ssl/alert" {
	/** For `doProtocol`, with level and description. */
	const alert: object;
	export default alert;
}

declare module "crypt" {
	export class Digest {
		constructor(name: "SHA256" | "SHA384" | "SHA512");
		process(...data: readonly (ArrayBuffer | Uint8Array)[]): ArrayBuffer;
	}
}

declare interface ECPoint {
	readonly x: bigint;
	readonly y: bigint;
	/** 0 for the point at infinity. */
	readonly z: bigint;
}

declare module "curve" {
	export default class Curve {
		constructor(name: "secp256r1" | "secp384r1");
		readonly G: ECPoint;
		/** Order of G. */
		readonly n: bigint;
		/** Bytes of that. */
		readonly orderSize: number;
		readonly ec: {
			readonly b: bigint;
			readonly m: bigint;
			/** `k1`·`a1` + `k2`·`a2` */
			mul2(a1: ECPoint, k1: bigint, a2: ECPoint, k2: bigint): { readonly X: bigint; isZero(): boolean };
		};
	}
}

declare module "modular" {
	export default class Modular {
		constructor(modulus: bigint);
		exp(base: bigint, exponent: bigint): bigint;
	}
}

declare module "embedded:network/interface/wifi" {
	/** The shape is that of ECMA-419, which lib/wifi/network-interface.ts has. */
	const WiFi: import("../wifi/network-interface.js").InterfaceProvider["io"] & {
		/** What simulators have in place of the SDK's SNTP client. */
		readonly SNTP?: import("../wifi/network-interface.js").SNTPProvider["io"];
	};
	export default WiFi;
}

declare module "embedded:x-files-implementation" {
	/** The folders of "embedded:storage/files". */
	export const Directory: new () => import("../outbox/storage.js").Directory;
}

/** ECMA-262 of 2026, as far as the library uses it; XS 17 has it. */
interface Uint8ArrayConstructor {
	/** @throws SyntaxError for text that is no base64 */
	fromBase64(text: string, options: { readonly alphabet: "base64url" }): Uint8Array<ArrayBuffer>;
}
