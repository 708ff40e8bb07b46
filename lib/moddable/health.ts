/**
 * The entry "records-client/health" for devices and the simulator.
 * @module records-client/health
 */
import Instrumentation from "instrumentation";
import Net from "net";
import resetReason from "resetReason";
import { timers } from "./internal.js";
import { Health as PlainHealth } from "../health/health.js";
import type { HealthOptions, HealthPlatform } from "../health/options.js";

export * from "../health/index.js";

/** In flash. */
const PLATFORM: HealthPlatform = Object.freeze({
	timers,
	start: () => resetReason()?.string,
	// Without instrumentation the SDK has no answer, and 0 on simulators.
	heap: () => {
		const free = Instrumentation.get(Instrumentation.map("System Free Memory"));
		return free === 0 ? undefined : free;
	},
	rssi: () => Net.get("RSSI") as number | undefined
});

/**
 * Reports at an interval how the device is. On an ESP32 that has the reason of its start and the strength of its Wi-Fi, and in
 * a build with instrumentation (`mcconfig -d` or `-i`) the free memory; simulators know none of them.
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 * import { Health } from "records-client/health";
 *
 * const client = new RecordsClient({ baseUrl: "http://192.168.1.10:8090" });
 * const health = new Health({ client, firmware: "greenhouse/1.2" });
 * ```
 */
export class Health extends PlainHealth {
	/** @throws TypeError or RangeError that names the option that is missing or wrong */
	constructor(options: HealthOptions) {
		super(PLATFORM, options);
	}
}
