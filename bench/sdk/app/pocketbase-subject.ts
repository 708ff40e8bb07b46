/** The PocketBase JavaScript SDK under measurement: object in, object out. */
import PocketBase from "pocketbase";
import { given, type Subject } from "./plan.js";

export class Theirs implements Subject {
	#client!: PocketBase;

	construct(): void {
		this.#client = new PocketBase(given.url).autoCancellation(false);
	}

	select(): void {
		// Its methods name the collection.
	}

	verify(result: unknown): void {
		if (typeof result !== "object" || result === null || Object.keys(result).length < 2)
			throw new Error("not the answer that was asked for");
	}

	login(): Promise<unknown> {
		return this.#client.collection("users").authWithPassword("device-one", given.password);
	}

	refresh(): Promise<unknown> {
		return this.#client.collection("users").authRefresh();
	}

	create(): Promise<unknown> {
		return this.#client.collection("readings").create({ sensor: "temperature", value: 21.4 });
	}

	getOne(): Promise<unknown> {
		return this.#client.collection("readings").getOne(given.id);
	}

	list(perPage: number): Promise<unknown> {
		return this.#client.collection("readings").getList(1, perPage);
	}
}
