/** TLS servers with each kind of key, each with its own choice of curves and with others; those of OpenSSL are Node's, the others run where they are installed. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { answers, end, freePort, programOf } from "./real-servers.js";
import { listen } from "./network/listener.js";
import { intermediate, leaf, type Made, root } from "./x509/certificate.js";
import { ecKeys, rsaKeys } from "./x509/keys.js";
import { pemOf } from "./x509/der.js";

export interface CurveServers {
	/** Ports by `curves PROGRAM KEY CURVE`. */
	readonly ports: Readonly<Record<string, number>>;
	/** The CA of all of them. */
	readonly authority: Made;
	/** Names of programs that are not installed. */
	readonly missing: readonly string[];
	close(): Promise<void>;
}

/** A server: what it shows, and the curves that it is set to. */
interface Place {
	readonly name: string;
	readonly port: number;
	/** A file with chain and key, both in PEM. */
	readonly file: string;
	/** As OpenSSL names it; "" for the server's own choice. */
	readonly curve: string;
}

interface Program {
	readonly file: string;
	readonly configuration: (folder: string, places: readonly Place[]) => string;
	readonly parameters: (file: string) => readonly string[];
}

/** "" for the server's own choice, and as OpenSSL and Go name them. */
const curves: Readonly<Record<string, string>> = { "": "", "prime256v1": "secp256r1", "secp384r1": "secp384r1", "X25519": "x25519" };

const programs: Readonly<Record<string, Program>> = {
	nginx: {
		file: "nginx.conf",
		configuration: (folder, places) => `daemon off; user root; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/nginx.log; events {}
			http {
				access_log off;
				${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
				${places.map(({ curve, file, port }) => `server {
					listen 127.0.0.1:${port} ssl; ssl_certificate ${file}; ssl_certificate_key ${file}; ssl_protocols TLSv1.2 TLSv1.3;
					${curve === "" ? "" : `ssl_ecdh_curve ${curve};`}
					return 204;
				}`).join("\n")}
			}`,
		parameters: (file) => ["-c", file]
	},
	haproxy: {
		file: "haproxy.cfg",
		configuration: (_folder, places) => [
			"defaults", " mode http", " timeout connect 30s", " timeout client 30s", " timeout server 30s", "frontend front",
			...places.map(({ curve, file, port }) => ` bind 127.0.0.1:${port} ssl crt ${file}${curve === "" ? "" : ` curves ${curve}`}`), " http-request return status 204", ""
		].join("\n"),
		parameters: (file) => ["-f", file, "-db"]
	},
	caddy: {
		file: "Caddyfile",
		configuration: (_folder, places) => [
			"{", " admin off", " auto_https off", "}",
			...places.map(({ curve, file, port }) => [
				`https://localhost:${port} {`, " bind 127.0.0.1", ` tls ${file} ${file} {`, curve === "" ? "" : `  curves ${curves[curve]}`, " }", " respond 204", "}"
			].join("\n")), ""
		].join("\n"),
		parameters: (file) => ["run", "--config", file, "--adapter", "caddyfile"]
	}
};

/** Starts one of each for each key and curve. @throws Error when one does not take connections */
export async function startCurveServers(): Promise<CurveServers> {
	const folder = await mkdtemp(join(tmpdir(), "records-curves-"));
	const authority = root("Curves Test CA", ecKeys("secp384r1"), { hash: "SHA384" });
	const middle = intermediate("Curves Intermediate", ecKeys("secp384r1"), authority, { hash: "SHA384" });
	const keys = { "RSA": leaf(middle, rsaKeys(), { hash: "SHA384" }), "P-256": leaf(middle, ecKeys(), { hash: "SHA384" }), "P-384": leaf(middle, ecKeys("secp384r1"), { hash: "SHA384" }) };
	const ports: Record<string, number> = {};
	const children: ChildProcess[] = [];
	const own: Server[] = [];
	const missing: string[] = [];
	for (const [key, made] of Object.entries(keys)) {
		const pem = identityOf(made, middle);
		await writeFile(join(folder, `${key}.pem`), pem);
		for (const curve of Object.keys(curves)) {
			const server = await listen(createServer({ cert: pem, key: pem, maxVersion: "TLSv1.2", ...curve === "" ? {} : { ecdhCurve: curve } }, (socket) => void socket.on("error", () => undefined)));
			own.push(server.on("tlsClientError", () => undefined));
			ports[nameOf("openssl", key, curve)] = (server.address() as AddressInfo).port;
		}
	}
	process.once("exit", () => children.forEach(end));
	for (const [name, { configuration, file, parameters }] of Object.entries(programs)) {
		const program = programOf(name);
		if (program === undefined) {
			missing.push(name);
			continue;
		}
		const places: Place[] = [];
		for (const key of Object.keys(keys)) {
			for (const curve of Object.keys(curves))
				places.push({ name: nameOf(name, key, curve), port: await freePort(), file: join(folder, `${key}.pem`), curve });
		}
		await writeFile(join(folder, file), configuration(folder, places));
		children.push(spawn(program, parameters(join(folder, file)), { stdio: "ignore", detached: true, env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } }));
		for (const place of places) {
			await answers(place.port, name);
			ports[place.name] = place.port;
		}
	}
	return {
		ports, authority, missing,
		close: async () => {
			own.forEach((server) => server.close());
			children.forEach(end);
			await rm(folder, { recursive: true, force: true });
		}
	};
}

function nameOf(program: string, key: string, curve: string): string {
	return `curves ${program} ${key} ${curve === "" ? "by itself" : curve}`;
}

/** Certificates and key. */
function identityOf(own: Made, ...above: readonly Made[]): string {
	return [own, ...above].map(({ der }) => pemOf(der)).join("") + own.keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}
