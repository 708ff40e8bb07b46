/** Places in `AnswerHead.values`, as of FIELDS. Constants alone: each bundle has those that it names. */
export const FIELD_CONTENT_TYPE = 0;
export const FIELD_RETRY_AFTER = 1;
export const FIELD_DATE = 2;
export const FIELD_AGE = 3;
export const FIELD_CONTENT_RANGE = 4;
export const FIELD_ETAG = 5;
export const FIELD_LAST_MODIFIED = 6;
export const FIELD_CONTENT_ENCODING = 7;
export const FIELD_KEEP_ALIVE = 8;
export const FIELD_LOCATION = 9;

/** What the head of an answer says of its body. */
export interface AnswerHead {
	/** Status code. */
	readonly status: number;
	/** Content-Length in bytes, -1 without one. */
	readonly length: number;
	/** Text of each of FIELDS, in their order; undefined without it. */
	readonly values: readonly (string | undefined)[];
}
