import type { RecordsClient } from "../../lib/client.js";
import type { RecordsClientOptions } from "../../lib/options.js";
import type { ClientResponse } from "../../lib/response.js";
import { secretIn } from "./secrets.js";

/** Shorter ones are words that a text may hold for another reason. */
const LEAST = 8;

const METHODS = ["getOneEx", "getListEx", "createEx", "updateEx", "deleteRecordEx", "authWithPassword", "authRefresh"] as const;

/** Searches what the clients of one case tell, errors and events, for the passwords and tokens they have been given. */
export class Secrecy {
	/** Texts searched. */
	searched = 0;
	/** Which texts held a secret, without it. */
	readonly leaks: string[] = [];

	readonly #secrets = new Set<string>();

	/**
	 * Makes a client that is listened to. What it does and when stays as it is.
	 * @param make the constructor, with the options that it gets
	 */
	watch(options: RecordsClientOptions, make: (options: RecordsClientOptions) => unknown): RecordsClient {
		if (typeof options?.credentials === "object")
			this.#keep(options.credentials?.password);
		const given = options?.onEvent;
		const onEvent = (event: string, value: number): void => {
			this.#search("an event", `${event} ${value}`);
			given?.(event as Parameters<typeof given>[0], value);
		};
		let client: RecordsClient;
		try {
			client = make(given === undefined || typeof given === "function" ? { ...options, onEvent } : options) as RecordsClient;
		}
		catch (error) {
			this.#search("what the constructor throws", String(error));
			throw error;
		}
		for (const name of METHODS)
			this.#listen(client, name);
		const set = client.setAuthToken.bind(client);
		replace(client, "setAuthToken", (token: string) => {
			this.#keep(token);
			set(token);
		});
		return client;
	}

	#listen(client: RecordsClient, name: typeof METHODS[number]): void {
		const method = client[name].bind(client) as (...given: unknown[]) => Promise<ClientResponse>;
		replace(client, name, (...given: unknown[]) => {
			if (name === "authWithPassword")
				this.#keep(given[1]);
			const promise = method(...given);
			void promise.then(({ error }) => {
				this.#keep(client.getAuthToken());
				this.#search(`an error of ${name}`, error);
			});
			return promise;
		});
	}

	#keep(secret: unknown): void {
		if (typeof secret === "string" && secret.length >= LEAST)
			this.#secrets.add(secret);
	}

	#search(where: string, text: string): void {
		if (text === "")
			return;
		this.searched++;
		if (secretIn(text) !== "" || [...this.#secrets].some((secret) => text.includes(secret)))
			this.leaks.push(`${where} shows a secret`);
	}
}

/** Puts a method in front of a client's own, where nobody sees it. */
function replace(client: RecordsClient, name: keyof RecordsClient, value: unknown): void {
	Object.defineProperty(client, name, { configurable: true, writable: true, value });
}
