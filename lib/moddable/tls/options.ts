import type { ByteBuffer, SecureOptions, Socket, SocketOptions, SocketProvider } from "../../platform.js";
import { AUTHORITY_UNREADABLE, TLSError } from "../../tls/error.js";
import { type Certificate, readCertificate } from "./certificate.js";

/** Constructor options of a TLS socket: those of TCP, and below. */
export interface TLSSocketOptions extends SocketOptions {
	/** The TCP socket underneath, `{ io: TCP, …options }`. */
	readonly TCP: SocketProvider;
	/** How far the peer is trusted. Default: its chain must end in a CA of the app's resources. */
	readonly secure?: SecureOptions;
}

/** What a TLS socket needs to know of its options. */
export interface CheckedOptions {
	readonly TCP: new (options: SocketOptions) => Socket;
	readonly name: string;
	readonly verify: boolean;
	/** To be read by `authoritiesOf`. */
	readonly certificate: SecureOptions["certificate"];
}

/**
 * @param options not changed
 * @throws TypeError or RangeError that names the option that is missing or wrong
 */
export function checkOptions({ TCP, host = "", secure = {} }: TLSSocketOptions): CheckedOptions {
	const { certificate, serverName = host, verify = true, minVersion = "TLSv1.2" } = secure;
	if (typeof TCP?.io !== "function")
		throw new TypeError("TCP.io is required");
	if (minVersion === "TLSv1.3")
		throw new RangeError("secure.minVersion TLSv1.3: this platform has TLS 1.2 at most");
	if (minVersion !== "TLSv1.2")
		throw new RangeError("secure.minVersion must be TLSv1.2 or TLSv1.3");
	if (typeof verify !== "boolean")
		throw new TypeError("secure.verify must be a boolean");
	if (typeof serverName !== "string" || (verify && serverName === ""))
		throw new TypeError("host or secure.serverName is required");
	// Neither certificates nor the server name extension have the dot that ends a full name (RFC 6066, 3).
	const name = serverName.endsWith(".") ? serverName.slice(0, -1) : serverName;
	return { TCP: TCP.io, name, verify, certificate };
}

/**
 * @returns the certificates, not copied; undefined for the device's own
 * @throws TLSError when one is invalid
 */
export function authoritiesOf(certificate: SecureOptions["certificate"]): readonly Certificate[] | undefined {
	if (certificate === undefined)
		return undefined;
	const authorities = (Array.isArray(certificate) ? certificate as readonly ByteBuffer[] : [certificate as ByteBuffer]).map(readAuthority);
	if (authorities.length === 0)
		throw new TLSError(AUTHORITY_UNREADABLE);
	return authorities;
}

function readAuthority(certificate: ByteBuffer): Certificate {
	try {
		return readCertificate(certificate instanceof Uint8Array ? certificate : new Uint8Array(certificate));
	}
	catch {
		throw new TLSError(AUTHORITY_UNREADABLE);
	}
}
