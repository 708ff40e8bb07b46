import { readingsOf } from "../../tools/stored-readings.js";
import { password } from "../../tools/successive-service.js";

/** A reading of the sensor firmware. */
export interface StoredReading {
	readonly id: string;
	/** Its number in the run. */
	readonly number: number;
}

/** All readings of device-one that a service holds. @throws Error with what it says */
export async function storedReadings(url: string): Promise<readonly StoredReading[]> {
	const readings = await readingsOf<{ id: string; extra: { number: number } }>({ url, password }, "id,extra");
	return readings.map(({ id, extra }) => ({ id, number: extra.number }));
}

/**
 * Returns what is not as it should be of what a service holds.
 * @param told ids by number of the readings that were said to be stored; more may be there
 * @param count of all readings, whose numbers begin with 1, where all must be there
 */
export async function readingFaults(url: string, told: ReadonlyMap<number, string>, count?: number): Promise<string[]> {
	const stored = await storedReadings(url);
	const ids = new Set(stored.map(({ id }) => id));
	const numbers = new Set(stored.map(({ number }) => number));
	const missing = Array.from({ length: count ?? 0 }, (_, index) => index + 1).filter((number) => !numbers.has(number));
	return [
		...Array.from(told).filter(([, id]) => !ids.has(id)).map(([number, id]) => `reading ${number} had been stored as ${id} and is not there`),
		...numbers.size === stored.length ? [] : [`${stored.length - numbers.size} readings are there twice`],
		...missing.length === 0 ? [] : [`there is no reading ${missing.join()}`],
		...count === undefined || stored.length <= count ? [] : [`${stored.length} readings in the service instead of ${count}`]
	];
}
