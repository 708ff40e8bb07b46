/** The real records service with 500 readings in it, for as long as something is measured. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../service/launcher.js";

const password = "device-pass-1234";
const readings = "/api/collections/readings/records";

export interface Records {
	readonly url: string;
	readonly password: string;
	/** Id of a reading. */
	readonly id: string;
}

/** Starts the service on a database of its own and stops it when `use` is done. */
export async function withRecords<T>(use: (records: Records) => Promise<T>): Promise<T> {
	const data = await mkdtemp(join(tmpdir(), "records-bench-"));
	const service = await startService({ data, quick: true, environment: { RECORDS_DEVICE_PASSWORD: password } });
	try {
		return await use({ url: service.url, password, id: await fill(service.url) });
	}
	finally {
		await service.stop();
		await rm(data, { recursive: true, force: true });
	}
}

/** Makes 500 readings and returns the id of one. */
async function fill(url: string): Promise<string> {
	const { token } = await post(`${url}/api/collections/users/auth-with-password`, { identity: "device-one", password });
	let id = "";
	for (let part = 0; part < 10; part++) {
		const made = await Promise.all(Array.from({ length: 50 }, (_, i) =>
			post(url + readings, { sensor: "temperature", value: part * 50 + i }, token)));
		id = made[0].id;
	}
	return id;
}

async function post(url: string, body: object, token = ""): Promise<{ token: string; id: string }> {
	const response = await fetch(url, {
		method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json", authorization: token }
	});
	if (!response.ok)
		throw new Error(`${url} answered ${response.status} ${await response.text()}`);
	return await response.json() as { token: string; id: string };
}

/** A token of device-one. */
export async function logIn({ password, url }: Records): Promise<string> {
	const response = await fetch(`${url}/api/collections/users/auth-with-password`, {
		method: "POST", body: JSON.stringify({ identity: "device-one", password }), headers: { "content-type": "application/json" }
	});
	return (await response.json() as { token: string }).token;
}
