import { carryOut, given, type Subject } from "./plan.js";
import { create, logIn, READINGS, type Sender } from "./sender.js";

class Naive implements Subject {
	readonly #make: () => Sender;
	#client!: Sender;

	constructor(make: () => Sender) {
		this.#make = make;
	}

	construct(): void {
		this.#client = this.#make();
	}

	select(): void {
		// The paths name the collection.
	}

	verify(result: unknown): void {
		if (typeof result !== "string" || result === "")
			throw new Error("not the answer that was asked for");
	}

	login(): Promise<string> {
		return logIn(this.#client, given.password);
	}

	refresh(): Promise<string> {
		return this.#client.send("POST", "/api/collections/users/auth-refresh", "{}");
	}

	create(): Promise<string> {
		return create(this.#client);
	}

	getOne(): Promise<string> {
		return this.#client.send("GET", `${READINGS}/${given.id}`);
	}

	list(perPage: number): Promise<string> {
		return this.#client.send("GET", `${READINGS}?page=1&perPage=${perPage}`);
	}
}

/** Runs a plan of plan.ts. */
export function planWith(make: (url: string) => Sender): void {
	carryOut(new Naive(() => make(given.url)));
}
