/** TLS servers that take the clients of one CA alone, as people run them before PocketBase, where they are installed. */
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { answers, end, freePort, programOf } from "./real-servers.js";
import { clientAuth, extendedKeyUsage, intermediate, keyUsage, leaf, type Made, root } from "./x509/certificate.js";
import { ecKeys } from "./x509/keys.js";

export interface VerifyingServers {
	/** Ports by name. */
	readonly ports: Readonly<Record<string, number>>;
	/** The CA of the servers' own certificates. */
	readonly authority: Made;
	/** DER: what they take, the client's own first, and one from another CA. */
	readonly client: Pair;
	readonly stranger: Pair;
	/** Names of programs that are not installed. */
	readonly missing: readonly string[];
	close(): Promise<void>;
}

export interface Pair {
	readonly certificate: readonly Uint8Array[];
	/** PKCS #8, DER. */
	readonly key: Uint8Array;
}

interface Place {
	readonly folder: string;
	readonly port: number;
	readonly target: number;
}

interface Program {
	readonly configuration: (place: Place) => string;
	readonly parameters: (file: string, folder: string) => readonly string[];
}

const programs: Readonly<Record<string, Program>> = {
	nginx: {
		configuration: ({ folder, port, target }) => `daemon off; user root; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}
			http {
				access_log off;
				${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
				server {
					listen 127.0.0.1:${port} ssl; ssl_certificate ${folder}/server.pem; ssl_certificate_key ${folder}/server.pem; ssl_protocols TLSv1.2 TLSv1.3;
					ssl_client_certificate ${folder}/clients.pem; ssl_verify_client on; ssl_verify_depth 2; ssl_session_timeout 1d;
					location / { proxy_pass http://127.0.0.1:${target}; proxy_http_version 1.1; }
				}
			}`,
		parameters: (file, folder) => ["-c", file, "-p", folder]
	},
	caddy: {
		configuration: ({ folder, port, target }) => [
			"{", " admin off", " auto_https off", "}", `https://localhost:${port} {`, " bind 127.0.0.1", ` tls ${folder}/server.pem ${folder}/server.pem {`,
			"  client_auth {", "   mode require_and_verify", `   trusted_ca_cert_file ${folder}/clients.pem`, "  }", " }", ` reverse_proxy 127.0.0.1:${target}`, "}", ""
		].join("\n"),
		parameters: (file) => ["run", "--config", file, "--adapter", "caddyfile"]
	},
	haproxy: {
		configuration: ({ folder, port, target }) => [
			"global", " tune.ssl.lifetime 86400", "defaults", " mode http", " timeout connect 30s", " timeout client 30s", " timeout server 30s",
			"frontend front", ` bind 127.0.0.1:${port} ssl crt ${folder}/server.pem ca-file ${folder}/clients.pem verify required`, " default_backend behind",
			"backend behind", ` server service 127.0.0.1:${target}`, ""
		].join("\n"),
		parameters: (file) => ["-f", file, "-db"]
	}
};

/** @param target port of what is behind them, on loopback. @throws Error when one does not take connections */
export async function startVerifyingServers(target: number): Promise<VerifyingServers> {
	const folder = await mkdtemp(join(tmpdir(), "records-verifying-"));
	const authority = root("Verifying Servers' CA", ecKeys());
	const clients = root("Clients' CA", ecKeys());
	const server = leaf(authority, ecKeys());
	await writeFile(join(folder, "server.pem"), pemOf(server) + keyOf(server));
	await writeFile(join(folder, "clients.pem"), pemOf(clients));
	const sessions = new Map<string, Buffer>();
	// OpenSSL's tickets hold the client's certificate, and are longer than a device keeps.
	const own = createServer({
		cert: pemOf(server), key: keyOf(server), ca: pemOf(clients), requestCert: true, rejectUnauthorized: true, maxVersion: "TLSv1.2", secureOptions: constants.SSL_OP_NO_TICKET
	}, (socket) => {
		const behind = connect(target, "127.0.0.1");
		socket.on("error", () => socket.destroy()).on("close", () => behind.destroy());
		behind.on("error", () => socket.destroy());
		socket.pipe(behind).pipe(socket);
	}).on("tlsClientError", () => undefined).on("newSession", (id: Buffer, data: Buffer, done: () => void) => {
		sessions.set(id.toString("hex"), data);
		done();
	}).on("resumeSession", (id: Buffer, done: (error: Error | null, data: Buffer | null) => void) => done(null, sessions.get(id.toString("hex")) ?? null));
	await once(own.listen(0, "127.0.0.1"), "listening");
	const ports: Record<string, number> = { "client openssl": (own.address() as AddressInfo).port };
	const missing: string[] = [];
	const children: ChildProcess[] = [];
	process.once("exit", () => children.forEach(end));
	for (const [name, { configuration, parameters }] of Object.entries(programs)) {
		const program = programOf(name);
		if (program === undefined) {
			missing.push(name);
			continue;
		}
		const port = ports[`client ${name}`] = await freePort();
		const file = join(folder, `${name}.conf`);
		await writeFile(file, configuration({ folder, port, target }));
		children.push(spawn(program, [...parameters(file, folder)], { stdio: "ignore", detached: true, env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } }));
		await answers(port, name);
	}
	return {
		ports, authority, missing, client: pairOf(intermediate("Clients' Intermediate", ecKeys(), clients)), stranger: pairOf(root("Strangers' CA", ecKeys())),
		close: async () => {
			own.close();
			children.forEach(end);
			await rm(folder, { recursive: true, force: true });
		}
	};
}

/** A client that a CA has certified, which is sent too. */
export function pairOf(issuer: Made, keys = ecKeys()): Pair {
	const made = leaf(issuer, keys, { extensions: [keyUsage(0x80, 7), extendedKeyUsage(clientAuth)] });
	return { certificate: [made.der, issuer.der], key: new Uint8Array(keys.privateKey.export({ type: "pkcs8", format: "der" })) };
}

function pemOf({ der }: Made): string {
	return `-----BEGIN CERTIFICATE-----\n${(Buffer.from(der).toString("base64").match(/.{1,64}/g) ?? []).join("\n")}\n-----END CERTIFICATE-----\n`;
}

function keyOf({ keys }: Made): string {
	return keys.privateKey.export({ type: "pkcs8", format: "pem" }) as string;
}
