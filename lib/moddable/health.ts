/**
 * The entry "records-client/health" for devices and the simulator.
 * @module records-client/health
 */
import Instrumentation from "instrumentation";
import Net from "net";
import resetReason from "resetReason";
import { timers } from "./internal.js";
import { Health as PlainHealth } from "../health/health.js";
import type { HealthOptions, HealthPlatform, Machine } from "../health/health-options.js";

export * from "../health/index.js";

/** Without instrumentation the SDK does not know the free memory, and says 0 on simulators. */
function machine(): Machine {
	return {
		start: resetReason()?.string,
		// eslint-disable-next-line @typescript-eslint/prefer-nullish-coalescing -- 0 is no answer
		heap: Instrumentation.get(Instrumentation.map("System Free Memory")) || undefined,
		rssi: Net.get("RSSI")
	};
}

/** In flash. */
const PLATFORM: HealthPlatform = Object.freeze({ timers, machine });

/**
 * Reports at an interval how the device is: firmware, start, uptime, memory, Wi-Fi, what client and outbox have counted. A
 * record is a reading of the sensor "health": the value is the uptime in seconds, `extra` has the rest. An ESP32
 * knows the reason of its start and the strength of its Wi-Fi, and in a build with instrumentation (`mcconfig -d` or `-i`) the
 * free memory. Simulators and Node know none of them; the record leaves them out.
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
