/** TLS servers that take the clients of one CA alone, as people run them before PocketBase, where they are installed. */
import { constants } from "node:crypto";
import { freePort } from "../service/port.js";
import { ServerPrograms, type Site } from "./server-programs.js";
import { identityOf } from "./tls/certificates.js";
import { SecureListener } from "./tls/secure-listener.js";
import { clientAuth, extendedKeyUsage, intermediate, keyUsage, leaf, type Made, type Parts, root } from "./x509/certificate.js";
import { pemOf, time } from "./x509/der.js";
import { ecKeys } from "./x509/keys.js";

export interface VerifyingServers {
	/** Ports by name. */
	readonly ports: Readonly<Record<string, number>>;
	/** The CA of the servers' own certificates. */
	readonly authority: Made;
	/** DER: what they take, the client's own first, one from another CA, and one that has expired. */
	readonly client: Pair;
	readonly stranger: Pair;
	readonly expired: Pair;
	/** Names of programs that are not installed. */
	readonly missing: readonly string[];
	close(): Promise<void>;
}

export interface Pair {
	readonly certificate: readonly Uint8Array[];
	/** PKCS #8, DER. */
	readonly key: Uint8Array;
}

/**
 * @param target port of what is behind them, on loopback
 * @param version the only one that they speak
 * @throws Error when one does not take connections
 */
export async function startVerifyingServers(target: number, version: NonNullable<Site["version"]> = "TLSv1.2"): Promise<VerifyingServers> {
	const programs = await ServerPrograms.in("records-verifying-");
	const authority = root("Verifying Servers' CA", ecKeys());
	const clientsAuthority = root("Clients' CA", ecKeys());
	const identity = identityOf(leaf(authority, ecKeys()));
	const ca = pemOf(clientsAuthority.der);
	const pem = await programs.write("server.pem", identity.chain[0].pem + identity.key);
	const clients = await programs.write("clients.pem", ca);
	const sessions = new Map<string, Buffer>();
	// OpenSSL's tickets hold the client's certificate, and are longer than a device keeps.
	const own = await new SecureListener(identity, target, { ca, requestCert: true, rejectUnauthorized: true, minVersion: version, maxVersion: version, secureOptions: constants.SSL_OP_NO_TICKET }).open();
	own.server.on("newSession", (id: Buffer, data: Buffer, done: () => void) => {
		sessions.set(id.toString("hex"), data);
		done();
	}).on("resumeSession", (id: Buffer, done: (error: Error | null, data: Buffer | null) => void) => done(null, sessions.get(id.toString("hex")) ?? null));
	const ports: Record<string, number> = { "client openssl": own.port };
	for (const name of ["nginx", "caddy", "haproxy"] as const) {
		const port = await freePort();
		if (await programs.start(name, [{ port, pem, clients, target, version }]) !== undefined)
			ports[`client ${name}`] = port;
	}
	const issuer = intermediate("Clients' Intermediate", ecKeys(), clientsAuthority);
	return {
		ports, authority, missing: programs.missing,
		client: pairOf(issuer), stranger: pairOf(root("Strangers' CA", ecKeys())), expired: pairOf(issuer, ecKeys(), { to: time(Date.now() - 1000) }),
		close: () => {
			own.close();
			return programs.close();
		}
	};
}

/** A client that a CA has certified, which is sent too. */
export function pairOf(issuer: Made, keys = ecKeys(), parts: Parts = {}): Pair {
	const made = leaf(issuer, keys, { ...parts, extensions: [keyUsage(0x80, 7), extendedKeyUsage(clientAuth)] });
	return { certificate: [made.der, issuer.der], key: new Uint8Array(keys.privateKey.export({ type: "pkcs8", format: "der" })) };
}
