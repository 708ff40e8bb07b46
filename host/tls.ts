import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { checkServerIdentity, connect, type ConnectionOptions, type PeerCertificate, type TLSSocket as NodeTLSSocket } from "node:tls";
import type { SecureOptions, SocketOptions } from "../lib/platform.js";
import { Authorities } from "../lib/tls/authorities.js";
import { AUTHORITY_UNREADABLE, HANDSHAKE_CUT, STREAM_CUT, TLSError } from "../lib/tls/tls-error.js";
import type { PairInPEM } from "./client-pair.js";
import { ciphertextOf } from "./ciphertext.js";
import { TCP } from "./tcp.js";
import { ASKED, CONFIRMED, GREETED, type Progress, SECURED, tlsFault } from "./tls-fault.js";

/** Those of TLS 1.3, and of TLS 1.2 those that devices have, with AES-256 and ChaCha20 beside AES-128: never static RSA, never CBC. */
const ciphers = "TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20";

const versions: readonly unknown[] = ["TLSv1.2", "TLSv1.3"];

/** Bytes of the shortest hello of a server's with its headers (RFC 5246, 7.4.1.3); alerts before it have 7 each. */
const helloMinimum = 5 + 4 + 38;

/** Bytes that wait for those before them. */
interface Outgoing {
	readonly bytes: Uint8Array;
	readonly done: () => void;
}

// docs/decisions/0052-strict-certificates.md
/**
 * A TLS socket with the ECMA-419 interface, over Node's TLS; otherwise as `TCP`.
 *
 * - The first `onWritable` says that the handshake is complete and the peer's certificate verified.
 * - Each `write` is a TLS record of its own.
 * - `onError` gets a `TLSError` when the handshake or the verification failed, when a record is damaged, and when the
 *   connection was closed without TLS's own end; undefined when the peer ended TLS. A connection that was refused, or that
 *   broke after the handshake, is an Error as from `TCP`.
 */
export class TLSSocket extends TCP {
	readonly #name: string;
	readonly #options: ConnectionOptions;
	readonly #outgoing: Outgoing[] = [];
	#ciphertext: Duplex | undefined;
	#tls: NodeTLSSocket | undefined;
	/** Whether the client's own part of the handshake is done, and whether the server has accepted it. */
	#secured = false;
	#confirmed = false;
	#finishing = false;

	/**
	 * Starts to connect. The options are those of `TCP`, and `secure`, a `SecureOptions`.
	 * @throws what `TCP` throws; TypeError or RangeError that names the option of `secure` that is wrong; TLSError for a CA
	 * certificate that is invalid
	 */
	constructor(options: SocketOptions) {
		const secure = secureOf(options);
		// Neither certificates nor the server name extension have the dot that ends a full name (RFC 6066, section 3).
		// What is no text is for TCP to refuse.
		const given: unknown = secure.serverName ?? options.host ?? options.address;
		const name = typeof given === "string" ? given.replace(/\.$/, "") : "";
		const connectionOptions: ConnectionOptions = {
			...shownBy(options),
			// Whatever is given is trusted, whether it has certified itself or not.
			allowPartialTrustChain: true,
			ca: authoritiesOf(secure.certificate),
			ciphers,
			checkServerIdentity: (_host, certificate) => checkServerIdentity(name, withoutCommonName(certificate)),
			minVersion: secure.minVersion ?? "TLSv1.2",
			rejectUnauthorized: secure.verify ?? true,
			// An address is no server name (RFC 6066, section 3).
			servername: isIP(name) === 0 ? name : ""
		};
		super(options);
		this.#name = name;
		this.#options = connectionOptions;
	}

	/** @internal */
	protected override onConnect(): void {
		const ciphertext = this.#ciphertext = ciphertextOf(this.connection);
		const tls = this.#tls = connect({ ...this.#options, socket: ciphertext });
		tls.on("secureConnect", () => {
			this.#secured = true;
			// In TLS 1.3 the server looks at the client's certificate only now (RFC 8446, 2).
			this.#confirmed = tls.getProtocol() !== "TLSv1.3";
			super.onConnect();
		});
		tls.on("data", (bytes: Uint8Array) => {
			this.#confirmed = true;
			super.onBytes(bytes);
		});
		tls.on("end", () => super.onEnd());
		tls.on("error", (error: Error) => {
			super.onEnd(tlsFault(error, this.#name, this.#progress));
			this.connection.destroy();
		});
		this.connection.on("close", () => tls.destroy());
	}

	/** @internal */
	protected override onBytes(bytes: Uint8Array): void {
		this.#ciphertext?.push(bytes);
	}

	/** @internal */
	protected override onEnd(error?: Error): void {
		if (this.#tls === undefined)
			return super.onEnd(error);
		if (!this.#secured)
			return super.onEnd(new TLSError(HANDSHAKE_CUT, { cause: error }));
		if (error !== undefined)
			return super.onEnd(error);
		// By then TLS has reported its own end, if it came.
		setImmediate(() => super.onEnd(new TLSError(STREAM_CUT)));
	}

	/** @internal */
	protected override send(bytes: Uint8Array, done: () => void): void {
		this.#outgoing.push({ bytes, done });
		if (this.#outgoing.length === 1)
			this.#sendNext();
	}

	/** @internal */
	protected override finish(): void {
		this.#finishing = true;
		if (!this.#secured)
			this.connection.destroy();
		else if (this.#outgoing.length === 0)
			this.#tls?.end();
	}

	get #progress(): Progress {
		if (this.#secured)
			return this.#confirmed ? CONFIRMED : SECURED;
		return this.connection.bytesRead < helloMinimum ? ASKED : GREETED;
	}

	/** One at a time: what waits inside Node's TLS becomes one record. */
	#sendNext(): void {
		const { bytes, done } = this.#outgoing[0];
		this.#tls?.write(bytes, (error) => {
			if (error)
				return;
			this.#outgoing.shift();
			done();
			if (this.#outgoing.length > 0)
				this.#sendNext();
			else if (this.#finishing)
				this.#tls?.end();
		});
	}
}

/** A name counts only as an alternative name (RFC 9525, section 2); Node would take the subject's where there is none. */
function withoutCommonName(certificate: PeerCertificate): PeerCertificate {
	return { ...certificate, subject: { ...certificate.subject, CN: "" } };
}

function secureOf({ secure = {} }: SocketOptions): SecureOptions {
	if (typeof secure !== "object" || secure === null)
		throw new TypeError("secure is not an object");
	const { serverName, verify, minVersion } = secure as SecureOptions;
	if (serverName !== undefined && (typeof serverName !== "string" || serverName === ""))
		throw new TypeError("secure.serverName is not a name");
	if (verify !== undefined && typeof verify !== "boolean")
		throw new TypeError("secure.verify is not a boolean");
	if (minVersion !== undefined && !versions.includes(minVersion))
		throw new RangeError("secure.minVersion is not TLSv1.2 or TLSv1.3");
	return secure;
}

/** What the client of the socket shows of itself. */
function shownBy({ shared }: SocketOptions): PairInPEM | undefined {
	return (shared as { readonly identity?: PairInPEM } | undefined)?.identity;
}

/** CA certificates as Node wants them; undefined for Node's own. @throws TLSError for one that devices do not take, or Node */
export function authoritiesOf(certificate: SecureOptions["certificate"]): string[] | undefined {
	return certificate && new Authorities(certificate).for().map(({ encoded }) => {
		try {
			return new X509Certificate(encoded).toString();
		}
		catch (error) {
			throw new TLSError(AUTHORITY_UNREADABLE, { cause: error });
		}
	});
}
