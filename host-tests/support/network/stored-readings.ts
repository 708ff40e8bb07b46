/** What the service holds, asked for without this library. */

/** A reading in the service. */
export interface StoredReading {
	readonly id: string;
	readonly value: number;
}

/** Where the service is, and the password of device-one. */
interface Place {
	readonly url: string;
	readonly password: string;
}

const pageLength = 500;

/** All readings of one sensor. */
export async function storedReadings({ url, password }: Place, sensor: string): Promise<readonly StoredReading[]> {
	const { token } = await ask<{ token: string }>(`${url}/api/collections/users/auth-with-password`, {
		method: "POST", body: JSON.stringify({ identity: "device-one", password }), headers: { "content-type": "application/json" }
	});
	const readings: StoredReading[] = [];
	for (let page = 1; ; page++) {
		const query = new URLSearchParams({
			page: String(page), perPage: String(pageLength), skipTotal: "1", sort: "@rowid", fields: "id,value", filter: `sensor = '${sensor}'`
		});
		const { items } = await ask<{ items: readonly StoredReading[] }>(`${url}/api/collections/readings/records?${query.toString()}`, {
			headers: { authorization: token }
		});
		readings.push(...items);
		if (items.length < pageLength)
			return readings;
	}
}

async function ask<Answer>(url: string, request: RequestInit): Promise<Answer> {
	const response = await fetch(url, request);
	if (!response.ok)
		throw new Error(`${url} answered ${response.status} ${await response.text()}`);
	return await response.json() as Answer;
}
