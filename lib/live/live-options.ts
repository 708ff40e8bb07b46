import type { Optional, RequestSender } from "../call-options.js";
import type { Timers } from "../platform.js";
import type { ConnectionParts } from "../request/connection-interface.js";
import type { ClientResponse } from "../response.js";
import type { OptionExamples } from "../shared/complete-limits.js";
import type { LiveSession } from "./token-watch.js";

/** A `RecordsClient`. */
export interface LiveClient extends RequestSender {
	/** See `RecordsClient.now`. */
	now(): number;
}

/** A record that is reported, where an app names no type of its own: the fields that are asked for, and these two in any case. */
export interface LiveRecord {
	/** Its id. */
	readonly id: string;
	/** When it was changed last, as the service writes dates. */
	readonly updated: string;
	readonly [field: string]: unknown;
}

/** What a state is of: reading the records, or the event stream that says when to read. */
export type LivePart = "records" | "stream";

/** Options of `LiveRecords`. */
export interface LiveOptions<T extends object = LiveRecord> {
	/** Sends the requests; it is not closed with the live records. */
	readonly client: LiveClient;
	/** Name or id of a collection whose records have the autodate field `updated`. */
	readonly collection: string;
	/** Filter expression; `filter` of `records-client/filter` writes the app's values into one. */
	readonly filter?: Optional;
	/** Comma-separated fields to return. `id` and `updated` are returned in any case. */
	readonly fields?: Optional;
	/**
	 * Bytes of a record's JSON at most where records are streamed, as of `eachRecord`. A longer one is asked for by itself, and reported if
	 * `limits.body` has room for it. Default 4,096.
	 */
	readonly record?: number;
	/** Milliseconds from one poll to the next, 1,000 or more. Default 30,000; with `stream` 300,000. */
	readonly every?: number;
	/**
	 * Milliseconds from one reading of all records to the next, 1,000 or more: what a restored backup, an import or SQL dates back is in no
	 * poll for changes. Those that are not among the last 64 are reported again. Default 3,600,000.
	 */
	readonly readAll?: number;
	/** `true` opens a second connection, on which the service says when to poll. Default false. */
	readonly stream?: boolean;
	/**
	 * Milliseconds without a byte after which the stream counts as dead and is opened again, 1,000 or more. The service itself ends a stream
	 * after 300,000 without an event; with the kit's hook it sends one each 60,000. Default 330,000.
	 */
	readonly silence?: number;
	/**
	 * Gets the state of a record: of each at first, then of those that are new or changed, one after the other. A promise is awaited before
	 * the next. If it throws or rejects, the poll has failed, and the record comes again with the next one.
	 */
	readonly onRecord: (record: T) => unknown;
	/**
	 * Called when a part works for the first time or again, and each time that it fails in another way than before. A record that is too large
	 * or can't be read is passed over: the kind is `too-large`, the text names it, and all others are reported.
	 */
	readonly onState?: (part: LivePart, response: ClientResponse) => unknown;
}

/** Examples of these options. */
export const OPTIONS: OptionExamples = Object.freeze({
	client: null, collection: undefined, filter: undefined, fields: undefined, record: 0, every: 0, readAll: 0, stream: true, silence: 0,
	onRecord: undefined, onState: undefined
});

/** What live records need of the machine. */
export interface LivePlatform {
	readonly timers: Timers;
	/** The parts of a client, undefined for what is no `RecordsClient`. */
	partsOf(client: object): LiveParts | undefined;
}

/** What live records need of a client's parts. */
export interface LiveParts extends ConnectionParts {
	readonly session: LiveSession;
}

/** The result of `reconcile`. */
export interface Reconciled {
	/** Of the list; only if it is ok, `gone` says anything. */
	readonly response: ClientResponse;
	/** Those of the given ids that no record of the filter has any more. */
	readonly gone: readonly string[];
}
