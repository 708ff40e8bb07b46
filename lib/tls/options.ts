import { checkOptions, type OptionExamples } from "../shared/complete-limits.js";
import type { ByteBuffer, Platform, SecureOptions, Transport } from "../platform.js";

/** How far the peer of an `https` base URL is trusted. */
export interface TLSOptions {
	/** CA certificate in DER that the service's chain must end in, or several. Default: the platform's own trust store. */
	readonly ca?: ByteBuffer | readonly ByteBuffer[];
	/** Name asked for (RFC 6066, section 3) and looked for in the certificate. Default: the base URL's host. */
	readonly serverName?: string;
	/** Least version; devices have TLS 1.2 only. Default "TLSv1.2". */
	readonly minVersion?: "TLSv1.2" | "TLSv1.3";
	/** `true` trusts whoever answers: anybody on the way can read the password and make up readings. Causes a warning. */
	readonly insecure?: boolean;
}

const OPTIONS: OptionExamples = Object.freeze({ ca: undefined, serverName: "", minVersion: "", insecure: true });

/**
 * Puts TLS options into the transport's socket.
 * @param transport not changed
 * @param scheme of the base URL
 * @returns the transport itself when there are none
 * @throws TypeError that names what is wrong
 */
export function secured(transport: Transport, scheme: string, tls: TLSOptions | undefined, platform: Platform): Transport {
	if (tls === undefined)
		return transport;
	check(tls, scheme);
	const { ca, insecure = false, minVersion, serverName } = tls;
	const secure: { -readonly [name in keyof SecureOptions]: SecureOptions[name] } = { ...transport.socket.secure as SecureOptions | undefined };
	if (ca !== undefined)
		secure.certificate = ca;
	if (serverName !== undefined)
		secure.serverName = serverName;
	if (minVersion !== undefined)
		secure.minVersion = minVersion;
	if (insecure) {
		secure.verify = false;
		platform.warn("tls.insecure: the service's certificate is not checked");
	}
	return { ...transport, socket: { ...transport.socket, secure } };
}

function check(tls: TLSOptions, scheme: string): void {
	checkOptions("tls.", tls, OPTIONS);
	if (scheme !== "https")
		throw new TypeError("tls is given but baseUrl is http");
	const { ca, minVersion, serverName } = tls;
	if (ca !== undefined && !(Array.isArray(ca) ? ca.length > 0 && ca.every(isBytes) : isBytes(ca)))
		throw new TypeError("tls.ca must be a certificate in DER (ArrayBuffer or Uint8Array), or several");
	if (serverName === "")
		throw new TypeError("tls.serverName must be a name");
	if (minVersion !== undefined && minVersion !== "TLSv1.2" && minVersion !== "TLSv1.3")
		throw new TypeError("tls.minVersion must be TLSv1.2 or TLSv1.3");
}

function isBytes(value: unknown): boolean {
	return value instanceof ArrayBuffer || value instanceof Uint8Array;
}
