/** Moddable's HTTP client alone under measurement, as firmware uses it without a library: text in, text out. */
import "./globals.js";
import { carryOut, given, type Subject } from "../../xs/plan.js";
import { Moddable } from "./naive.js";

const BODY = '{"sensor":"temperature","value":21.4}';

class Naive implements Subject {
	#client!: Moddable;

	construct(): void {
		this.#client = new Moddable(given.url);
	}

	select(): void {
		// Its paths name the collection.
	}

	verify(result: unknown): void {
		if (typeof result !== "string" || result === "")
			throw new Error("not the answer that was asked for");
	}

	login(): Promise<string> {
		return this.#client.login(given.password);
	}

	refresh(): Promise<string> {
		return this.#client.send("POST", "/api/collections/users/auth-refresh", "{}");
	}

	create(): Promise<string> {
		return this.#client.send("POST", "/api/collections/readings/records", BODY);
	}

	getOne(): Promise<string> {
		return this.#client.send("GET", `/api/collections/readings/records/${given.id}`);
	}

	list(perPage: number): Promise<string> {
		return this.#client.send("GET", `/api/collections/readings/records?page=1&perPage=${perPage}`);
	}
}

carryOut(new Naive());
