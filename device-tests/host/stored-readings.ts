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
