/**
 * The entry "records-client/live" for Node.
 * @module records-client/live (Node)
 */
import type { LiveOptions, LiveRecord } from "../lib/live/live-options.js";
import { LiveRecords as PlainLiveRecords } from "../lib/live/live-records.js";
import { RecordsClient, timers } from "./internal.js";

export * from "../lib/live/index.js";

/**
 * Tells the latest state of each record of a collection, as on devices, with Node's timers: the process stays until `close`, or the client's.
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 * import { LiveRecords } from "records-client/live";
 *
 * const client = new RecordsClient({ baseUrl: "http://192.168.1.10:8090" });
 * new LiveRecords({ client, collection: "settings", stream: true, onRecord: (record) => console.log(record) });
 * ```
 */
export class LiveRecords<T extends object = LiveRecord> extends PlainLiveRecords<T> {
	/** @throws TypeError or RangeError that names the option that is missing or wrong */
	constructor(options: LiveOptions<T>) {
		super({ timers, partsOf: (client: object) => RecordsClient.partsOf(client) }, options);
	}
}
