import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Bytes of a random password. */
const passwordLength = 12;

/** A superuser that development may use, for the dashboard and the live page. */
export interface Login {
	readonly identity: string;
	readonly password: string;
}

/** The superuser that a migration makes. */
export const superuser = "superuser@example.test";

/** The operator that a migration makes: looks at all devices on the live page. */
export const operator = "operator@example.test";

/** A line for whoever started the service. */
export function loginText({ identity, password }: Login, data: string): string {
	return `superuser: ${identity}, password ${password}, kept in ${loginFile(data)}`;
}

export function randomPassword(): string {
	return randomBytes(passwordLength).toString("hex");
}

/** The file that keeps the login of data. */
export function loginFile(data: string): string {
	return join(data, "superuser.json");
}

export function hasLogin(data: string): boolean {
	return existsSync(loginFile(data));
}

/** Throws an Error that names the file where it holds no login. */
export async function readLogin(data: string): Promise<Login> {
	try {
		const { identity, password } = JSON.parse(await readFile(loginFile(data), "utf8")) as Partial<Login>;
		if (typeof identity === "string" && typeof password === "string")
			return { identity, password };
	}
	catch (error) {
		throw new Error(`${loginFile(data)} can't be read; delete it for a new login`, { cause: error });
	}
	throw new Error(`${loginFile(data)} holds no login; delete it for a new one`);
}

/** Keeps the login that data has, for this user of the machine alone. */
export async function keepLogin(data: string, login: Login): Promise<void> {
	await forgetLogin(data); // a file that is there already would keep its mode
	await writeFile(loginFile(data), JSON.stringify(login) + "\n", { mode: 0o600, flag: "wx" });
}

export async function forgetLogin(data: string): Promise<void> {
	await rm(loginFile(data), { force: true });
}
