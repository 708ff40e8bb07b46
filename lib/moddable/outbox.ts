/**
 * The entry "records-client/outbox" for devices and the simulator.
 * @module records-client/outbox
 */
import Net from "net";
import Preference from "preference";
import { text, timers } from "./internal.js";
import { Outbox as PlainOutbox } from "../outbox/outbox.js";
import type { OutboxOptions } from "../outbox/outbox-options.js";
import type { OutboxPlatform } from "../outbox/storage.js";

export * from "../outbox/index.js";

/**
 * The network hardware's address and a count in preferences distinguish devices and logs even where random numbers are
 * the same after each start. It is asked once a start, when the first reading is put. Preferences that are full or worn out
 * keep no count, and no reading from being stored.
 */
function origin(): string {
	let starts = 0;
	try {
		starts = Number(Preference.get("records", "starts") ?? 0) + 1;
		Preference.set("records", "starts", starts);
	}
	catch {
		// The random numbers and the time are left: boards that draw the same at each start are refused at build.
	}
	return Net.get("MAC") + " " + starts + " " + Date.now();
}

/** In flash. */
const PLATFORM: OutboxPlatform = Object.freeze({ text, timers, origin });

/**
 * Delivers readings to a collection, each exactly once, whatever happens to network, service and power. Delivery goes on in
 * the background, with the Moddable SDK's timers and text encoder.
 * @example
 * ```ts
 * import files from "embedded:storage/files";
 * import { RecordsClient } from "records-client";
 * import { Outbox } from "records-client/outbox";
 * import { FileStorage } from "records-client/outbox/files";
 *
 * const client = new RecordsClient({ baseUrl: "http://192.168.1.10:8090" });
 * const outbox = new Outbox({
 * 	client,
 * 	collection: "readings",
 * 	storage: new FileStorage({ directory: files }),
 * 	onRejected: (reading, { error }) => trace(error, ": ", reading, "\n")
 * });
 * outbox.put({ sensor: "temperature", value: 21.4 });
 * ```
 */
export class Outbox extends PlainOutbox {
	/** @throws TypeError or RangeError that names the option that is missing or wrong */
	constructor(options: OutboxOptions) {
		super(PLATFORM, options);
	}
}
