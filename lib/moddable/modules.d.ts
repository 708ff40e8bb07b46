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

declare interface TLSSessionOptions {
	readonly protocolVersion?: number;
	readonly cache?: boolean;
}

declare interface TLSDigest {
	write(data: ArrayBuffer | Uint8Array): void;
	/** Returns the digest. @param more whether something is written afterwards */
	close(more: boolean): ArrayBuffer;
}

/** A kind of message. */
declare interface TLSProtocol {
	/** Returns a message as a record. */
	packetize(session: object, first?: unknown, second?: unknown): Uint8Array;
}

declare module "ssl/session" {
	export default class Session {
		constructor(options: TLSSessionOptions);
		options: TLSSessionOptions;
		/** Judges certificates, for as long as there is one. */
		certificateManager: object | undefined;
		/** Whether this is the client's end. */
		connectionEnd: boolean;
		/** What the client's first message said. */
		clientRandom: ArrayBuffer;
		/** Session that the server may go on with: its id and its secret. */
		clientSessionID: ArrayBuffer | undefined;
		masterSecret: Uint8Array;
		/** The client's first message, until the server's hello has come. */
		handshakeMessages: { getChunk(): ArrayBuffer | Uint8Array };
		/** Of all messages so far. */
		handshakeDigests: { readonly SHA256: TLSDigest };
		/** What the peer, or the session itself, ended the connection with. */
		alert: { readonly level: number; readonly description: number } | undefined;
		/** Message of the handshake that came last, -1 when it has been dealt with. */
		handshakeProcess: number;
		/** The server's key: a point. */
		dhparams: { readonly named_curve: number; readonly dh_Ys: ArrayBuffer };
		/** Certificates to send to a server that has asked for them. */
		clientCerts: readonly (ArrayBuffer | Uint8Array)[] | undefined;
		/** Takes one step. Returns whether there is no other. */
		handshake(wire: TLSWire): boolean;
		/** Returns the data of one record; undefined when none has come whole; null when the peer has closed. */
		read(wire: TLSWire): Uint8Array | null | undefined;
		write(wire: TLSWire, data: ArrayBuffer | Uint8Array): number;
		doProtocol(wire: TLSWire, protocol: TLSProtocol, first?: unknown, second?: unknown): void;
		/** Returns one record, header included, once it has come whole. */
		readPacket(wire: TLSWire): ArrayBuffer | Uint8Array | undefined;
	}
}

declare module "ssl/handshake" {
	const handshake: {
		/** For `doProtocol`. */
		readonly clientKeyExchange: TLSProtocol;
		readonly certificateVerify: TLSProtocol;
		/** Returns a message of that type as a record, and digests it. */
		packetize(session: import("ssl/session").default, type: number, body: object): Uint8Array;
		/** Acts on one message, and digests it. */
		unpacketize(session: import("ssl/session").default, message: object): void;
	};
	export default handshake;
}

declare module "ssl/stream" {
	/** Its argument is what is read; kept. */
	const Stream: new (bytes: Uint8Array) => object;
	export default Stream;
}

declare module "ssl/prf" {
	/** RFC 5246, 5. Returns `length` bytes. */
	export default function PRF(session: object, secret: Uint8Array, label: string, seed: ArrayBuffer, length: number): Uint8Array;
}

declare module "rng" {
	const RNG: {
		/** Random bytes. */
		get(count: number): ArrayBuffer;
	};
	export default RNG;
}

declare module "ssl/alert" {
	/** For `doProtocol`, with level and description. */
	const alert: TLSProtocol;
	export default alert;
}

declare module "crypt" {
	export class Digest {
		constructor(name: "SHA256" | "SHA384" | "SHA512");
		process(...data: readonly (ArrayBuffer | Uint8Array)[]): ArrayBuffer;
	}
}

declare module "curve" {
	const Curve: new (name: "secp256r1" | "secp384r1") => import("../tls/primitives.js").Curve;
	export default Curve;
}

declare module "modular" {
	export default class Modular {
		constructor(modulus: bigint);
		exp(base: bigint, exponent: bigint): bigint;
		/** The inverse of a number that has one. */
		mulinv(value: bigint): bigint;
	}
}

declare module "mont" {
	/** Powers by Montgomery's method; `m` is odd. */
	export default class Mont {
		/** @param options `method` 0: bit by bit; 1: with a table */
		constructor(options: { readonly m: bigint; readonly method: 0 | 1 });
		exp(base: bigint, exponent: bigint): bigint;
	}
}

declare module "embedded:network/interface/wifi" {
	/** The shape is that of ECMA-419, which lib/wifi/wifi-options.ts has. */
	const WiFi: import("../wifi/wifi-options.js").InterfaceProvider["io"] & {
		/** What simulators have in place of the SDK's SNTP client. */
		readonly SNTP?: import("../wifi/wifi-options.js").SNTPProvider["io"];
	};
	export default WiFi;
}

declare module "resetReason" {
	/** Of the ESP32; undefined where the module is this library's own. */
	export default function resetReason(): { readonly reason: number; readonly string: string } | undefined;
}

declare module "embedded:x-files-implementation" {
	/** The folders of "embedded:storage/files". */
	export const Directory: new () => import("../outbox/storage.js").Directory;
}

/** ECMA-262 of 2026, as far as the library uses it; XS 17 has it. */
interface Uint8ArrayConstructor {
	/** @throws SyntaxError for text that is no base64 */
	fromBase64(text: string, options: { readonly alphabet: "base64url" }): Uint8Array<ArrayBuffer>;
	/** @throws SyntaxError for text that is not hexadecimal */
	fromHex(text: string): Uint8Array<ArrayBuffer>;
}
interface Uint8Array {
	toHex(): string;
}
