/**
 * The entry "records-client/live" for devices and the simulator.
 * @module records-client/live
 */
import { RecordsClient, timers } from "./internal.js";
import { LiveRecords as PlainLiveRecords } from "../live/live-records.js";
import type { LiveOptions, LivePlatform, LiveRecord } from "../live/live-options.js";

export * from "../live/index.js";

/** In flash. */
const PLATFORM: LivePlatform = Object.freeze({ timers, partsOf: (client: object) => RecordsClient.partsOf(client) });

/**
 * Tells the latest state of each record of a collection, of all at first and then of those that change. Not every change in order: of a
 * record that changes twice between two polls the first change is never seen. A record that is deleted or leaves the filter is not
 * reported: see `reconcile`. A state may come more than once.
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 * import { LiveRecords } from "records-client/live";
 *
 * const client = new RecordsClient({ baseUrl: "http://192.168.1.10:8090" });
 * new LiveRecords({ client, collection: "settings", onRecord: ({ id }) => trace(id, "\n") });
 * ```
 */
export class LiveRecords<T extends object = LiveRecord> extends PlainLiveRecords<T> {
	/** @throws TypeError or RangeError that names the option that is missing or wrong */
	constructor(options: LiveOptions<T>) {
		super(PLATFORM, options);
	}
}
