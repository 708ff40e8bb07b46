/**
 * What `createEx` and `updateEx` take of a record whose type is known: its fields, also with the modifiers of the service, and those of a
 * user's password.
 */
export type RequestBody<T> = unknown extends T ? object
	: { readonly [Name in keyof T]?: T[Name] | null }
	& { readonly [Name in keyof T & string as `${Name}+` | `+${Name}` | `${Name}-`]?: unknown }
	& Readonly<Partial<Record<"oldPassword" | "password" | "passwordConfirm", string>>>;

/** What an answer has of a record whose type is known: with `fields` a part of it. */
export type RecordBody<T, Fields extends string> = unknown extends T ? unknown : Fields extends "" ? T : Partial<T>;

/** What the answer to a list holds. */
export interface RecordPage<T> {
	/** From 1. */
	readonly page: number;
	/** Records of a page at most. */
	readonly perPage: number;
	/** Left out, or -1, with `skipTotal`. */
	readonly totalItems?: number;
	/** Left out, or -1, with `skipTotal`. */
	readonly totalPages?: number;
	/** The records. */
	readonly items: T[];
}

/** As {@link RecordBody}, of a page. */
export type PageBody<T, Fields extends string> = unknown extends T ? unknown : RecordPage<RecordBody<T, Fields>>;
