import { Listener } from "../network/listener.js";
import { leadTo } from "../network/proxy.js";
import { certificates, type IdentityName } from "./certificates.js";
import { serverSide } from "./server-side.js";

/** A running TLS server in front of a plain port. */
export interface SecureService {
	/** `https://127.0.0.1:<port>`. */
	readonly url: string;
	readonly port: number;
	/** Ends it and every connection; never waits for anybody. */
	close(): void;
}

/**
 * Starts a TLS server on loopback that hands everything on to a plain port, both ways. It speaks TLS 1.2, as devices do.
 * @param port of the plain server on loopback
 * @param name whose certificate it shows
 */
export async function startSecure(port: number, name: IdentityName = "good"): Promise<SecureService> {
	const { identities } = await certificates();
	const listener = await Listener.open((socket) => leadTo(port, serverSide(socket, identities[name], { maxVersion: "TLSv1.2" })));
	return { url: `https://127.0.0.1:${listener.port}`, port: listener.port, close: () => listener.close() };
}
