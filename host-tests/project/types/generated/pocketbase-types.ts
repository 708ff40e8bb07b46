/**
* This file was @generated using pocketbase-typegen
*/

export const Collections = {
	Commands: "commands",
	Readings: "readings",
	Users: "users",
} as const
export type Collections = typeof Collections[keyof typeof Collections]

// Alias types for improved usability
export type IsoDateString = string
export type IsoAutoDateString = string & { readonly autodate: unique symbol }
export type RecordIdString = string
export type FileNameString = string & { readonly filename: unique symbol }

type ExpandType<T> = unknown extends T
	? T extends unknown
		? { expand?: unknown }
		: { expand: T }
	: { expand: T }

// System fields
export type BaseSystemFields<T = unknown> = {
	id: RecordIdString
	collectionId: string
	collectionName: Collections
} & ExpandType<T>

export type AuthSystemFields<T = unknown> = {
	email: string
	emailVisibility: boolean
	username: string
	verified: boolean
} & BaseSystemFields<T>

// Record types for each collection

export const CommandsStateOptions = {
	"new": "new",
	"done": "done",
	"failed": "failed",
} as const
export type CommandsStateOptions = typeof CommandsStateOptions[keyof typeof CommandsStateOptions]
export type CommandsRecord = {
	created: IsoAutoDateString
	device: RecordIdString
	expires: IsoDateString
	id: string
	result?: string
	seq?: number
	state: CommandsStateOptions
	updated: IsoAutoDateString
	what: string
}

export type ReadingsRecord<Textra = unknown> = {
	created: IsoAutoDateString
	device: RecordIdString
	extra?: null | Textra
	id: string
	sensor: string
	taken?: IsoDateString
	unit?: string
	updated: IsoAutoDateString
	value?: number
}

export type UsersRecord = {
	avatar?: FileNameString
	created: IsoAutoDateString
	email: string
	emailVisibility?: boolean
	id: string
	name?: string
	password: string
	locked?: IsoDateString
	removed?: IsoDateString
	tokenKey: string
	updated: IsoAutoDateString
	username?: string
	verified?: boolean
}

// Response types include system fields and match responses from the PocketBase API
export type CommandsResponse<Texpand = unknown> = Required<CommandsRecord> & BaseSystemFields<Texpand>
export type ReadingsResponse<Textra = unknown, Texpand = unknown> = Required<ReadingsRecord<Textra>> & BaseSystemFields<Texpand>
export type UsersResponse<Texpand = unknown> = Required<UsersRecord> & AuthSystemFields<Texpand>

// Types containing all Records and Responses, useful for creating typing helper functions

export type CollectionResponses = {
	commands: CommandsResponse
	readings: ReadingsResponse
	users: UsersResponse
}
