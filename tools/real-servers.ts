/** The servers that people run before PocketBase, with the settings of docs/deployment.md and docs/tls.md, where they are installed. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer as createHTTPServer, type Server } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import type { Identity } from "./tls/certificates.js";

/** Milliseconds until a server must take connections. */
const patience = 30_000;

export interface RealServers {
	/** Ports by name. */
	readonly ports: Readonly<Record<string, number>>;
	/**
	 * Ports by `NAME-restart` and `NAME-reload`: a request there is answered when the server has been started anew, or has read
	 * its settings anew, and has another key for tickets.
	 */
	readonly controls: Readonly<Record<string, number>>;
	/** Versions by name. */
	readonly versions: Readonly<Record<string, string>>;
	/** Names of those that are not installed. */
	readonly missing: readonly string[];
	close(): Promise<void>;
}

interface Place {
	readonly folder: string;
	readonly port: number;
	/** Port of what is behind it. */
	readonly target: number;
	/** Whether it speaks TLS. */
	readonly isSecure: boolean;
}

interface Program {
	readonly file: string;
	/** Whether it is tried without TLS alone. */
	readonly isPlain?: boolean;
	readonly configuration: (place: Place) => string;
	readonly parameters: (place: Place, file: string) => readonly string[];
	/** Signal that has it read its settings anew, its log, and the line there once the process with the old ones has ended. */
	readonly reload?: { readonly signal: NodeJS.Signals; readonly log: string; readonly line: RegExp };
}

const servers: Readonly<Record<string, Program>> = {
	nginx: {
		file: "nginx.conf",
		configuration: ({ folder, isSecure, port, target }) => `daemon off; user root; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log notice; events {}
			http {
				access_log off;
				${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
				server {
					${isSecure ? `listen 127.0.0.1:${port} ssl; ssl_certificate ${folder}/chain.pem; ssl_certificate_key ${folder}/key.pem;
					ssl_protocols TLSv1.2 TLSv1.3; ssl_session_timeout 1d;` : `listen 127.0.0.1:${port};`}
					keepalive_timeout 300s;
					location / { proxy_pass http://127.0.0.1:${target}; proxy_http_version 1.1; }
				}
			}`,
		parameters: ({ folder }, file) => ["-c", file, "-p", folder],
		reload: { signal: "SIGHUP", log: "nginx.log", line: /worker process \d+ exited with code 0/g }
	},
	haproxy: {
		file: "haproxy.cfg",
		configuration: ({ folder, isSecure, port, target }) => [
			"global", " tune.ssl.lifetime 86400", "defaults", " mode http", " timeout connect 30s", " timeout client 30s", " timeout server 30s",
			"frontend front", ` bind 127.0.0.1:${port}${isSecure ? ` ssl crt ${folder}/both.pem` : ""}`, " default_backend behind", "backend behind", ` server service 127.0.0.1:${target}`, ""
		].join("\n"),
		parameters: (_place, file) => ["-f", file, "-db"]
	},
	caddy: {
		file: "Caddyfile",
		configuration: ({ folder, isSecure, port, target }) => [
			"{", " admin off", " auto_https off", "}", `${isSecure ? "https://localhost" : "http://"}:${port} {`, " bind 127.0.0.1", isSecure ? ` tls ${folder}/chain.pem ${folder}/key.pem` : "",
			` reverse_proxy 127.0.0.1:${target}`, "}", ""
		].join("\n"),
		parameters: (_place, file) => ["run", "--config", file, "--adapter", "caddyfile"]
	},
	apache2: {
		file: "apache2.conf",
		isPlain: true,
		configuration: ({ folder, port, target }) => [
			`ServerRoot ${folder}`, `DefaultRuntimeDir ${folder}`, `PidFile ${folder}/apache2.pid`, `ErrorLog ${folder}/apache2.log`, "ServerName localhost", "User nobody", "Group nogroup",
			...["mpm_event", "authz_core", "proxy", "proxy_http"].map((module) => `LoadModule ${module}_module /usr/lib/apache2/modules/mod_${module}.so`),
			`Listen 127.0.0.1:${port}`, "KeepAliveTimeout 300", "MaxKeepAliveRequests 0", `ProxyPass / http://127.0.0.1:${target}/`, ""
		].join("\n"),
		parameters: (_place, file) => ["-f", file, "-D", "FOREGROUND"]
	}
};

/** Where programs of the system are; those of administrators need not be in PATH. */
export function programOf(name: string): string | undefined {
	return [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/bin"].map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * Starts those that are installed before a plain port on loopback.
 * @param identity undefined for servers without TLS
 * @throws Error when one does not take connections
 */
export async function startRealServers(target: number, identity?: Identity): Promise<RealServers> {
	const folder = await mkdtemp(join(tmpdir(), "records-servers-"));
	if (identity !== undefined)
		await writeIdentity(folder, identity);
	const children: ChildProcess[] = [];
	const ports: Record<string, number> = {};
	const controls: Record<string, number> = {};
	const versions: Record<string, string> = {};
	const missing: string[] = [];
	const listeners: Server[] = [];
	const control = async (name: string, action: () => Promise<void>): Promise<void> => {
		const listener = createControl(action);
		listeners.push(listener);
		await once(listener.listen(0, "127.0.0.1"), "listening");
		controls[name] = (listener.address() as AddressInfo).port;
	};
	const close = async (): Promise<void> => {
		for (const listener of listeners)
			listener.close();
		children.forEach(end);
		await rm(folder, { recursive: true, force: true });
	};
	process.once("exit", () => children.forEach(end));
	for (const [name, { configuration, file, isPlain = false, parameters, reload }] of Object.entries(servers)) {
		if (isPlain && identity !== undefined)
			continue;
		const program = programOf(name);
		if (program === undefined) {
			missing.push(name);
			continue;
		}
		const place: Place = { folder: join(folder), port: await freePort(), target, isSecure: identity !== undefined };
		await mkdir(place.folder, { recursive: true });
		await writeFile(join(folder, file), configuration(place));
		const start = async (): Promise<ChildProcess> => {
			const child = spawn(program, [...parameters(place, join(folder, file))], { stdio: "ignore", detached: true, env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } });
			children.push(child);
			await answers(place.port, name);
			return child;
		};
		let child = await start();
		ports[name] = place.port;
		versions[name] = await versionOf(program, name);
		await control(`${name}-restart`, async () => {
			const ended = once(child, "exit");
			child.kill("SIGTERM");
			await ended;
			child = await start();
		});
		if (reload !== undefined) {
			await control(`${name}-reload`, async () => {
				const log = join(folder, reload.log);
				const before = await linesOf(log, reload.line);
				child.kill(reload.signal);
				await until(async () => await linesOf(log, reload.line) > before, `${name} does not reload`);
			});
		}
	}
	return { ports, controls, versions, missing, close };
}

async function writeIdentity(folder: string, { chain, key }: Identity): Promise<void> {
	const certificates = chain.map(({ pem }) => pem.trim() + "\n").join("");
	await writeFile(join(folder, "chain.pem"), certificates);
	await writeFile(join(folder, "key.pem"), key);
	await writeFile(join(folder, "both.pem"), certificates + key);
}

/** A server that does something for each request before it answers. */
function createControl(action: () => Promise<void>): Server {
	return createHTTPServer((_request, response) => {
		action().then(() => response.setHeader("content-type", "application/json").end("{}"), (error: unknown) => response.writeHead(500).end(String(error)));
	});
}

export function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer().once("error", reject).listen(0, "127.0.0.1", () => {
			const { port } = server.address() as AddressInfo;
			server.close(() => resolve(port));
		});
	});
}

/** nginx tells it on stderr, and takes no `version`. */
async function versionOf(program: string, name: string): Promise<string> {
	const { stderr, stdout } = await promisify(execFile)(program, [name === "caddy" ? "version" : "-v"]);
	return /\d+\.\d+(?:\.\d+)?/.exec(stdout + stderr)?.[0] ?? "of an unknown version";
}

async function linesOf(log: string, line: RegExp): Promise<number> {
	return [...(await readFile(log, "utf8")).matchAll(line)].length;
}

/** Ends a server with the processes that it has started: they are a group of their own. */
export function end({ pid }: ChildProcess): void {
	try {
		process.kill(-pid!, "SIGKILL");
	}
	catch {
		// It has ended.
	}
}

/** Waits until it takes a connection. */
export function answers(port: number, name: string): Promise<void> {
	return until(async () => {
		const socket = connect(port, "127.0.0.1");
		const isOpen = await once(socket, "connect").then(() => true, () => false);
		socket.destroy();
		return isOpen;
	}, `${name} takes no connection`);
}

async function until(holds: () => Promise<boolean>, fault: string): Promise<void> {
	for (const latest = Date.now() + patience; Date.now() < latest;) {
		if (await holds())
			return;
		await setTimeout(50);
	}
	throw new Error(fault);
}
