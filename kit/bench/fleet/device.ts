import { RecordsClient, type RecordsClientOptions } from "records-client";
import { Outbox } from "records-client/outbox";
import { RamStorage } from "records-client/outbox/ram";
import { type ClientSettings, type DeviceState, sensor, valueOf } from "./settings.js";

/** One device of a fleet: a client and an outbox of its own. */
export class Device {
	readonly #number: number;
	readonly #client: RecordsClient;
	readonly #outbox: Outbox;
	#next: number;

	/** @param login with it the device logs in by itself */
	constructor(number: number, { client, first = 0, login: how, outbox, ownPaths = false, url }: ClientSettings, login?: RecordsClientOptions["credentials"]) {
		this.#number = number;
		this.#next = first;
		this.#client = new RecordsClient({
			baseUrl: ownPaths ? `${url}/device-${number}` : url, preferences: null, ...client === undefined ? {} : { limits: client }, ...login === undefined ? {} : { credentials: login }
		});
		if ("token" in how)
			this.#client.setAuthToken(how.token);
		this.#outbox = new Outbox({ client: this.#client, collection: "readings", storage: new RamStorage(8192, 1024), limits: outbox });
	}

	/** Takes the next reading. */
	put(): void {
		const { error, stored } = this.#outbox.put({ sensor, value: valueOf(this.#number, this.#next++) });
		if (!stored)
			throw new Error(`device ${this.#number}: ${error}`);
	}

	/** Takes the next reading, and delivers it: behind one that is still under way, it waits with that. */
	async deliver(): Promise<void> {
		this.put();
		do
			await this.#outbox.flush();
		while (this.#outbox.pending > 0);
	}

	/** Whether nothing is pending. */
	get empty(): boolean {
		return this.#outbox.pending === 0;
	}

	/** What has become of it so far. */
	get state(): DeviceState {
		const { stored, dropped, rejected } = this.#outbox.stats();
		return { stored, dropped, rejected, left: this.#outbox.pending };
	}
}
