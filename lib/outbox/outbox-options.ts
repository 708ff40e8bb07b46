import type { Method, RequestSender } from "../call-options.js";
import type { ClientResponse } from "../response.js";
import type { OptionExamples } from "../shared/complete-limits.js";
import type { IdPattern } from "./id-format.js";
import type { OutboxLimits } from "./outbox-limits.js";
import type { BlockStorage } from "./storage.js";

/** What the outbox asks of a client: a `RecordsClient`. */
export interface OutboxClient extends RequestSender {
	/** The outbox's bytes stay as they are until the promise is settled. Without a body to ask the service for its time. */
	sendEx(method: Method, path: string, requestBody?: Uint8Array): Promise<ClientResponse>;
	/**
	 * The service's time in milliseconds since 1970, before the year 10000; -1 while unknown. Asked for `stamp` only.
	 * @param unconfirmed whether a time from a single answer is accepted
	 */
	now(unconfirmed?: boolean): number;
}

/** Options of `Outbox`. */
export interface OutboxOptions {
	/** Sends the requests; it is not closed with the outbox. `now` is required with `stamp`. */
	readonly client: Pick<OutboxClient, "sendEx"> & Partial<OutboxClient>;
	/** Name or id of the collection that gets the readings. */
	readonly collection: string;
	/** Keeps the readings: a `RamStorage`, a `FileStorage`, or what "embedded:storage/flash" opens. The outbox's own; it closes it. */
	readonly storage: BlockStorage;
	/** Sizes and times that differ from the defaults. */
	readonly limits?: Partial<OutboxLimits>;
	/**
	 * Name of the collection's date field that says when a reading was taken, by the service's clock. It is filled in where a
	 * reading does not have it: by `put`, or later if the time is learned later; empty if the power went before. It counts
	 * for `limits.reading`, with 30 bytes and the name.
	 */
	readonly stamp?: string;
	/**
	 * Characters of an id that the collection takes, as its id field says (`pattern`, `min`, `max`). Default "a-z0-9",
	 * PocketBase's own. Readings that are stored already get such ids, too.
	 */
	readonly idPattern?: IdPattern;
	/** Length of an id: 15 or more, with "0-9a-f" 21 or more. The fewest by default, with "uuidv7" always 36. */
	readonly idLength?: number;
	/** For a full storage: drop the oldest block of readings, or refuse the newest reading. Default "drop-oldest". */
	readonly whenFull?: "drop-oldest" | "refuse-newest";
	/**
	 * Called with each reading that the service will never take, as JSON text with its id, and the service's last answer to it.
	 * An exception from it ends the delivery until the next one.
	 */
	readonly onRejected?: (reading: string, response: ClientResponse) => void;
}

/** Examples of these options. */
export const OPTIONS: OptionExamples = Object.freeze({
	client: null, collection: "", storage: undefined, limits: null, stamp: "", idPattern: "", idLength: 0, whenFull: "", onRejected: Object
});

/** The result of a `put`. */
export interface PutResult {
	/** Id that the reading's record will have; "" when it is not stored. */
	readonly id: string;
	/** Whether it is in storage: from then on it is the outbox's to deliver. */
	readonly stored: boolean;
	/** Why it is not stored, "" when it is. */
	readonly error: string;
}

/** The result of a `flush`. Counts are since its call. */
export interface FlushResult {
	/** Readings that the service has taken. */
	readonly delivered: number;
	/** Readings that the service will never take; `onRejected` had them. */
	readonly rejected: number;
	/** Readings dropped because the storage was full. */
	readonly dropped: number;
	/** Readings that are still to be delivered. */
	readonly left: number;
	/** Why some are left, "" when none are. */
	readonly error: string;
}

/** Counts since an outbox was made. */
export interface OutboxStats {
	/** Readings stored. */
	readonly stored: number;
	/** Readings not stored, for the reason that `put` returned. */
	readonly refused: number;
	/** Readings that the service has taken. */
	readonly delivered: number;
	/** Readings that the service will never take. */
	readonly rejected: number;
	/** Readings dropped because the storage was full, those among them that the service has and a refused one kept there. */
	readonly dropped: number;
	/** Readings found unreadable in storage, at a start or when it was their turn. */
	readonly damaged: number;
	/** Blocks or files that are not used, because they can't be read, erased or written. */
	readonly badBlocks: number;
	/** Requests sent. */
	readonly requests: number;
	/** Writes to storage. */
	readonly writes: number;
	/** Blocks erased. */
	readonly erases: number;
	/** Writes and erases of the storage that failed. */
	readonly storageErrors: number;
}

/** The same while they are counted. */
export type OutboxCounts = { -readonly [name in keyof OutboxStats]: number };
