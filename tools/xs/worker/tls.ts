import type { ByteBuffer, Platform, SecuredTransport, SecureOptions, SocketOptions, Transport } from "../../../lib/platform.js";
import { Authorities } from "../../../lib/tls/authorities.js";
import { secured, type TLSOptions, type TLSStats } from "../../../lib/tls/tls-options.js";
import { TCP } from "./tcp.js";

/** A TLS socket with the interface of the SDK's, whose other end is Node's. */
export class TLSSocket extends TCP {
	/** @throws what Node's TLS socket throws */
	constructor(options: SocketOptions) {
		const { certificate, ...others } = (options.secure ?? {}) as SecureOptions;
		super(options, { ...others, certificate: numbersOf(certificate) });
	}
}

/** Certificates as JSON can have them. */
function numbersOf(certificate: SecureOptions["certificate"]): number[][] | undefined {
	if (certificate === undefined)
		return undefined;
	const all = Array.isArray(certificate) ? certificate as readonly ByteBuffer[] : [certificate as ByteBuffer];
	return all.map((bytes) => Array.from(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes));
}

/** The options as devices have them; no session is kept. */
export function securedTransport(transport: Transport, tls: TLSOptions | undefined, _stats: TLSStats, platform: Pick<Platform, "timers" | "warn">): SecuredTransport {
	return secured(transport, tls, platform, {
		io: TLSSocket, instead: (socket) => socket, share: (certificate) => certificate === undefined ? {} : new Authorities(certificate)
	});
}
