/**
 * The entry "records-client/health" for Node.
 * @module records-client/health (Node)
 */
import { Health } from "../lib/health/health.js";
import { timers } from "./internal.js";

export * from "../lib/health/index.js";

// The reason of the start, the strength of the Wi-Fi and the free memory of a device are not known here.
Object.assign(Health.prototype, { timers, machine: () => ({}) });
