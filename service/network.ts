import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { loopback } from "./arguments.mjs";
import { randomPassword } from "./login.js";

/** The devices' password where nobody but this machine reaches the service. */
export const knownPassword = "device-pass-1234";

/** The operator's password there. */
export const knownOperatorPassword = "operator-pass-1234";

/** By account: "superuser", "operator", "device-one", "device-two". */
export type Passwords = Readonly<Record<string, string>>;

/** Whether only this machine reaches what listens on `host`. */
export function isLoopback(host: string): boolean {
	return host.startsWith("127.") || host === "::1";
}

/** The URL of a service on `host`; for one on all addresses, the one that this machine uses. No slash at the end. */
export function urlOf(host: string, port: number): string {
	return `http://${bracketed(host === "0.0.0.0" ? loopback : host === "::" ? "::1" : host)}:${port}`;
}

/** As in PocketBase's `--http`. */
export function bracketed(host: string): string {
	return isIP(host) === 6 ? `[${host}]` : host;
}

/** The URLs at which a network may reach a service on `host`. */
export function networkUrls(host: string, port: number): string[] {
	if (host !== "0.0.0.0" && host !== "::")
		return [urlOf(host, port)];
	const addresses = Object.values(networkInterfaces()).flat();
	return addresses.filter((found) => found?.internal === false && found.family === "IPv4").map((found) => urlOf(found?.address ?? "", port));
}

/**
 * The passwords to set before data is served to a network for the first time; `undefined` where it has been before.
 * Throws an Error where the environment asks for the known password.
 */
export function firstPasswords(data: string, environment: NodeJS.ProcessEnv): Passwords | undefined {
	const chosen = environment.RECORDS_DEVICE_PASSWORD;
	if (chosen === knownPassword)
		throw new Error("RECORDS_DEVICE_PASSWORD is the password that everybody knows: a network needs another");
	if (wasServedToNetwork(data))
		return undefined;
	const forDevice = (): string => chosen === undefined || chosen === "" ? randomPassword() : chosen;
	return { superuser: randomPassword(), operator: randomPassword(), "device-one": forDevice(), "device-two": forDevice() };
}

/** Keeps the passwords that the data has: they have been handed to somebody. */
export async function keepPasswords(data: string): Promise<void> {
	await writeFile(servedMark(data), "The passwords of this data were printed when it was first served to a network.\n");
}

/** Whether the passwords of data have been printed for a network. */
export function wasServedToNetwork(data: string): boolean {
	return existsSync(servedMark(data));
}

function servedMark(data: string): string {
	return join(data, "served-to-network");
}
