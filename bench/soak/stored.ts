/** What the service holds, asked for without this library. */
import type { Records } from "../records.js";

const PAGE = 500;

/** Values of all readings of one sensor. */
export async function storedValues({ url, password }: Records, sensor: string): Promise<readonly number[]> {
	const { token } = await ask<{ token: string }>(`${url}/api/collections/users/auth-with-password`, {
		method: "POST", body: JSON.stringify({ identity: "device-one", password }), headers: { "content-type": "application/json" }
	});
	const values: number[] = [];
	for (let page = 1; ; page++) {
		const query = new URLSearchParams({
			page: String(page), perPage: String(PAGE), skipTotal: "1", sort: "@rowid", fields: "value", filter: `sensor = '${sensor}'`
		});
		const { items } = await ask<{ items: readonly { value: number }[] }>(`${url}/api/collections/readings/records?${query.toString()}`, {
			headers: { authorization: token }
		});
		values.push(...items.map(({ value }) => value));
		if (items.length < PAGE)
			return values;
	}
}

async function ask<Answer>(url: string, request: RequestInit): Promise<Answer> {
	const response = await fetch(url, request);
	if (!response.ok)
		throw new Error(`${url} answered ${response.status} ${await response.text()}`);
	return await response.json() as Answer;
}
