import type { SecureOptions, SocketOptions, SocketProvider } from "../platform.js";
import { Authorities } from "./authorities.js";
import type { ClientIdentity } from "./client-identity.js";
import type { SessionKeeper } from "./session-keeper.js";
import type { Trust, TrustedAuthorities } from "./trust.js";

/** Constructor options of a TLS socket: those of TCP, and below. */
export interface TLSSocketOptions extends SocketOptions {
	/** The TCP socket underneath, `{ io: TCP, …options }`. */
	readonly TCP: SocketProvider;
	/** How far the peer is trusted. Default: its chain must end in a CA of the app's resources. */
	readonly secure?: SecureOptions;
	/** @internal What its client's connections share: the session that goes on, and the CAs once they are read. */
	readonly shared?: SharedTLS;
}

/** What the connections of a client share. */
export interface SharedTLS {
	readonly keeper: SessionKeeper;
	/** The CAs of `secure.certificate`; undefined for the device's own. */
	readonly authorities: Authorities | undefined;
	/** What the client shows of itself; undefined for nothing. */
	readonly identity?: ClientIdentity | undefined;
}

/** What a TLS socket needs to know of its options. */
export interface CheckedOptions extends Trust {
	readonly verify: boolean;
	readonly port: number;
	/** Keeps the session; undefined where none is kept. */
	readonly keeper: SessionKeeper | undefined;
	/** What the client shows of itself; undefined for nothing. */
	readonly identity: ClientIdentity | undefined;
}

/**
 * @param options not changed
 * @param stored the device's own CAs
 * @throws TypeError or RangeError that names the option that is missing or wrong; TLSError for a CA that is not a certificate
 */
export function checkOptions(options: TLSSocketOptions, stored: TrustedAuthorities): CheckedOptions {
	const { shared } = options;
	const secure: SecureOptions = options.secure ?? {};
	const verify = secure.verify ?? true;
	if (typeof options.TCP?.io !== "function")
		throw new TypeError("TCP.io is required");
	if ((secure.minVersion ?? "TLSv1.2") !== "TLSv1.2")
		throw new RangeError("secure.minVersion must be TLSv1.2: this platform has TLS 1.2 at most");
	if (typeof verify !== "boolean")
		throw new TypeError("secure.verify must be a boolean");
	return {
		name: nameOf(verify, secure.serverName ?? options.host), verify, port: options.port,
		authorities: (shared === undefined ? secure.certificate && new Authorities(secure.certificate) : shared.authorities) ?? stored,
		// What nobody has verified must not go on as verified.
		keeper: verify ? shared?.keeper : undefined,
		identity: shared?.identity
	};
}

/** The name as certificates and the server name extension have it, without the dot that ends a full name (RFC 6066, 3). */
function nameOf(verify: boolean, name: unknown = ""): string {
	if (typeof name !== "string" || (verify && name === ""))
		throw new TypeError("host or secure.serverName is required");
	return name.endsWith(".") ? name.slice(0, -1) : name;
}
