import type { RecordsClient } from "../../lib/client.js";
import type { Collection } from "../../lib/collection.js";
import type { RecordsClientOptions } from "../../lib/client-options.js";
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
		this.#keepAll(options?.headers);
		const given = options?.onEvent;
		const onEvent = (event: string, value: number): unknown => {
			this.#search("an event", `${event} ${value}`);
			return given?.(event as Parameters<typeof given>[0], value);
		};
		let client: RecordsClient;
		try {
			client = make(given === undefined || typeof given === "function" ? { ...options, onEvent } : options) as RecordsClient;
		}
		catch (error) {
			this.#search("what the constructor throws", String(error));
			throw error;
		}
		this.#listen(client, client);
		const at = client.at.bind(client);
		replace(client, "at", (name: string) => {
			const collection = at(name);
			this.#listen(client, collection);
			return collection;
		});
		const sendEx = client.sendEx.bind(client);
		replace(client, "sendEx", (...given: Parameters<typeof sendEx>) => {
			this.#keepAll(given[3]?.headers);
			return this.#heard(client, "sendEx", sendEx(...given));
		});
		const set = client.setAuthToken.bind(client);
		replace(client, "setAuthToken", (token: string) => {
			this.#keep(token);
			set(token);
		});
		return client;
	}

	/** @param target the client, or an object of one of its collections */
	#listen(client: RecordsClient, target: Collection): void {
		for (const name of METHODS) {
			const method = target[name].bind(target) as (...given: unknown[]) => Promise<ClientResponse>;
			replace(target, name, (...given: unknown[]) => {
				if (name === "authWithPassword")
					this.#keep(given[1]);
				return this.#heard(client, name, method(...given));
			});
		}
	}

	#heard(client: RecordsClient, name: string, promise: Promise<ClientResponse>): Promise<ClientResponse> {
		void promise.then(({ error }) => {
			this.#keep(client.getAuthToken());
			this.#search(`an error of ${name}`, error);
		});
		return promise;
	}

	#keepAll(headers: unknown): void {
		Object.values(Object(headers) as object).forEach((value) => this.#keep(value));
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

/** Puts a method in front of an object's own, where nobody sees it. */
function replace(target: Collection, name: keyof RecordsClient, value: unknown): void {
	Object.defineProperty(target, name, { configurable: true, writable: true, value });
}
