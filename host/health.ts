/**
 * The entry "records-client/health" for Node.
 * @module records-client/health (Node)
 */
import { Health as PlainHealth } from "../lib/health/health.js";
import type { HealthOptions } from "../lib/health/health-options.js";
import { timers } from "./internal.js";

export * from "../lib/health/index.js";

/** Reports as on devices. The reason of the start, the strength of the Wi-Fi and the free memory of a device are not known here. */
export class Health extends PlainHealth {
	/** @throws TypeError or RangeError that names the option that is missing or wrong */
	constructor(options: HealthOptions) {
		super({ timers, machine: () => ({}) }, options);
	}
}
