/** The servers that people run before PocketBase, each before a plain port on loopback, where they are installed. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../service/port.js";
import { serverOf } from "./installed.js";
import { type Listener, listen } from "./network/listener.js";
import { type ProgramName, ServerPrograms, type Site, until } from "./server-programs.js";
import type { Identity } from "./tls/certificates.js";

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

/** A line of nginx' log: a process with the old settings has ended. */
const reloaded = /worker process \d+ exited with code 0/g;

/**
 * Starts those that are installed.
 * @param identity undefined for servers without TLS
 * @throws Error when one does not take connections
 */
export async function startRealServers(target: number, identity?: Identity): Promise<RealServers> {
	const programs = await ServerPrograms.in("records-servers-");
	const pem = identity && await programs.write("server.pem", identity.chain.map(({ pem: text }) => text.trim() + "\n").join("") + identity.key);
	const ports: Record<string, number> = {};
	const controls: Record<string, number> = {};
	const versions: Record<string, string> = {};
	const listeners: Listener[] = [];
	const control = async (name: string, action: () => Promise<void>): Promise<void> => {
		const listener = await listen(createControl(action));
		listeners.push(listener);
		controls[name] = listener.port;
	};
	const names: readonly ProgramName[] = pem === undefined ? ["nginx", "haproxy", "caddy", "apache2"] : ["nginx", "haproxy", "caddy"];
	for (const name of names) {
		const site: Site = { port: await freePort(), target, ...pem === undefined ? {} : { pem } };
		let child = await programs.start(name, [site]);
		if (child === undefined)
			continue;
		ports[name] = site.port;
		versions[name] = await versionOf(name);
		await control(`${name}-restart`, async () => {
			const ended = once(child!, "exit");
			child!.kill("SIGTERM");
			await ended;
			child = await programs.start(name, [site]);
		});
		if (name === "nginx") {
			await control(`${name}-reload`, async () => {
				const log = join(programs.folder, "nginx.log");
				const before = await linesOf(log, reloaded);
				child!.kill("SIGHUP");
				await until(async () => await linesOf(log, reloaded) > before, `${name} does not reload`);
			});
		}
	}
	return {
		ports, controls, versions, missing: programs.missing,
		close: () => {
			listeners.forEach((listener) => listener.close());
			return programs.close();
		}
	};
}

/** A server that does something for each request before it answers. */
function createControl(action: () => Promise<void>): Server {
	return createServer((_request, response) => {
		action().then(() => response.setHeader("content-type", "application/json").end("{}"), (error: unknown) => response.writeHead(500).end(String(error)));
	});
}

/** nginx tells it on stderr, and takes no `version`. */
async function versionOf(name: string): Promise<string> {
	const { stderr, stdout } = await promisify(execFile)(serverOf(name)!, [name === "caddy" ? "version" : "-v"]);
	return /\d+\.\d+(?:\.\d+)?/.exec(stdout + stderr)?.[0] ?? "of an unknown version";
}

async function linesOf(log: string, line: RegExp): Promise<number> {
	return [...(await readFile(log, "utf8")).matchAll(line)].length;
}
