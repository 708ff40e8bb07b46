import { createHash, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../service/project.js";

const folder = join(projectRoot(), ".data", "fleet");
/** Milliseconds for which commands do without a log-in of their own. */
const life = 3_600_000;

interface Kept {
	readonly url: string;
	readonly identity: string;
	readonly token: string;
	/** Milliseconds since 1970. */
	readonly until: number;
	readonly salt: string;
	/** Hash of the password: another one is not good for this token. */
	readonly hash: string;
}

/**
 * The log-in of a series of commands: the token of a superuser, for an hour, in a file of this user of the machine alone.
 * Somebody who guesses passwords at the same address, or through a proxy that hides addresses, does not lock out who has one.
 */
export class KeptLogin {
	readonly #path: string;
	readonly #url: string;

	constructor(url: string) {
		this.#path = join(folder, `${createHash("sha256").update(url).digest("hex").slice(0, 32)}.json`);
		this.#url = url;
	}

	/**
	 * The token, "" for none.
	 * @param identity "" for any
	 * @param password that it was made with; "" where nobody was asked yet
	 */
	token(identity: string, password: string): string {
		const kept = read(this.#path);
		if (kept?.url !== this.#url || kept.until < Date.now() || (identity !== "" && identity !== kept.identity))
			return "";
		return password === "" || timingSafeEqual(hashOf(password, kept.salt), Buffer.from(kept.hash, "hex")) ? kept.token : "";
	}

	keep(identity: string, password: string, token: string): void {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		for (const path of readdirSync(folder).filter((name) => name.endsWith(".json")).map((name) => join(folder, name))) {
			if ((read(path)?.until ?? 0) < Date.now())
				rmSync(path, { force: true });
		}
		const salt = randomBytes(16).toString("hex");
		const kept: Kept = { url: this.#url, identity, token, until: Date.now() + life, salt, hash: hashOf(password, salt).toString("hex") };
		// Others may write it at the same time.
		const part = `${this.#path}.${process.pid}`;
		writeFileSync(part, JSON.stringify(kept) + "\n", { mode: 0o600 });
		renameSync(part, this.#path);
	}
}

function read(path: string): Kept | undefined {
	try {
		return JSON.parse(readFileSync(path, "utf8")) as Kept;
	}
	catch {
		return undefined;
	}
}

function hashOf(password: string, salt: string): Buffer {
	return scryptSync(password, salt, 32);
}
