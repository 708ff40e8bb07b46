/** The real records service with 500 readings in it, for as long as something is measured. */
import { asDevice } from "./stored-readings.js";
import { password, SuccessiveService } from "./successive-service.js";

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
	const readings = (await asDevice({ url, password })).collection("readings");
	let id = "";
	for (let part = 0; part < 10; part++)
		[{ id }] = await Promise.all(Array.from({ length: 50 }, (_, i) => readings.create({ sensor: "temperature", value: part * 50 + i })));
	return id;
}
