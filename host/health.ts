/**
 * The entry "records-client/health" for Node.
 * @module records-client/health (Node)
 */
import { Health as PlainHealth } from "../lib/health/health.js";
import type { HealthOptions } from "../lib/health/options.js";
import { timers } from "./internal.js";

export * from "../lib/health/index.js";

const unknown = (): undefined => undefined;

/** As on devices, without the reason of the start, the strength of the Wi-Fi and the free memory. */
export class Health extends PlainHealth {
	/** @throws TypeError or RangeError that names the option that is missing or wrong */
	constructor(options: HealthOptions) {
		super({ timers, start: unknown, heap: unknown, rssi: unknown }, options);
	}
}
