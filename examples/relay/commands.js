/** The command that was begun, and what became of it. */
const KEY = "command";

/**
 * Does commands, each at most once. The id goes to storage before the command is done, and what became of it after: whatever
 * the power does, no command is done twice, and none is told as done that was not.
 */
export class Commands {
	#act;
	#client;
	#preferences;
	#domain;

	/**
	 * @param act does a command and returns its result as text, or a promise of it; throws what went wrong
	 * @param domain of the preferences, which this has for itself
	 */
	constructor({ act, client, domain = "relay", preferences }) {
		this.#act = act;
		this.#client = client;
		this.#domain = domain;
		this.#preferences = preferences;
	}

	/** Tells the service what became of the command that was begun, if there is one. Without it the command has failed: the device started anew. */
	async settle() {
		const text = this.#preferences.get(this.#domain, KEY);
		if (text === undefined)
			return;
		const { id, result = "interrupted", state = "failed" } = JSON.parse(text);
		const { error, ok, statusCode } = await this.#client.collection("commands").updateEx(id, { result, state });
		// 404: it is settled, its answer was lost, or it was deleted.
		if (!ok && statusCode !== 404)
			throw new Error(error);
		this.#preferences.delete(this.#domain, KEY);
	}

	/** Takes a command as the service has it, and does it if it is new and has not expired. Throws where it has to come again. */
	async take({ expires, id, state, what }) {
		await this.settle();
		if (state !== "new" || await this.#now() >= Date.parse(expires.replace(" ", "T")))
			return;
		this.#keep({ id });
		this.#keep({ id, ...await this.#outcome(what) });
		await this.settle();
	}

	async #outcome(what) {
		try {
			return { state: "done", result: String(await this.#act(what)) };
		}
		catch (error) {
			return { state: "failed", result: error.message };
		}
	}

	#keep(command) {
		this.#preferences.set(this.#domain, KEY, JSON.stringify(command));
	}

	/** The service's time: over plain http two answers tell it. */
	async #now() {
		for (let tries = 0; this.#client.now() < 0 && tries < 3; tries++)
			await this.#client.checkHealth();
		const now = this.#client.now();
		if (now < 0)
			throw new Error("the service's time is not known");
		return now;
	}
}
