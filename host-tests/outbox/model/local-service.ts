import { refusal } from "../../../lib/pocketbase/refusals.js";
import { ClientResponse, failure } from "../../../lib/response.js";
import { type Fields, RamService } from "./ram-service.js";
import { withoutStamp } from "./times.js";
import type { Carrier } from "./wire.js";

/** The service in RAM, asked as by a RecordsClient. */
export class LocalService {
	readonly sensors = { sensor: "t", foreignDevice: "anotherdevice00" };
	readonly ram = new RamService("thisdevice00000");

	readonly carrier: Carrier = (method, path, body) => {
		// A client that is logged in has its token confirmed before it believes a 404.
		if (body === undefined && this.ram.guest)
			return Promise.resolve(failure("auth", "token expired"));
		const { body: text, status } = body === undefined ? this.ram.get(path.split("/").at(-1)!.split("?")[0]) : this.ram.request(method, path, body);
		if (status === 200)
			return Promise.resolve(new ClientResponse("", status, "", text));
		return Promise.resolve(refusal(status, text));
	};

	/** The service has a record already. @param fields JSON text without the id */
	set(id: string, fields: string): void {
		this.ram.records.set(id, JSON.parse(fields) as Fields);
	}

	/** Another device makes a record with an id. Returns whether there was none. */
	steal(id: string): boolean {
		if (this.ram.records.has(id))
			return false;
		this.ram.others.add(id);
		return true;
	}

	/** What has been delivered, by id, with what the outbox has added. */
	get stamped(): ReadonlyMap<string, Fields> {
		return this.ram.records;
	}

	/** What has been delivered, by id, as JSON text without the id. */
	records(): Map<string, string> {
		return new Map([...this.ram.records].map(([id, fields]) => [id, JSON.stringify(withoutStamp(fields))]));
	}
}
