import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeFolder } from "../host/make-folder.js";
import { loopback } from "./arguments.mjs";
import { findBinary } from "./binary.js";
import { DataLock } from "./data-lock.js";
import { plainFault } from "./faults.js";
import { GuardedProcess } from "./guarded-process.js";
import { untilReady } from "./health.js";
import { forgetLogin, hasLogin, keepLogin, type Login, randomPassword, readLogin, superuser } from "./login.js";
import { bracketed, firstPasswords, isLoopback, keepPasswords, type Passwords, urlOf, wasServedToNetwork } from "./network.js";
import { checkPort, freePort, keepPort, lacksPort, lastPort, takenPort } from "./port.js";
import { projectRoot } from "./project.js";

const startDeadline = 30_000; // milliseconds
const stopPatience = 8_000; // milliseconds; it lets open connections end first, which takes up to 3,000
const portAttempts = 5;

export interface ServiceOptions {
	/** The IP address to listen on: 127.0.0.1 where none is given, "0.0.0.0" or "::" for all that this machine has. */
	host?: string;
	/** A free one is found where none is given. */
	port?: number;
	/**
	 * The folder of the database. In the project where none is given: `.data/service`, or `.data/network-service` on a
	 * host that is not loopback. One service at a time.
	 */
	data?: string;
	/** Cheap password hashes, for tests. Counts when the data is first made. */
	quick?: boolean;
	/**
	 * A login for development: the superuser gets a random password, which the data keeps. On loopback only, and not for
	 * data that a network was served, whose superuser has a password that was printed.
	 */
	login?: boolean;
	/** Folder of the hooks; the project's where none is given. */
	hooks?: string;
	/** Milliseconds until it has to answer; 30,000 where none are given. A first start takes 450 on an idle machine. */
	deadline?: number;
	/** Added to this process's environment: RECORDS_SERVICE_BIN, RECORDS_DEVICE_PASSWORD. */
	environment?: Record<string, string>;
}

export interface Service {
	/** `http://`, the host (loopback for "0.0.0.0") and the port; no slash at the end. */
	readonly url: string;
	readonly host: string;
	readonly port: number;
	/** Made for data that a network is served for the first time; `undefined` otherwise. Whoever gets them tells somebody. */
	readonly passwords: Passwords | undefined;
	/** The superuser's, where one was asked for and may be told. */
	readonly login: Login | undefined;
	readonly data: string;
	/** That other users of the machine can read the data; "" where they can't. */
	readonly warning: string;
	readonly processId: number;
	/** Fulfilled when the service is gone, whoever ended it; says how and holds the last of its output. */
	readonly exited: Promise<string>;
	/** SIGTERM, SIGKILL after 8 seconds; fulfilled when the process is gone. May be called again. */
	stop(): Promise<void>;
	/** SIGKILL; fulfilled when the process is gone. May be called again. */
	kill(): Promise<void>;
}

/**
 * Starts the records service; fulfilled once it answers, rejected with its output if it ends before. Rejected, too, when
 * another service has the data; the error names its process.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
	const host = options.host ?? loopback;
	checkPassword({ ...process.env, ...options.environment }.RECORDS_DEVICE_PASSWORD);
	const data = resolve(options.data ?? join(projectRoot(), ".data", isLoopback(host) ? "service" : "network-service"));
	const lock = lockFolder(data);
	try {
		// After the lock, which says whose data and port they are when the same service runs already.
		if (options.port !== undefined)
			await checkPort(options.port, host);
		return await serve(host, data, options, lock);
	}
	catch (error) {
		lock.release();
		throw error;
	}
}

/** The service's own refusal names a migration. @throws Error for a password that it refuses */
function checkPassword(password = ""): void {
	const bytes = Buffer.byteLength(password);
	if (password !== "" && (Array.from(password).length < 8 || bytes > 71))
		throw new Error(`RECORDS_DEVICE_PASSWORD is too ${bytes > 71 ? "long" : "short"}: the service takes at least 8 characters, and at most 71 bytes in UTF-8`);
}

/** Makes the folder where it isn't there, and takes it. @throws Error that names the folder and what is wrong */
function lockFolder(data: string): DataLock {
	try {
		// It has the secret of all tokens.
		makeFolder(join(data, "public"), 0o700);
		return new DataLock(data);
	}
	catch (error) {
		throw folderFault(data, error);
	}
}

/** The error itself where it is not the file system's. */
function folderFault(data: string, error: unknown): unknown {
	const { code } = error as NodeJS.ErrnoException;
	return code === undefined ? error : new Error(`the folder ${data} can't be used for data: ${plainFault(error)}`, { cause: error });
}

async function serve(host: string, data: string, options: ServiceOptions, lock: DataLock): Promise<Service> {
	const network = !isLoopback(host);
	// In development a device names sensors as it likes.
	const given = { RECORDS_DEVICE_SERIES: "1000000", ...process.env, RECORDS_SERVICE_QUICK: options.quick ? "1" : "", ...options.environment };
	const passwords = network ? firstPasswords(data, given) : undefined;
	const fresh = !hasLogin(data);
	const login = options.login === true && !network && !wasServedToNetwork(data) ? await loginOf(data) : undefined;
	const environment = {
		...given,
		RECORDS_SERVICE_KIT: join(projectRoot(), "kit"),
		RECORDS_SERVICE_NETWORK: network ? "1" : "",
		RECORDS_SERVICE_PASSWORDS: JSON.stringify(passwords ?? (fresh && login !== undefined ? { superuser: login.password } : {}))
	};
	const binary = await findBinary({ environment });
	if (passwords !== undefined)
		await forgetLogin(data); // its password is another from now on

	const serving = async (child: GuardedProcess, port: number): Promise<string | undefined> => {
		const url = urlOf(host, port);
		lock.handTo(child.id, url);
		const fault = await untilReady(child, url, options.deadline ?? startDeadline);
		if (fault !== undefined)
			return fault;
		if (passwords !== undefined)
			await keepPasswords(data);
		keepPort(data, port);
		// Not before: a start that fails would leave a password that the superuser never got.
		if (fresh && login !== undefined)
			await keepLogin(data, login);
		return undefined;
	};
	for (let attempt = 1; ; attempt += 1) {
		const port = options.port ?? await (attempt === 1 ? lastPort(data, host) : freePort(host));
		const child = new GuardedProcess(binary, serveParameters(host, port, data, options.hooks), environment);
		const fault = await serving(child, port).catch(async (error: unknown) => {
			await child.kill(); // it would go on without anybody who ends it
			throw folderFault(data, error);
		});
		if (fault === undefined)
			return makeService(child, lock, { host, port, data, passwords, login });
		await child.kill();
		if (/database or disk is full|no space left on device/.test(child.output))
			throw new Error(`the folder ${data} can't be used for data: the disk is full`);
		if (!lacksPort(child))
			throw new Error(withOutput(fault, child));
		if (options.port !== undefined || attempt === portAttempts)
			throw await takenPort(port, host);
	}
}

/** The login that data has, or a new one. */
async function loginOf(data: string): Promise<Login> {
	return hasLogin(data) ? readLogin(data) : { identity: superuser, password: randomPassword() };
}

function serveParameters(host: string, port: number, data: string, hooks: string | undefined): string[] {
	const folder = join(projectRoot(), "service");
	return [
		"serve",
		"--dev=false", // else it prints every statement where the binary lies in a temporary folder
		"--automigrate=false", // else it writes into the migrations
		"--hooksWatch=false",
		"--hooksPool=60", // a batch's rows hold a JavaScript machine each while they are written: 50, and those of other requests
		"--http", `${bracketed(host)}:${port}`,
		"--dir", data,
		"--migrationsDir", join(folder, "migrations"),
		"--hooksDir", hooks ?? join(folder, "hooks"),
		"--publicDir", join(data, "public")
	];
}

function makeService(child: GuardedProcess, lock: DataLock, made: Pick<Service, "host" | "port" | "data" | "passwords" | "login">): Service {
	const isOpen = process.platform !== "win32" && (statSync(made.data).mode & 0o077) !== 0;
	void child.exited.then(() => lock.release());
	return {
		...made,
		url: urlOf(made.host, made.port),
		warning: isOpen ? `other users of this machine can read the data, and make themselves superusers: chmod 700 ${made.data}` : "",
		processId: child.id,
		exited: child.exited.then((how) => withOutput(`the records service ${how}`, child)),
		stop: () => child.stop(stopPatience),
		kill: () => child.kill()
	};
}

function withOutput(text: string, child: GuardedProcess): string {
	const output = child.output.trim();
	return output ? `${text}:\n${output}` : text;
}
