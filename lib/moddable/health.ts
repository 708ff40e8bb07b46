/**
 * The entry "records-client/health" for devices and the simulator.
 * @module records-client/health
 */
import Instrumentation from "instrumentation";
import Net from "net";
import resetReason from "resetReason";
import { timers } from "./internal.js";
import { Health } from "../health/health.js";
import type { Machine } from "../health/health-options.js";

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

Object.assign(Health.prototype, { timers, machine });
