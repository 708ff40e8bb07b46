import { readingsOf as allOf } from "../../../tools/stored-readings.js";
import { password } from "../../../tools/successive-service.js";

/** A reading as the service has it. */
export interface Reading {
	readonly id: string;
	readonly sensor: string;
	readonly value: number;
	/** "" where none was given. */
	readonly taken: string;
}

/** The readings of device-one. @throws Error with what the service says */
export function readingsOf(url: string): Promise<readonly Reading[]> {
	return allOf({ url, password }, "id,sensor,value,taken");
}
