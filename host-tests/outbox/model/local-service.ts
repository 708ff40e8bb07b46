import { refusal } from "../../../lib/pocketbase/refusals.js";
import { ClientResponse, failure } from "../../../lib/response.js";
import { type Fields, RamService } from "./ram-service.js";
import { withoutStamp } from "./times.js";
import type { Carrier } from "./wire.js";
import type { Service } from "./world.js";

/** The service in RAM, asked as by a RecordsClient. */
export class LocalService implements Service {
	readonly sensors = { sensor: "t", foreignDevice: "anotherdevice00" };
	readonly #service = new RamService("thisdevice00000");

	readonly carrier: Carrier = (method, path, body) => {
		// A client that is logged in has its token confirmed before it believes a 404.
		if (body === undefined && this.#service.guest)
			return Promise.resolve(failure("auth", "token expired"));
		const { body: text, status } = body === undefined ? this.#service.get(path.split("/").at(-1)!.split("?")[0]) : this.#service.request(method, path, body);
		if (status === 200)
			return Promise.resolve(new ClientResponse("", status, "", text));
		return Promise.resolve(refusal(status, text));
	};

	/** The service has a record already. @param fields JSON text without the id */
	set(id: string, fields: string): void {
		this.#service.records.set(id, JSON.parse(fields) as Fields);
	}

	/** Another device makes a record with an id. Returns whether there was none. */
	steal(id: string): boolean {
		if (this.#service.records.has(id))
			return false;
		this.#service.others.add(id);
		return true;
	}

	/** Whether the device may read its own records. */
	setReadable(readable: boolean): void {
		this.#service.readable = readable;
	}

	/** What has been delivered, by id, with what the outbox has added. */
	get stamped(): ReadonlyMap<string, Fields> {
		return this.#service.records;
	}

	setGuest(guest: boolean): void {
		this.#service.guest = guest;
	}

	setBatches(enabled: boolean): Promise<void> {
		this.#service.batches = enabled;
		return Promise.resolve();
	}

	setBodyLimit(limit: number): Promise<void> {
		this.#service.bodyLimit = limit;
		return Promise.resolve();
	}

	records(): Promise<Map<string, string>> {
		return Promise.resolve(new Map([...this.#service.records].map(([id, fields]) => [id, JSON.stringify(withoutStamp(fields))])));
	}
}
