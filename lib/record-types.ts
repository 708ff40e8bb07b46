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

/** Text, unless it is a literal in which a name is not one of those: then those names, which it is not assignable to. */
type Checked<Text extends string, Good extends string, Names extends string> = string extends Text ? Text
	: AreGood<Text, Good> extends true ? Text : Names;

/** Whether each part between commas is good. */
type AreGood<Text extends string, Good extends string> = Text extends `${infer First},${infer Rest}`
	? Trimmed<First> extends Good ? AreGood<Rest, Good> : false
	: Trimmed<Text> extends Good ? true : false;

type Trimmed<Text extends string> = Text extends ` ${infer Rest}` | `${infer Rest} ` ? Trimmed<Rest> : Text;

/** Names of a record's own fields. */
type NameOf<T> = keyof T & string;

/** A name, or a path that begins with one. */
type Path<Name extends string> = Name | `${Name}.${string}`;

/** Names of the fields that can be expanded: those that an `expand` with a type has, else any. */
type RelationOf<T> = T extends { readonly expand?: infer E } ? unknown extends E ? NameOf<T> : keyof NonNullable<E> & string : NameOf<T>;

/** A field, with a modifier such as `:excerpt(200,true)`, whose comma is not one between two fields. */
type Field<Name extends string> = "" | "*" | `${string})` | Path<Name> | `${Path<Name>}:${string}`;

/**
 * What `fields` takes: comma-separated names of a record's fields, paths that begin with one, `*`. Any text for records
 * whose type is not known, and any that is not a literal.
 * @typeParam T of the record
 * @typeParam F the text
 */
export type FieldNames<T, F extends string> = unknown extends T ? F : Checked<F, Field<NameOf<T> | "expand">, NameOf<T>>;

/**
 * What `sort` takes: as {@link FieldNames}, each with "-" or "+" before it or without, `@random` or `@rowid`.
 * @typeParam T of the record
 * @typeParam S the text
 */
export type SortNames<T, S extends string> = unknown extends T ? S
	: Checked<S, "" | `${"" | "-" | "+"}${Path<NameOf<T>> | "@random" | "@rowid"}`, `${"" | "-"}${NameOf<T>}`>;

/**
 * What `expand` takes: comma-separated names of relations, those of the type of `expand` where the record's type has one; paths that
 * begin with one; and relations of other collections (`_via_`).
 * @typeParam T of the record
 * @typeParam E the text
 */
export type ExpandNames<T, E extends string> = unknown extends T ? E
	: Checked<E, "" | Path<RelationOf<T> | `${string}_via_${string}`>, RelationOf<T>>;
