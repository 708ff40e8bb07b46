/** This library under measurement: text in, text out. */
import { type ClientResponse, type Network, RecordsClient } from "records-client";
import { given, type Subject } from "./plan.js";

const BODY = '{"sensor":"temperature","value":21.4}';
/** What a list of 500 needs; all else is with the limits that a user has who sets none. */
const LONG = 500;
const LIMITS_OF_LONG = { body: 262_144 };

export class Ours implements Subject {
	readonly #network: Network | undefined;
	#client!: RecordsClient;
	/** Reads what is long. */
	#wide: RecordsClient | undefined;

	/** @param network undefined for the one that the library binds */
	constructor(network?: Network) {
		this.#network = network;
	}

	construct(): void {
		this.#client = new RecordsClient({ baseUrl: given.url, network: this.#network });
	}

	select(collection: string): void {
		this.#client.collection(collection);
	}

	verify(result: unknown): void {
		const { ok, error, body } = result as ClientResponse;
		if (!ok || body === "")
			throw new Error(error);
	}

	login(): Promise<ClientResponse> {
		return this.#client.authWithPassword("device-one", given.password);
	}

	refresh(): Promise<ClientResponse> {
		return this.#client.authRefresh();
	}

	create(): Promise<ClientResponse> {
		return this.#client.createEx(BODY);
	}

	getOne(): Promise<ClientResponse> {
		return this.#client.getOneEx(given.id);
	}

	list(perPage: number): Promise<ClientResponse> {
		if (perPage < LONG)
			return this.#client.getListEx(1, perPage);
		return this.#wide === undefined ? this.#widen().then((wide) => wide.getListEx(1, perPage)) : this.#wide.getListEx(1, perPage);
	}

	async #widen(): Promise<RecordsClient> {
		this.#wide = new RecordsClient({ baseUrl: given.url, network: this.#network, limits: LIMITS_OF_LONG, preferences: null });
		this.verify(await this.#wide.collection("users").authWithPassword("device-one", given.password));
		return this.#wide.collection("readings");
	}
}
