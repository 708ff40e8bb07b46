/** This library's device bundle under measurement: text in, text out. */
import { type ClientResponse, RecordsClient } from "records-client";
import { carryOut, given, type Subject } from "./plan.js";

const BODY = '{"sensor":"temperature","value":21.4}';
const LIST_OF_500 = 524_288;

class Ours implements Subject {
	#client!: RecordsClient;

	construct(): void {
		this.#client = new RecordsClient(given.plan === "growth"
			? { baseUrl: given.url } : { baseUrl: given.url, limits: { body: LIST_OF_500 } });
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

carryOut(new Ours());
