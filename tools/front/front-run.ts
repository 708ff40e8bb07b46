const fault = /^(login|refresh|records)\.([a-z0-9-]+)\.(\d+)$/;
const date = /^date\.(none|garbled|-?\d+)$/;

/** What a request is for. */
type Target = "login" | "refresh" | "records";

/** One run of the front: what it has been told to do, and what it saw. */
export class FrontRun {
	readonly #seen: string[] = [];
	readonly #faults = new Map<Target, { does: string; left: number }>();
	#date = "0";
	readonly #waiting: (() => void)[] = [];

	/**
	 * What came, in order, separated by spaces: "login", "refresh" or the method, and "-" behind it for a request without an
	 * Authorization field.
	 */
	get seen(): string {
		return this.#seen.join(" ");
	}

	/**
	 * Takes a command.
	 *
	 * - `date.<seconds>` sets the Date of answers ahead, or back; `date.none` takes it away, `date.garbled` makes it no date
	 * - `<login|refresh|records>.<what>.<count>` is for so many of these requests to come: a status answers for the service,
	 *   in its JSON; `page-<status>` answers HTML with a status, as a gateway or portal does; `unasked-cut` closes the connection, `cut` does so when the service has answered, `unasked-stall` never answers, `late` waits for `go`, `done-503` answers 503 when it has, `portal` answers 200 with HTML, `anonymous`
	 *   takes the Authorization field away
	 * - `go` lets those go on that are late
	 *
	 * @throws Error for anything else
	 */
	tell(command: string): void {
		if (command === "go")
			return this.#go();
		const [, target, does, count] = fault.exec(command) ?? [];
		if (target !== undefined)
			this.#faults.set(target as Target, { does, left: Number(count) });
		else
			this.#date = date.exec(command)?.[1] ?? unknown(command);
	}

	/** Takes note of a request. Returns what is to be done with it, "" for nothing but to pass it on. */
	see(method: string, path: string, named: boolean): string {
		const target = targetOf(path);
		this.#seen.push((target === "records" ? method : target) + (named ? "" : "-"));
		const told = this.#faults.get(target);
		if (told === undefined || told.left === 0)
			return "";
		told.left--;
		return told.does;
	}

	/** Resolves with the next `go`. */
	released(): Promise<void> {
		return new Promise((resolve) => this.#waiting.push(resolve));
	}

	#go(): void {
		for (const resolve of this.#waiting.splice(0))
			resolve();
	}

	/** The Date of an answer, "" for none. @param real what the service has sent */
	date(real: string): string {
		switch (this.#date) {
			case "none":
				return "";
			case "garbled":
				return "yesterday";
		}
		return new Date(Date.parse(real) + Number(this.#date) * 1000).toUTCString();
	}
}

function targetOf(path: string): Target {
	if (path.endsWith("/auth-with-password"))
		return "login";
	return path.endsWith("/auth-refresh") ? "refresh" : "records";
}

function unknown(command: string): never {
	throw new Error("no such command: " + command);
}
