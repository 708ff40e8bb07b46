import type { Platform, SecuredTransport, SocketProvider, Transport } from "../platform.js";
import { unverified } from "../tls/foreign-socket.js";
import { TLSError } from "../tls/tls-error.js";
import type { TLSOptions, TLSStats } from "../tls/tls-options.js";

const WITHOUT_TLS = "this app is built without TLS (manifests/http.json)";

/**
 * Stands in for the TLS socket in an app that includes manifests/http.json.
 * @throws TLSError, which says why there is no TLS
 */
export function TLSSocket(): never {
	throw new TLSError(WITHOUT_TLS);
}

/** @internal The transport with the stand-in, or as it is with `tls.insecureSocket`. @throws TLSError for other options */
export function securedTransport(transport: Transport, tls: TLSOptions | undefined, _stats: TLSStats,
	platform: Pick<Platform, "timers" | "warn">): SecuredTransport {
	if (tls?.insecureSocket)
		return unverified(transport, tls, platform);
	if (tls !== undefined)
		throw new TLSError(WITHOUT_TLS);
	return { ...transport, socket: { ...transport.socket, io: TLSSocket as unknown as SocketProvider["io"] }, isVerified: false };
}
