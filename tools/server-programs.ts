/** The servers that people run before PocketBase, with the settings of docs/deployment.md and docs/tls.md, where they are installed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { serverOf } from "./installed.js";

/** Milliseconds until a server must take connections. */
const patience = 120_000;

/** What one port of a server does. */
export interface Site {
	readonly port: number;
	/** A file with certificates and key in PEM; plain HTTP without it. */
	readonly pem?: string;
	/** The only curve, as OpenSSL names it; the server's own choice without it. */
	readonly curve?: string;
	/** A file with the CA in PEM whose clients alone are taken. */
	readonly clients?: string;
	/** The only version of TLS; both without it. */
	readonly version?: "TLSv1.2" | "TLSv1.3";
	/** Port on loopback of what is behind it; it answers 204 itself without it. */
	readonly target?: number;
	/** Whether it puts pages of its own in the place of what is behind it answers with 400 and above; nginx alone does. */
	readonly hasPages?: boolean;
}

interface Program {
	readonly configuration: (folder: string, sites: readonly Site[]) => string;
	readonly parameters: (file: string, folder: string) => readonly string[];
}

export type ProgramName = keyof typeof programs;

/** As Go names them. */
const goCurves: Readonly<Record<string, string>> = { prime256v1: "secp256r1", secp384r1: "secp384r1", X25519: "x25519" };
const goVersions = { "TLSv1.2": "tls1.2", "TLSv1.3": "tls1.3" } as const;

const programs = {
	nginx: {
		configuration: (folder, sites) => `daemon off; user root; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log notice; events {}
			http {
				access_log off;
				${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
				${sites.map(({ clients, curve, hasPages, pem, port, target, version = "TLSv1.2 TLSv1.3" }) => `server {
					listen 127.0.0.1:${port}${pem === undefined ? "" : ` ssl; ssl_certificate ${pem}; ssl_certificate_key ${pem}; ssl_protocols ${version}; ssl_session_timeout 1d`};
					${curve === undefined ? "" : `ssl_ecdh_curve ${curve};`}
					${clients === undefined ? "" : `ssl_client_certificate ${clients}; ssl_verify_client on; ssl_verify_depth 2;`}
					keepalive_timeout 300s;
					${target === undefined ? "return 204;" : `location / { proxy_pass http://127.0.0.1:${target}; proxy_http_version 1.1; }`}
					${hasPages === true ? "proxy_intercept_errors on; error_page 400 401 403 404 429 500 502 503 /page.html; location = /page.html { internal; default_type text/html; return 200 '<html>Sorry</html>'; }" : ""}
				}`).join("\n")}
			}`,
		parameters: (file, folder) => ["-c", file, "-p", folder]
	},
	haproxy: {
		configuration: (_folder, sites) => [
			"global", " tune.ssl.lifetime 86400", "defaults", " mode http", " timeout connect 30s", " timeout client 30s", " timeout server 30s",
			...sites.flatMap(({ clients, curve, pem, port, target, version }) => [
				`frontend front-${port}`,
				` bind 127.0.0.1:${port}${pem === undefined ? "" : ` ssl crt ${pem}`}${curve === undefined ? "" : ` curves ${curve}`}${clients === undefined ? "" : ` ca-file ${clients} verify required`}${version === undefined ? "" : ` ssl-min-ver ${version} ssl-max-ver ${version}`}`,
				...target === undefined ? [" http-request return status 204"] : [` default_backend behind-${port}`, `backend behind-${port}`, ` server service 127.0.0.1:${target}`]
			]), ""
		].join("\n"),
		parameters: (file) => ["-f", file, "-db"]
	},
	caddy: {
		configuration: (_folder, sites) => [
			"{", " admin off", " auto_https off", "}",
			...sites.flatMap(({ clients, curve, pem, port, target, version }) => [
				`${pem === undefined ? "http://" : "https://localhost"}:${port} {`, " bind 127.0.0.1",
				...pem === undefined ? [] : [
					` tls ${pem} ${pem} {`, ...curve === undefined ? [] : [`  curves ${goCurves[curve]}`],
					...version === undefined ? [] : [`  protocols ${goVersions[version]} ${goVersions[version]}`],
					...clients === undefined ? [] : ["  client_auth {", "   mode require_and_verify", `   trusted_ca_cert_file ${clients}`, "  }"], " }"
				],
				target === undefined ? " respond 204" : ` reverse_proxy 127.0.0.1:${target}`, "}"
			]), ""
		].join("\n"),
		parameters: (file) => ["run", "--config", file, "--adapter", "caddyfile"]
	},
	/** Without TLS. */
	apache2: {
		configuration: (folder, sites) => [
			`ServerRoot ${folder}`, `DefaultRuntimeDir ${folder}`, `PidFile ${folder}/apache2.pid`, `ErrorLog ${folder}/apache2.log`, "ServerName localhost", "User nobody", "Group nogroup",
			...["mpm_event", "authz_core", "proxy", "proxy_http"].map((module) => `LoadModule ${module}_module /usr/lib/apache2/modules/mod_${module}.so`),
			"KeepAliveTimeout 300", "MaxKeepAliveRequests 0", ...sites.flatMap(({ port, target }) => [`Listen 127.0.0.1:${port}`, `ProxyPass / http://127.0.0.1:${target}/`]), ""
		].join("\n"),
		parameters: (file) => ["-f", file, "-D", "FOREGROUND"]
	}
} satisfies Readonly<Record<string, Program>>;

/** Programs that serve from a folder of their own, until they are closed or this process ends. */
export class ServerPrograms {
	readonly folder: string;
	/** Names of those that are not installed. */
	readonly missing: string[] = [];
	readonly #children: ChildProcess[] = [];

	private constructor(folder: string) {
		this.folder = folder;
		process.once("exit", () => this.#children.forEach(end));
	}

	static async in(name: string): Promise<ServerPrograms> {
		return new ServerPrograms(await mkdtemp(join(tmpdir(), name)));
	}

	/** Writes a file into the folder. Returns its path. */
	async write(name: string, text: string): Promise<string> {
		const path = join(this.folder, name);
		await writeFile(path, text);
		return path;
	}

	/** Starts one. Returns undefined where it is not installed. @throws Error when it does not take connections */
	async start(name: ProgramName, sites: readonly Site[]): Promise<ChildProcess | undefined> {
		const path = serverOf(name);
		if (path === undefined) {
			this.missing.push(name);
			return undefined;
		}
		const { folder } = this;
		const { configuration, parameters }: Program = programs[name];
		const file = await this.write(`${name}.conf`, configuration(folder, sites));
		const child = spawn(path, parameters(file, folder), { stdio: "ignore", detached: true, env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } });
		this.#children.push(child);
		for (const { port } of sites) {
			await until(() => {
				if (child.exitCode !== null)
					throw new Error(`${name} has ended with ${child.exitCode}`);
				return answers(port);
			}, `${name} takes no connection`);
		}
		return child;
	}

	async close(): Promise<void> {
		this.#children.forEach(end);
		await rm(this.folder, { recursive: true, force: true });
	}
}

/** Ends a server with the processes that it has started: they are a group of their own. */
function end({ pid }: ChildProcess): void {
	try {
		process.kill(-pid!, "SIGKILL");
	}
	catch {
		// It has ended.
	}
}

/** Whether a port on loopback takes a connection. */
export async function answers(port: number): Promise<boolean> {
	const socket = connect(port, "127.0.0.1");
	const isOpen = await once(socket, "connect").then(() => true, () => false);
	socket.destroy();
	return isOpen;
}

/** @throws Error with the fault when it does not hold in time */
export async function until(holds: () => Promise<boolean>, fault: string): Promise<void> {
	for (const latest = Date.now() + patience; Date.now() < latest;) {
		if (await holds())
			return;
		await setTimeout(50);
	}
	throw new Error(fault);
}
