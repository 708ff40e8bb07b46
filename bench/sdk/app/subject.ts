/** This library under measurement: text in, text out. */
import { type ClientResponse, type Network, RecordsClient } from "records-client";
import { given, type Subject } from "./plan.js";

const BODY = '{"sensor":"temperature","value":21.4}';
const LIST_OF_500 = 524_288;

export class Ours implements Subject {
	readonly #network: Network | undefined;
	#client!: RecordsClient;

	/** @param network undefined for the one that the library binds */
	constructor(network?: Network) {
		this.#network = network;
	}

	construct(): void {
		const limits = given.plan === "growth" ? undefined : { body: LIST_OF_500 };
		this.#client = new RecordsClient({ baseUrl: given.url, limits, network: this.#network });
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
		return this.#client.getListEx(1, perPage);
	}
}
