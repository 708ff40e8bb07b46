import { RecordsClient } from "records-client";

const perPage = 500;

/** A reading of the sensor firmware. */
export interface StoredReading {
	readonly id: string;
	/** Its number in the run. */
	readonly number: number;
}

/** All readings of device-one that a service holds. @throws Error with what it says */
export async function storedReadings(url: string): Promise<readonly StoredReading[]> {
	const client = new RecordsClient({
		baseUrl: url,
		preferences: null,
		credentials: { collection: "users", identity: "device-one", password: "device-pass-1234" },
		limits: { body: 1_000_000 }
	});
	const found: StoredReading[] = [];
	try {
		for (let page = 1; ; page++) {
			const list = await client.collection("readings").getListEx(page, perPage, "@rowid", null, "1", null, "id,extra");
			if (!list.ok)
				throw new Error(`the readings can't be read: ${list.error}`);
			const { items } = JSON.parse(list.body) as { items: { id: string; extra: { number: number } }[] };
			found.push(...items.map(({ id, extra }) => ({ id, number: extra.number })));
			if (items.length < perPage)
				return found;
		}
	}
	finally {
		client.close();
	}
}
