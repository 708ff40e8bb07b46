import { RecordsClient } from "records-client";
import Timer from "timer";
import type { Context } from "../../host-tests/contract/case.js";
import { patient } from "../../host-tests/contract/patience.js";
import { Secrecy } from "../../host-tests/contract/secrecy.js";
import { MemoryPreferences } from "../../tools/memory-preferences.js";
import { transport } from "./providers.js";
import type { RecordsClient as LibraryClient } from "../../lib/client.js";
import type { RecordsClientOptions } from "../../lib/client-options.js";
import type { Network, Preferences, Transport } from "../../lib/platform.js";

/** Base URLs of what the cases talk to, which bytes meet faults, and what is another where the machine is not the peer's. */
export type Places = Pick<Context, "service" | "peer" | "front" | "step" | "at" | "large" | "unanswered">;

/** What one case gets. */
export class DeviceContext implements Context {
	readonly service: string;
	readonly peer: string;
	readonly step?: number;
	readonly at?: number;
	readonly front: string;
	readonly large?: number;
	readonly unanswered?: string;
	readonly preferences: Preferences = new MemoryPreferences();
	readonly http: Transport = transport();
	readonly #network: Network | undefined;
	readonly #clients = new Set<RecordsClient>();
	readonly #secrecy = new Secrecy();

	/** @param network of the clients that name none; undefined for the library's own */
	constructor(places: Places, network?: Network) {
		this.service = places.service;
		this.peer = places.peer;
		this.step = places.step;
		this.at = places.at;
		this.front = places.front;
		this.large = places.large;
		this.unanswered = places.unanswered;
		this.#network = network;
	}

	// Fields, so that cases can take them out of the context.
	readonly client = (options: RecordsClientOptions): LibraryClient => this.#secrecy.watch(patient(options), (watched) => {
		const client = new RecordsClient({ preferences: null, ...this.#network === undefined ? {} : { network: this.#network }, ...watched });
		this.#clients.add(client);
		// One that the case has closed is free to go: a board's memory holds a few.
		const close = client.close.bind(client);
		return Object.defineProperty(client, "close", {
			value: () => {
				this.#clients.delete(client);
				close();
			}
		});
	});

	readonly sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => {
		Timer.set(() => resolve(), milliseconds);
	});

	readonly equal = (actual: unknown, expected: unknown, what = ""): void => {
		if (!Object.is(actual, expected))
			throw new Error(`${what === "" ? "" : what + ": "}${show(actual)} instead of ${show(expected)}`);
	};

	readonly ok = (value: boolean, what: string): void => {
		if (!value)
			throw new Error(what);
	};

	/** Closes the clients that the case has made. @throws when a secret was told */
	close(): void {
		for (const client of this.#clients)
			client.close();
		if (this.#secrecy.leaks.length > 0)
			throw new Error(this.#secrecy.leaks.join("; "));
	}
}

/** A value as a result line can hold it. */
function show(value: unknown): string {
	const text = typeof value === "string" ? `"${value.replaceAll("\n", "\\n").replaceAll("\r", "\\r")}"` : String(value);
	return text.length > 200 ? text.slice(0, 200) + "…" : text;
}
