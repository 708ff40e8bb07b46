import type { HeaderFields } from "./client-options.js";
import type { ClientResponse } from "./response.js";
import type { OptionExamples } from "./shared/complete-limits.js";
import type { Signal } from "./shared/signal.js";

/** Methods of HTTP requests. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Sends requests: a `RecordsClient`, or what hands all that its `sendEx` is given on to one. */
export interface RequestSender {
	/** See `RecordsClient.sendEx`. */
	sendEx(method: Method, path: string, requestBody?: Uint8Array | object | null, options?: CallOptions | null): Promise<ClientResponse>;
}

/** Options of one call. Each may be null or left out. */
export interface CallOptions {
	/** Ends the call with `kind "closed"`; `error` says whether the service may have done it. Default: none. */
	readonly signal?: Signal | null | undefined;
}

/** Options of a call of `sendEx`. */
export interface SendOptions extends CallOptions {
	/** Header fields of this request, beside those of the client; see the client's option. */
	readonly headers?: HeaderFields | null | undefined;
}

/** What a call returns of a record. */
export interface ReadOptions<Expand extends string = string, Fields extends string = string> extends CallOptions {
	/** Comma-separated relation fields to expand. */
	readonly expand?: Expand | null | undefined;
	/** Comma-separated fields to return. */
	readonly fields?: Fields | null | undefined;
}

/** What `getListEx` and `getList` ask for. */
export interface ListOptions<Sort extends string = string, Expand extends string = string, Fields extends string = string>
	extends ReadOptions<Expand, Fields> {
	/** Page number, from 1. The service's default is 1. */
	readonly page?: number | Optional;
	/** Records a page, at most 500. The service's default is 30. */
	readonly perPage?: number | Optional;
	/** Comma-separated fields, "-" before one for descending. */
	readonly sort?: Sort | null | undefined;
	/** Filter expression, such as `sensor = 'temperature' && value > 20`. */
	readonly filter?: Optional;
	/** `true` or "1" leaves `totalItems` and `totalPages` out. */
	readonly skipTotal?: boolean | Optional;
}

/** Examples of these options. */
export const CALL_OPTIONS: OptionExamples = Object.freeze({ signal: null });
/** Examples of these options. */
export const SEND_OPTIONS: OptionExamples = Object.freeze({ ...CALL_OPTIONS, headers: null });
/** Examples of these options. */
export const READ_OPTIONS: OptionExamples = Object.freeze({ ...CALL_OPTIONS, expand: undefined, fields: undefined });
/** Examples of these options. */
export const LIST_OPTIONS: OptionExamples = Object.freeze({
	...READ_OPTIONS, page: undefined, perPage: undefined, sort: undefined, filter: undefined, skipTotal: undefined
});

/** Options of `getFileUrl`. */
export interface FileUrlOptions {
	/** Size of a preview of an image, such as "100x300": one of those that the file's field has. */
	readonly thumb?: Optional;
	/** A short-lived file token, for a protected file: `sendEx("POST", "/api/files/token", {})` brings one. */
	readonly token?: Optional;
	/** `true` has a browser save the file instead of showing it. */
	readonly download?: boolean | null;
}

/** Examples of these options. */
export const FILE_URL_OPTIONS: OptionExamples = Object.freeze({ thumb: undefined, token: undefined, download: undefined });

/** Text of an optional parameter; null and undefined leave it out. */
export type Optional = string | null | undefined;
