import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceAddress } from "../fleet/arguments.mjs";
import { Feed, type Page, type Place, type Row } from "./feed.js";
import { isRowFault, Store, storeFault } from "./store.js";

/** Milliseconds between two questions for readings where all are forwarded, between two attempts after a fault, and between two lists of devices. */
const pauses = { ready: 500, failing: 1000, devices: 300_000 };

type State = "starting" | "forwarding" | "standing by" | "failing";

/** Takes the readings of one service to PostgreSQL, for as long as the process runs. */
export class Forwarder {
	readonly name: string;
	state: State = "starting";
	/** Readings that were taken over, and that PostgreSQL has refused, since the start. */
	forwarded = 0;
	refused = 0;
	/** Attempts to forward that have ended with a fault, since the start. */
	faults = 0;
	/** Places between the last reading that was taken over and the service's newest. */
	behind = 0;
	/** What was received before this time is in PostgreSQL: milliseconds since 1970; undefined where it is not known. */
	complete: number | undefined = undefined;
	readonly #feed: Feed;
	readonly #to: string;
	readonly #say: (text: string) => void;
	/** What was said last. */
	#said = "";

	/** @param to the URL of a database */
	constructor({ name, url }: ServiceAddress, to: string, token: string, say: (text: string) => void) {
		this.name = name;
		this.#feed = new Feed(url, token);
		this.#to = to;
		this.#say = say;
	}

	/** Never ends. A fault is said, and ends the connection, so that another process may have better luck. */
	async run(): Promise<never> {
		for (;;) {
			let store: Store | undefined;
			try {
				store = await Store.connected(this.#to, this.name);
				await this.#forward(store);
			}
			catch (error) {
				this.state = "failing";
				this.faults++;
				this.#tell(faultOf(error, store === undefined));
			}
			store?.close();
			await sleep(pauses.failing);
		}
	}

	async #forward(store: Store): Promise<never> {
		while (!await store.locks()) {
			this.state = "standing by";
			this.complete = undefined;
			this.#tell("another process forwards it, and this one stands by");
			await sleep(pauses.failing);
		}
		const database = await store.name();
		let [place] = await store.places();
		for (let listed = -Infinity; ;) {
			if (performance.now() - listed > pauses.devices) {
				await this.#forwardDevices(store);
				listed = performance.now();
			}
			const asked = Date.now();
			const page = await this.#feed.after(place, database);
			if (page === undefined) {
				place = await this.#back(store, database, place);
				continue;
			}
			const { newest, rows } = page;
			const from = place;
			if (rows.length > 0) {
				await this.#write(store, rows);
				place = rows[rows.length - 1];
			}
			if (this.state !== "forwarding")
				this.#tell(`forwarding from ${textOf(from)}`);
			this.state = "forwarding";
			this.#note(page, place, asked);
			if (place.place >= newest)
				await sleep(pauses.ready);
		}
	}

	/** The newest place that is the service's, too: it has another reading, or none, at the last one. */
	async #back(store: Store, database: string, lost: Place): Promise<Place> {
		for (const place of await store.places()) {
			if (place.place < lost.place && await this.#feed.after(place, database) !== undefined) {
				await store.back(place);
				this.#say(`${this.name}: the service has not the reading that was its place ${lost.place}: forwarding again from ${textOf(place)}`);
				return place;
			}
		}
		throw new Error("the service's feed has no beginning");
	}

	/** A page that is refused is halved until the reading that is at fault is alone. */
	async #write(store: Store, rows: readonly Row[]): Promise<void> {
		try {
			await store.write(rows);
			this.forwarded += rows.length;
		}
		catch (error) {
			if (!isRowFault(error))
				throw error;
			const half = rows.length >> 1;
			if (half > 0) {
				await this.#write(store, rows.slice(0, half));
				await this.#write(store, rows.slice(half));
				return;
			}
			const { message } = error as Error;
			await store.refuse(rows[0], message);
			this.refused++;
			this.#say(`${this.name}: the reading ${JSON.stringify(rows[0].id)} was refused, and is in records_refused: ${message}`);
		}
	}

	async #forwardDevices(store: Store): Promise<void> {
		try {
			for await (const lines of this.#feed.devices())
				await store.writeDevices(lines);
		}
		catch (error) {
			if (!isRowFault(error))
				throw error;
			this.#say(`${this.name}: its devices were refused: ${(error as Error).message}`);
		}
	}

	#note({ newest, rows }: Page, { place }: Place, asked: number): void {
		this.behind = Math.max(0, newest - place);
		const last = rows.at(-1);
		this.complete = this.behind === 0 || last === undefined ? asked : Date.parse(last.created);
	}

	/** What has happened, once until something else does. */
	#tell(text: string): void {
		if (text !== this.#said)
			this.#say(`${this.name}: ${text}`);
		this.#said = text;
	}
}

function faultOf(error: unknown, isConnecting: boolean): string {
	const { code = "", message } = error as NodeJS.ErrnoException;
	return storeFault(error) ?? (isConnecting ? `PostgreSQL can't be reached: ${message === "" ? code : message}` : message);
}

function textOf({ place }: Place): string {
	return place === 0 ? "the beginning" : `place ${place}`;
}
