import type { OptionExamples } from "../shared/complete-limits.js";
import type { Optional, RequestSender } from "../call-options.js";
import type { OnTooLarge } from "./record-scanner.js";

/** What `getFirst` asks for. */
export interface FirstOptions {
	/** Sends the requests. */
	readonly client: RequestSender;
	/** Name or id of the collection. */
	readonly collection: string;
	/** Filter expression; `filter` of `records-client/filter` writes the app's values into one. */
	readonly filter?: Optional;
	/**
	 * Comma-separated names of fields of the records themselves, "-" before one for descending. `id` follows as the last, in the
	 * direction of the one before. Default: by `id`.
	 */
	readonly sort?: Optional;
	/** Comma-separated fields to return. `id` and those of `sort` are returned in any case. */
	readonly fields?: Optional;
	/** Comma-separated relation fields to expand. */
	readonly expand?: Optional;
	/** Bytes of a record's JSON at most, 256 or more. Up to 2,048 are kept in RAM, and more once a record is longer. Default 4,096. */
	readonly record?: number | null;
}

/** What `getFullList` reads. */
export interface FullOptions extends FirstOptions {
	/** Records of a request, 1 to 500. Default 500. */
	readonly perPage?: number | null;
	/**
	 * Gets a record that is nested deeper than 16 levels or has more values than `limits.values` of the client: its JSON text, which should
	 * not be parsed on a device, and the response that the list ends with without this option, or if it returns `false`. It is awaited as
	 * `onRecord` is. Default: the list ends with `kind "too-large"`; with `raw` such records are handed over as all others.
	 */
	readonly onTooLarge?: OnTooLarge | null;
}

/** What `eachRecord` goes through. */
export interface ListOptions extends FullOptions {
	/** `true` hands over the JSON text of each record in place of an object. Default false. */
	readonly raw?: boolean | null;
}

/** Examples of these options. */
export const FIRST_OPTIONS: OptionExamples = Object.freeze({
	client: undefined, collection: undefined, filter: undefined, sort: undefined, fields: undefined, expand: undefined, record: 0
});
/** Examples of these options. */
export const FULL_OPTIONS: OptionExamples = Object.freeze({ ...FIRST_OPTIONS, perPage: 0, onTooLarge: Object });
/** Examples of these options. */
export const LIST_OPTIONS: OptionExamples = Object.freeze({ ...FULL_OPTIONS, raw: true });
