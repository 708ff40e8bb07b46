/** What the service holds, asked for without this library. */

const pageLength = 500;

/** Where the service is, and the password of device-one. */
interface Place {
	readonly url: string;
	readonly password: string;
}

/** A reading in the service. */
export interface StoredReading {
	readonly id: string;
	readonly value: number;
}

/** A token of device-one. */
export async function logIn({ url, password }: Place): Promise<string> {
	const body = JSON.stringify({ identity: "device-one", password });
	const headers = { "content-type": "application/json" };
	return (await ask<{ token: string }>(`${url}/api/collections/users/auth-with-password`, { method: "POST", body, headers })).token;
}

/** All readings of one sensor that device-one has stored, first of all the oldest. */
export function storedReadings(place: Place, sensor: string): Promise<readonly StoredReading[]> {
	return readingsOf(place, "id,value", `sensor = '${sensor}'`);
}

/** All readings that device-one has stored, or those that a filter finds, with these fields. */
export async function readingsOf<Reading>(place: Place, fields: string, filter = ""): Promise<readonly Reading[]> {
	const authorization = await logIn(place);
	const readings: Reading[] = [];
	for (let page = 1; ; page++) {
		const query = new URLSearchParams({ page: String(page), perPage: String(pageLength), skipTotal: "1", sort: "@rowid", fields, filter });
		const { items } = await ask<{ items: readonly Reading[] }>(`${place.url}/api/collections/readings/records?${query.toString()}`, { headers: { authorization } });
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
