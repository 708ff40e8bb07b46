import type { RequestSender } from "../call-options.js";
import type { OutboxStats, PutResult } from "../outbox/outbox-options.js";
import type { OptionExamples } from "../shared/complete-limits.js";
import type { Stats } from "../stats.js";
import type { Timers } from "../platform.js";

/** What `Health` asks of a client: a `RecordsClient`. Without an outbox it sends by it. */
export interface HealthClient extends RequestSender {
	/** See `RecordsClient.stats`. */
	stats(): Stats;
}

/** What `Health` asks of an outbox: an `Outbox`. */
export interface HealthOutbox {
	/** See `Outbox.pending`. */
	readonly pending: number;
	/** See `Outbox.stats`. */
	stats(): OutboxStats;
	/** See `Outbox.put`. */
	put(reading: object): PutResult;
}

/** Times of `Health`, in milliseconds. */
export interface HealthLimits {
	/** Time between two records. A device that was not heard of for twice as long counts as silent. 0: none by itself. Default 3,600,000. */
	readonly interval: number;
}

/** The limits that hold where none are given. Frozen. */
export const LIMITS: HealthLimits = Object.freeze({ interval: 3_600_000 });

/** Options of `Health`. */
export interface HealthOptions {
	/** Sends the records to the collection "readings", unless there is an outbox. It is not closed with this. */
	readonly client: HealthClient;
	/** Keeps the records as readings until they are delivered, and is reported on. It is not closed with this. */
	readonly outbox?: HealthOutbox;
	/** Version of the firmware, 1 to 32 bytes as JSON in UTF-8. */
	readonly firmware: string;
	/** Times that differ from the defaults. */
	readonly limits?: Partial<HealthLimits>;
}

/** What `Health` needs of a platform. */
export interface HealthPlatform {
	readonly timers: Timers;
	/** Asks the machine. */
	machine(): Machine;
}

/** Examples of these options. */
export const OPTIONS: OptionExamples = Object.freeze({ client: null, outbox: null, firmware: "", limits: null });

/** What a machine knows of itself. */
export interface Machine {
	/** Why it has started. */
	readonly start?: string | undefined;
	/** Free bytes of its heap. */
	readonly heap?: number | undefined;
	/** Strength of its Wi-Fi in dBm. */
	readonly rssi?: number | undefined;
}
