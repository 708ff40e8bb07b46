import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { locked } from "../host/file-lock.js";
import { lifeOf } from "../host/owner.js";

/** Who uses a folder of data. */
interface Holder {
	readonly processId: number;
	/** Tells the process from others that have its number after it. */
	readonly life: string;
	/** Where the service is, "" while it is started. */
	readonly url: string;
}

/**
 * The right to serve a folder of data, which one service has at a time: two would write into one database. A file in the
 * folder names the process; one that its process has left behind is taken over.
 */
export class DataLock {
	readonly #path: string;
	#mine = "";

	/** Throws an Error that names the process that has the folder. @param data the folder, which is there */
	constructor(data: string) {
		this.#path = join(data, "in-use.json");
		locked(this.#path, () => {
			const holder = holderIn(this.#path);
			if (holder !== undefined)
				throw new Error(inUse(data, this.#path, holder));
			this.handTo(process.pid, "");
		});
	}

	/** Says which process serves the data from now on. */
	handTo(processId: number, url: string): void {
		const holder: Holder = { processId, life: lifeOf(processId), url };
		this.#mine = JSON.stringify(holder) + "\n";
		writeFileSync(this.#path, this.#mine);
	}

	/** Lets others have the folder. May be called again. */
	release(): void {
		try {
			if (readFileSync(this.#path, "utf8") === this.#mine)
				rmSync(this.#path);
		}
		catch {
			// Somebody has removed it, and perhaps the folder.
		}
	}
}

function inUse(data: string, path: string, { processId, url }: Holder): string {
	const what = url === "" ? "is starting a service with it" : `serves it at ${url}. To send readings to that service: npm start -- --url ${url}`;
	return `the data in ${data} is in use: process ${processId} ${what}. For a service of your own, stop that one or take another folder: `
		+ `npm run service -- --data DIR --port N, or RECORDS_DATA for npm start. If that process is no service of records, delete ${path}`;
}

/** `undefined` where nobody has the folder any more, or the file is incomplete: whoever wrote it was ended meanwhile. */
function holderIn(path: string): Holder | undefined {
	try {
		const { processId, life, url } = JSON.parse(readFileSync(path, "utf8")) as Partial<Holder>;
		if (typeof processId !== "number" || typeof life !== "string" || typeof url !== "string")
			return undefined;
		return life !== "" && life === lifeOf(processId) ? { processId, life, url } : undefined;
	}
	catch {
		return undefined;
	}
}
