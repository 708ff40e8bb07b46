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

/** Public key of a certificate. */
declare interface TLSPublicKey {
	/** Of ECDSA keys only: its order, and the bytes of that. */
	readonly curve?: { readonly n: bigint; readonly orderSize: number };
}

declare interface X509Certificate {
	/** What is signed, DER. */
	readonly tbs: Uint8Array;
	readonly algo: Uint32Array;
	readonly sig: Uint8Array;
	readonly spki: TLSPublicKey;
}

declare interface TLSCertificateManager {
	/** Judges what the peer sent, the leaf first. */
	verify(certificates: readonly Uint8Array[], options: object): boolean;
	/** Key of the peer's certificate. */
	getKey(certificate: ArrayBuffer): TLSPublicKey;
	/** Whether `key` signed the certificate. */
	_verify(key: TLSPublicKey, certificate: X509Certificate): boolean;
	/** Key of the CA of the device's trust store that has this subject key identifier. */
	findCert(index: string, identifier: Uint8Array | undefined): TLSPublicKey | undefined;
}

declare module "ssl/session" {
	export default class Session {
		constructor(options: {
			protocolVersion?: number;
			serverName?: string;
			verify?: boolean;
			cache?: boolean;
		});
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

declare module "ber" {
	/** Reads DER. */
	export default class BER {
		constructor(bytes: Uint8Array);
		getSequence(): Uint8Array;
		getInteger(): bigint;
	}
}

declare module "x509" {
	const X509: {
		decode(certificate: Uint8Array): X509Certificate;
		decodeTBS(tbs: Uint8Array): {
			/** Milliseconds since 1970. */
			readonly validity: { readonly from: number; readonly to: number };
			readonly issuer: Uint8Array;
			readonly subject: Uint8Array;
		};
		decodeSPKI(certificate: Uint8Array): TLSPublicKey;
		decodeAKI(certificate: Uint8Array): Uint8Array | undefined;
		/** Subject alternative names: tag 2 is a DNS name, tag 7 an IP address as bytes. */
		decodeSAN(certificate: Uint8Array): readonly { readonly tag: number; readonly value: string | ArrayBuffer }[] | undefined;
		/** Returns the extension's value, DER. */
		decodeExtension(certificate: Uint8Array, identifier: readonly number[]): ArrayBuffer | undefined;
	};
	export default X509;
}
