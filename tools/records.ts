/** The real records service with 500 readings in it, for as long as something is measured. */
import { logIn } from "./stored-readings.js";
import { password, SuccessiveService } from "./successive-service.js";

const readings = "/api/collections/readings/records";

export interface Records {
	readonly url: string;
	readonly password: string;
	/** Id of a reading. */
	readonly id: string;
}

/** Starts the service on a database of its own and stops it when `use` is done. */
export async function withRecords<T>(use: (records: Records) => Promise<T>): Promise<T> {
	const service = await SuccessiveService.start();
	try {
		return await use({ url: service.url, password, id: await fill(service.url) });
	}
	finally {
		await service.remove();
	}
}

/** Makes 500 readings and returns the id of one. */
async function fill(url: string): Promise<string> {
	const token = await logIn({ url, password });
	let id = "";
	for (let part = 0; part < 10; part++) {
		const made = await Promise.all(Array.from({ length: 50 }, (_, i) =>
			post(url + readings, { sensor: "temperature", value: part * 50 + i }, token)));
		id = made[0].id;
	}
	return id;
}

async function post(url: string, body: object, token: string): Promise<{ id: string }> {
	const response = await fetch(url, {
		method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", authorization: token }
	});
	if (!response.ok)
		throw new Error(`${url} answered ${response.status} ${await response.text()}`);
	return await response.json() as { id: string };
}
