/**
 * The entry "records-client/outbox" for Node.
 * @module records-client/outbox (Node)
 */
import { randomUUID } from "node:crypto";
import type { OutboxOptions } from "../lib/outbox/outbox-options.js";
import { Outbox as PlainOutbox } from "../lib/outbox/outbox.js";
import { text, timers } from "./internal.js";

export * from "../lib/outbox/index.js";

/**
 * Delivers readings to a collection, each exactly once, as on devices, with Node's timers and text encoder.
 * @example
 * ```ts
 * import { RecordsClient } from "records-client";
 * import { Outbox } from "records-client/outbox";
 * import { Directory, FileStorage } from "records-client/outbox/files";
 *
 * const client = new RecordsClient({ baseUrl: "http://192.168.1.10:8090" });
 * const storage = new FileStorage({ directory: new Directory("readings") });
 * const outbox = new Outbox({ client, collection: "readings", storage });
 * ```
 */
export class Outbox extends PlainOutbox {
	/** @throws TypeError or RangeError that names the option that is missing or wrong */
	constructor(options: OutboxOptions) {
		super({ text, timers, origin: randomUUID }, options);
	}
}
