import type { ByteBuffer, Platform, SecuredTransport, SecureOptions, SocketProvider, Transport } from "../platform.js";
import type { ClientStats } from "../stats.js";
import { unverified } from "./foreign-socket.js";
import { CLIENT_CERTIFICATE_REFUSED, CLIENT_KEY_REFUSED } from "./tls-error.js";

const NOT_OWN = "network.https.socket has neither this library's TLSSocket nor a TCP for one; tls.insecureSocket takes it as it is";

/**
 * Keeps the TLS session of a client where it outlives deep sleep, for at most 24 hours. What it keeps is secret: whoever reads or writes it
 * can be the service for this device, and can read what was sent while it was in use. Keep it in RTC memory; in flash only if you accept
 * that.
 */
export interface SessionStore {
	/** Returns what `set` was given last; undefined for nothing. Called once, before the first connection. */
	get(): ByteBuffer | undefined | null;
	/** Keeps bytes, 512 at most on a device, in place of those before; undefined: forgets them. They are the caller's own. */
	set(session: Uint8Array | undefined): unknown;
}

/** A client's certificate and key, of which nothing is known but that they are bytes. */
export interface ClientPair {
	readonly certificate: ByteBuffer | readonly ByteBuffer[];
	readonly key: ByteBuffer;
}

/** How far the peer of an `https` base URL is trusted, what the client shows of itself, and what TLS may cost. */
export interface TLSOptions {
	/** CA certificate in DER that the service's chain must end in, or several. Default: the platform's own trust store. */
	readonly ca?: ByteBuffer | readonly ByteBuffer[];
	/**
	 * The client's own certificate, for a server that asks for one: DER, with a P-256 key; or a chain, the client's own first. Needs
	 * `key`.
	 */
	readonly certificate?: ByteBuffer | readonly ByteBuffer[];
	/** The key of `certificate`: PKCS #8 in DER, with its public key, not encrypted. */
	readonly key?: ByteBuffer;
	/** Name asked for (RFC 6066, section 3) and looked for in the certificate. Default: the base URL's host. */
	readonly serverName?: string;
	/** Least version; devices have TLS 1.2 only. Default "TLSv1.2". */
	readonly minVersion?: "TLSv1.2" | "TLSv1.3";
	/** Where the session outlives deep sleep. Default: it is kept in RAM, until the client is closed. */
	readonly session?: SessionStore;
	/** `true` trusts whoever answers: anybody on the way can read the password and make up readings. Causes a warning. */
	readonly insecure?: boolean;
	/**
	 * `true` takes the TLS socket of `network.https` in place of this library's, with what checks it has. The Moddable SDK's takes anybody for
	 * the service who has its certificate, which is public: whoever is on the way can read the password and make up readings. Causes a
	 * warning, and goes with no other option: they are this library's.
	 */
	readonly insecureSocket?: boolean;
}

/** This library's TLS on a platform. */
export interface OwnTLS {
	/** Class of the sockets. */
	readonly io: SocketProvider["io"];
	/** Puts them in place of another class; undefined if they can't do what that was to do. */
	instead(socket: SocketProvider): SocketProvider | undefined;
	/** Makes what the connections of a client share: of the CAs that are trusted, the app's store, and the client's certificate and key. */
	share(certificate: SecureOptions["certificate"], session: SessionStore | undefined, own: ClientPair | undefined): object;
}

// docs/decisions/0052-strict-certificates.md
/**
 * Puts this library's TLS, its options, and what the connections of a client share, into the socket of a transport for https.
 * @param transport not changed; TLS of its own counts with `tls.insecureSocket` alone
 * @param tls names and types of its options have been checked
 * @throws TypeError that names what is wrong, and what `own.share` throws
 */
export function secured(transport: Transport, tls: TLSOptions = {}, platform: Pick<Platform, "timers" | "warn">,
	own: OwnTLS): SecuredTransport {
	if (tls.insecureSocket)
		return unverified(transport, tls, platform);
	const { io } = transport.socket;
	const socket = io === own.io || io.prototype instanceof own.io ? transport.socket : own.instead(transport.socket);
	if (socket === undefined)
		throw new TypeError(NOT_OWN);
	const fault = tlsOptionsFault(tls);
	if (fault !== "")
		throw new TypeError(fault);
	const secure: { -readonly [name in keyof SecureOptions]: SecureOptions[name] } = {
		...socket.secure as SecureOptions | undefined
	};
	if (tls.ca !== undefined)
		secure.certificate = tls.ca;
	if (tls.serverName !== undefined)
		secure.serverName = tls.serverName;
	if (tls.minVersion !== undefined)
		secure.minVersion = tls.minVersion;
	if (tls.insecure)
		secure.verify = false;
	const shared = own.share(secure.certificate, tls.session, pairOf(tls));
	const isVerified = secure.verify !== false;
	if (!isVerified)
		platform.warn((tls.insecure ? "tls.insecure" : "network.https.socket.secure.verify") + ": the service's certificate is not checked");
	return { ...transport, socket: { ...socket, secure, shared }, isVerified };
}

/** What is wrong with the values of options, "" for nothing. */
function tlsOptionsFault({ ca, minVersion, serverName, session }: TLSOptions): string {
	if (ca !== undefined && !areBytes(ca))
		return "tls.ca must be a certificate in DER (ArrayBuffer or Uint8Array), or several";
	if (serverName === "")
		return "tls.serverName must be a name";
	if (minVersion !== undefined && minVersion !== "TLSv1.2" && minVersion !== "TLSv1.3")
		return "tls.minVersion must be TLSv1.2 or TLSv1.3";
	const isStore = session === undefined || typeof session.get === "function" && typeof session.set === "function";
	return isStore ? "" : "tls.session must have get and set";
}

/** Of a client's statistics what its connections change. */
export type TLSStats = Pick<ClientStats, "emit" | "storageErrors">;

/** A platform with TLS. */
export interface SecurePlatform extends Platform {
	/**
	 * Puts this library's TLS, its options, and what the connections of one client share, into the socket of a transport for https.
	 * @param transport not changed
	 * @param stats gets what happens to the session, and counts the failures of its store
	 * @throws TypeError, RangeError or TLSError that names what is wrong
	 */
	secured(transport: Transport, tls: TLSOptions | undefined, stats: TLSStats): SecuredTransport;
	/** @internal Has the platform's own signals end calls: an `Abortable`. Undefined where it has none. */
	readonly abortable?: object;
}

/** @throws TypeError that names what is missing or wrong */
function pairOf({ certificate, key }: TLSOptions): ClientPair | undefined {
	if (certificate === undefined && key === undefined)
		return undefined;
	if (!areBytes(certificate))
		throw new TypeError(CLIENT_CERTIFICATE_REFUSED);
	if (!isBytes(key))
		throw new TypeError(CLIENT_KEY_REFUSED);
	return { certificate, key };
}

/** Whether a value is bytes, or several of them. */
function areBytes(value: unknown): value is ByteBuffer | readonly ByteBuffer[] {
	const all = ([] as unknown[]).concat(value);
	return all.length > 0 && all.every(isBytes);
}

function isBytes(value: unknown): value is ByteBuffer {
	return value instanceof ArrayBuffer || value instanceof Uint8Array;
}
