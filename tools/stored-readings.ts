/** What the service holds, asked for without this library. */
import PocketBase from "pocketbase";

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

/** The service as device-one sees it. */
export async function asDevice({ url, password }: Place): Promise<PocketBase> {
	const service = new PocketBase(url).autoCancellation(false);
	await service.collection("users").authWithPassword("device-one", password);
	return service;
}

/** A token of device-one. */
export async function logIn(place: Place): Promise<string> {
	return (await asDevice(place)).authStore.token;
}

/** All readings of one sensor that device-one has stored, first of all the oldest. */
export function storedReadings(place: Place, sensor: string): Promise<readonly StoredReading[]> {
	return readingsOf(place, "id,value", `sensor = '${sensor}'`);
}

/** All readings that device-one has stored, or those that a filter finds, with these fields. */
export async function readingsOf<Reading>(place: Place, fields: string, filter = ""): Promise<readonly Reading[]> {
	return (await asDevice(place)).collection("readings").getFullList<Reading>({ batch: 500, sort: "@rowid", fields, filter });
}
