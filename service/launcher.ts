import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findBinary } from "./binary.js";
import { GuardedProcess } from "./guarded-process.js";
import { isHealthy } from "./health.js";
import { checkPort, freePort, host, takenPort } from "./port.js";
import { projectRoot } from "./project.js";

const startDeadline = 30_000; // milliseconds
const stopPatience = 8_000; // milliseconds; it lets open connections end first, which takes up to 3,000
const healthPatience = 1_000; // milliseconds for one health check
const healthInterval = 15; // milliseconds between health checks
const portAttempts = 5;

export interface ServiceOptions {
	/** On 127.0.0.1; a free one is found where none is given. */
	port?: number;
	/** The folder of the database; `.data/service` in the project where none is given. One service at a time. */
	data?: string;
	/** Cheap password hashes, for tests. Counts when the data is first made. */
	quick?: boolean;
	/** Milliseconds until it has to answer; 30,000 where none are given. A first start takes 450 on an idle machine. */
	deadline?: number;
	/** Added to this process's environment: RECORDS_SERVICE_BIN, RECORDS_DEVICE_PASSWORD. */
	environment?: Record<string, string>;
}

export interface Service {
	/** `http://127.0.0.1:` and the port; no slash at the end. */
	readonly url: string;
	readonly port: number;
	readonly data: string;
	readonly processId: number;
	/** Fulfilled when the service is gone, whoever ended it; says how and holds the last of its output. */
	readonly exited: Promise<string>;
	/** SIGTERM, SIGKILL after 8 seconds; fulfilled when the process is gone. May be called again. */
	stop(): Promise<void>;
	/** SIGKILL; fulfilled when the process is gone. May be called again. */
	kill(): Promise<void>;
}

/** Starts the records service; fulfilled once it answers, rejected with its output if it ends before. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	if (options.port !== undefined) await checkPort(options.port);

	const data = resolve(options.data ?? join(projectRoot(), ".data", "service"));
	const environment = { ...process.env, RECORDS_SERVICE_QUICK: options.quick ? "1" : "", ...options.environment };
	const binary = await findBinary({ environment });
	await mkdir(join(data, "public"), { recursive: true });

	for (let attempt = 1; ; attempt += 1) {
		const port = options.port ?? await freePort();
		const child = new GuardedProcess(binary, serveParameters(port, data), environment);
		const fault = await untilReady(child, port, options.deadline ?? startDeadline);
		if (fault === undefined) return makeService(child, port, data);

		await child.kill();
		if (!child.output.includes("address already in use")) throw new Error(withOutput(fault, child));
		if (options.port !== undefined || attempt === portAttempts) throw takenPort(port);
	}
}

function serveParameters(port: number, data: string): string[] {
	const folder = join(projectRoot(), "service");
	return [
		"serve",
		"--dev=false", // else it prints every statement where the binary lies in a temporary folder
		"--automigrate=false", // else it writes into the migrations
		"--hooksWatch=false",
		"--http", `${host}:${port}`,
		"--dir", data,
		"--migrationsDir", join(folder, "migrations"),
		"--hooksDir", join(folder, "hooks"),
		"--publicDir", join(data, "public"),
	];
}

/** `undefined` once it answers, or what went wrong. */
async function untilReady(child: GuardedProcess, port: number, patience: number): Promise<string | undefined> {
	const deadline = Date.now() + patience;
	const ended = child.exited.then((how) => `the records service ${how} before it answered`);
	while (!child.ended && Date.now() < deadline) {
		// The port may have been taken meanwhile by another service that answers: ours says when it has it.
		const serves = child.output.includes("Server started at");
		if (serves && await isHealthy(`http://${host}:${port}`, healthPatience)) return undefined;
		await Promise.race([ended, sleep(healthInterval)]);
	}
	return child.ended ? ended : `the records service did not answer in ${patience} milliseconds`;
}

function makeService(child: GuardedProcess, port: number, data: string): Service {
	return {
		url: `http://${host}:${port}`,
		port,
		data,
		processId: child.id,
		exited: child.exited.then((how) => withOutput(`the records service ${how}`, child)),
		stop: () => child.stop(stopPatience),
		kill: () => child.kill(),
	};
}

function withOutput(text: string, child: GuardedProcess): string {
	const output = child.output.trim();
	return output ? `${text}:\n${output}` : text;
}
