import type { RecordsClient } from "records-client";
import { ClientResponse } from "../../../lib/response.js";
import type { Superuser } from "../../../tools/front/superuser.js";
import type { Sensors } from "./readings.js";
import { OWN_TIME } from "./times.js";
import type { Carrier } from "./wire.js";
import type { Service } from "./world.js";

interface Item {
	readonly id: string;
	readonly sensor: string;
	readonly value: number;
	readonly taken: string;
	/** Null where there is none. */
	readonly extra: unknown;
}

/** The real service, asked by a client that is logged in. Its readings are told from others by their sensor. */
export class RealService implements Service {
	readonly sensors: Sensors;
	readonly #client: RecordsClient;
	readonly #superuser: Superuser;
	readonly #token: string;

	readonly carrier: Carrier = async (method, path, body) => {
		const { body: text, error, kind, statusCode } = await this.#client.sendEx(method, path, body);
		return new ClientResponse(kind, statusCode, error, text);
	};

	constructor(client: RecordsClient, superuser: Superuser, sensors: Sensors) {
		this.#client = client.collection("readings");
		this.#superuser = superuser;
		this.#token = client.getAuthToken();
		this.sensors = sensors;
	}

	setGuest(guest: boolean): void {
		if (guest)
			this.#client.clearAuthToken();
		else
			this.#client.setAuthToken(this.#token);
	}

	setBatches(enabled: boolean): Promise<void> {
		return this.#superuser.change({ batch: { enabled, maxRequests: 50, timeout: 3 } });
	}

	/** The service has such a limit for batches only. */
	setBodyLimit(maxBodySize: number): Promise<void> {
		return this.#superuser.change({ batch: { maxBodySize } });
	}

	async records(): Promise<Map<string, string>> {
		const records = new Map<string, string>();
		for (let page = 1; ; page++) {
			const { body, error } = await this.#client.getListEx(page, 500, "id", `sensor = '${this.sensors.sensor}'`, "1", null, "id,sensor,value,taken,extra");
			if (error !== "")
				throw new Error(`list: ${error}`);
			const { items } = JSON.parse(body) as { items: Item[] };
			for (const { extra, id, sensor, taken, value } of items)
				records.set(id, JSON.stringify({ sensor, value, ...taken === OWN_TIME && { taken }, ...extra !== null && { extra } }));
			if (items.length < 500)
				return records;
		}
	}
}
