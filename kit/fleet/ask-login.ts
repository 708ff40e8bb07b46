import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { hasLogin, type Login, readLogin } from "../../service/login.js";
import { projectRoot } from "../../service/project.js";

/** What somebody has entered; asked for once, for all services. */
let entered: Promise<Login> | undefined;

/**
 * The superuser's login for a service: the environment's, or that of the development service which runs here, or what
 * somebody enters.
 * @throws Error where nobody can be asked
 */
export async function askLogin(url: string, environment = process.env): Promise<Login> {
	const { RECORDS_SUPERUSER: identity = "", RECORDS_SUPERUSER_PASSWORD: password = "" } = environment;
	if (identity !== "" && password !== "")
		return { identity, password };
	const data = join(projectRoot(), ".data", "service");
	if (identity === "" && password === "" && isServedAt(data, url) && hasLogin(data))
		return readLogin(data);
	entered ??= enterLogin(identity, password);
	return entered;
}

async function enterLogin(identity: string, password: string): Promise<Login> {
	if (!process.stdin.isTTY)
		throw new Error("the superuser's login is needed: set RECORDS_SUPERUSER to the email and RECORDS_SUPERUSER_PASSWORD to the password");
	return { identity: identity === "" ? await ask("superuser's email: ", false) : identity, password: password === "" ? await ask("password: ", true) : password };
}

/** Whether the development service of this project runs at a URL. Its login goes to no other. */
function isServedAt(data: string, url: string): boolean {
	try {
		return (JSON.parse(readFileSync(join(data, "in-use.json"), "utf8")) as { url?: string }).url === url;
	}
	catch {
		return false;
	}
}

/** @param isSecret what is entered is not shown */
async function ask(question: string, isSecret: boolean): Promise<string> {
	process.stderr.write(question);
	const output = new Writable({ write: (chunk, _encoding, done) => isSecret ? done() : process.stderr.write(chunk as Buffer, () => done()) });
	const lines = createInterface({ input: process.stdin, output, terminal: true });
	try {
		return await lines.question("");
	}
	finally {
		lines.close();
		if (isSecret)
			process.stderr.write("\n");
	}
}
