import { createHash, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../service/project.js";

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
	readonly #folder: string;
	readonly #url: string;

	constructor(url: string, folder = join(projectRoot(), ".data", "fleet")) {
		this.#folder = folder;
		this.#url = url;
	}

	/**
	 * The token, "" for none.
	 * @param identity "" for any
	 * @param password that it was made with; "" where nobody was asked yet
	 */
	token(identity: string, password: string): string {
		const kept = this.#read(this.#path);
		if (kept?.url !== this.#url || kept.until < Date.now() || (identity !== "" && identity !== kept.identity))
			return "";
		return password === "" || timingSafeEqual(hashOf(password, kept.salt), Buffer.from(kept.hash, "hex")) ? kept.token : "";
	}

	keep(identity: string, password: string, token: string): void {
		mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
		for (const name of readdirSync(this.#folder)) {
			const path = join(this.#folder, name);
			if ((this.#read(path)?.until ?? 0) < Date.now())
				rmSync(path, { force: true });
		}
		const salt = randomBytes(16).toString("hex");
		const kept: Kept = { url: this.#url, identity, token, until: Date.now() + life, salt, hash: hashOf(password, salt).toString("hex") };
		this.forget(); // a file that is there already would keep its mode
		writeFileSync(this.#path, JSON.stringify(kept) + "\n", { mode: 0o600, flag: "wx" });
	}

	forget(): void {
		rmSync(this.#path, { force: true });
	}

	get #path(): string {
		return join(this.#folder, `${createHash("sha256").update(this.#url).digest("hex").slice(0, 32)}.json`);
	}

	#read(path: string): Kept | undefined {
		try {
			return JSON.parse(readFileSync(path, "utf8")) as Kept;
		}
		catch {
			return undefined;
		}
	}
}

function hashOf(password: string, salt: string): Buffer {
	return scryptSync(password, salt, 32);
}
