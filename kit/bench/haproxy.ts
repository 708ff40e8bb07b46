/** HAProxy, with the configuration of the service kit. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { GuardedProcess } from "../../service/guarded-process.js";
import { projectRoot } from "../../service/project.js";
import { answers } from "../../tools/server-programs.js";

const run = promisify(execFile);
/** Milliseconds between two looks whether it listens. */
const LOOK = 20;

/** Its version; undefined when it is not installed. */
export async function haproxyVersion(): Promise<string | undefined> {
	try {
		return /version (\S+)/.exec((await run("haproxy", ["-v"])).stdout)?.[1] ?? "of an unknown version";
	}
	catch {
		return undefined;
	}
}

/**
 * Starts it. Fulfilled when it listens.
 * @param folder takes its configuration
 * @param port on 127.0.0.1 that it listens on, without TLS
 * @param services ports on 127.0.0.1, up to three
 * @param patience seconds that a request has for its head and the first of its body, in place of the file's
 */
export async function startHAProxy(folder: string, port: number, services: readonly number[], patience?: number): Promise<GuardedProcess> {
	const path = join(folder, "haproxy.cfg");
	await writeFile(path, await configuration(port, services, patience));
	const child = new GuardedProcess("haproxy", ["-db", "-f", path], process.env);
	while (!await answers(port)) {
		if (child.ended)
			throw new Error(`HAProxy ${await child.exited}: ${child.output}`);
		await wait(LOOK);
	}
	return child;
}

/** The kit's file with these services, and none of its others. */
async function configuration(port: number, services: readonly number[], patience?: number): Promise<string> {
	const path = join(projectRoot(), "kit", "haproxy", "haproxy.cfg");
	const text = (await readFile(path, "utf8")).replace(/bind .*/, `bind 127.0.0.1:${port}`);
	if (!text.includes(addressOf(services.length - 1)))
		throw new Error(`${path} does not have ${services.length} services`);
	const own = services.reduce((changed, service, index) => changed.replaceAll(addressOf(index), `127.0.0.1:${service}`), text);
	const all = own.replace(/^\tserver \w+ 10\..*\n?/gm, "");
	return patience === undefined ? all : all.replace(/timeout http-request .*/, `timeout http-request ${patience}s`);
}

/** Of a service in the kit's file. */
function addressOf(index: number): string {
	return `10.0.0.${index + 1}:8090`;
}
