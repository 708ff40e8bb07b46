/**
* This file was @generated using pocketbase-typegen
*/

export const Collections = {
	Authorigins: "_authOrigins",
	Externalauths: "_externalAuths",
	Mfas: "_mfas",
	Otps: "_otps",
	Superusers: "_superusers",
	Commands: "commands",
	DeviceActivity: "device_activity",
	DeviceStatus: "device_status",
	Firmware: "firmware",
	Pictures: "pictures",
	Readings: "readings",
	ReadingsHourly: "readings_hourly",
	Users: "users",
} as const
export type Collections = typeof Collections[keyof typeof Collections]

// Alias types for improved usability
export type IsoDateString = string
export type IsoAutoDateString = string & { readonly autodate: unique symbol }
export type RecordIdString = string
export type FileNameString = string & { readonly filename: unique symbol }
export type HTMLString = string

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

export type AuthoriginsRecord = {
	collectionRef: string
	created: IsoAutoDateString
	fingerprint: string
	id: string
	recordRef: string
	updated: IsoAutoDateString
}

export type ExternalauthsRecord = {
	collectionRef: string
	created: IsoAutoDateString
	id: string
	provider: string
	providerId: string
	recordRef: string
	updated: IsoAutoDateString
}

export type MfasRecord = {
	collectionRef: string
	created: IsoAutoDateString
	id: string
	method: string
	recordRef: string
	updated: IsoAutoDateString
}

export type OtpsRecord = {
	collectionRef: string
	created: IsoAutoDateString
	id: string
	password: string
	recordRef: string
	sentTo?: string
	updated: IsoAutoDateString
}

export type SuperusersRecord = {
	created: IsoAutoDateString
	email: string
	emailVisibility?: boolean
	id: string
	password: string
	tokenKey: string
	updated: IsoAutoDateString
	verified?: boolean
}

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

export type DeviceActivityRecord = {
	device: RecordIdString
	first?: IsoDateString
	id: string
	last?: IsoDateString
	late?: number
	readings?: number
}

export type DeviceStatusRecord = {
	age?: number
	badBlocks?: number
	connections?: number
	damaged?: number
	delivered?: number
	dropped?: number
	firmware?: string
	heap?: number
	id: string
	interval?: number
	library?: string
	pending?: number
	recycled?: number
	refused?: number
	rejected?: number
	renewals?: number
	reported: IsoAutoDateString
	requests?: number
	retries?: number
	rssi?: number
	seen: IsoAutoDateString
	silent?: boolean
	start?: string
	storageErrors?: number
	stored?: number
	timeouts?: number
	uptime?: number
	username?: string
}

export type FirmwareRecord = {
	created: IsoAutoDateString
	file: FileNameString
	id: string
	length: number
	sha256: string
	signature: string
	target: string
	version: number
}

export type PicturesRecord = {
	attachment?: FileNameString
	created: IsoAutoDateString
	device: RecordIdString
	id: string
	picture?: FileNameString
	taken?: IsoDateString
	title?: string
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

export type ReadingsHourlyRecord = {
	count?: number
	device: RecordIdString
	hour: IsoDateString
	id: string
	maximum?: number
	mean?: number
	minimum?: number
	sensor: string
	unit?: string
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
export type AuthoriginsResponse<Texpand = unknown> = Required<AuthoriginsRecord> & BaseSystemFields<Texpand>
export type ExternalauthsResponse<Texpand = unknown> = Required<ExternalauthsRecord> & BaseSystemFields<Texpand>
export type MfasResponse<Texpand = unknown> = Required<MfasRecord> & BaseSystemFields<Texpand>
export type OtpsResponse<Texpand = unknown> = Required<OtpsRecord> & BaseSystemFields<Texpand>
export type SuperusersResponse<Texpand = unknown> = Required<SuperusersRecord> & AuthSystemFields<Texpand>
export type CommandsResponse<Texpand = unknown> = Required<CommandsRecord> & BaseSystemFields<Texpand>
export type DeviceActivityResponse<Texpand = unknown> = Required<DeviceActivityRecord> & BaseSystemFields<Texpand>
export type DeviceStatusResponse<Texpand = unknown> = Required<DeviceStatusRecord> & BaseSystemFields<Texpand>
export type FirmwareResponse<Texpand = unknown> = Required<FirmwareRecord> & BaseSystemFields<Texpand>
export type PicturesResponse<Texpand = unknown> = Required<PicturesRecord> & BaseSystemFields<Texpand>
export type ReadingsResponse<Textra = unknown, Texpand = unknown> = Required<ReadingsRecord<Textra>> & BaseSystemFields<Texpand>
export type ReadingsHourlyResponse<Texpand = unknown> = Required<ReadingsHourlyRecord> & BaseSystemFields<Texpand>
export type UsersResponse<Texpand = unknown> = Required<UsersRecord> & AuthSystemFields<Texpand>

// Types containing all Records and Responses, useful for creating typing helper functions

export type CollectionRecords = {
	_authOrigins: AuthoriginsRecord
	_externalAuths: ExternalauthsRecord
	_mfas: MfasRecord
	_otps: OtpsRecord
	_superusers: SuperusersRecord
	commands: CommandsRecord
	device_activity: DeviceActivityRecord
	device_status: DeviceStatusRecord
	firmware: FirmwareRecord
	pictures: PicturesRecord
	readings: ReadingsRecord
	readings_hourly: ReadingsHourlyRecord
	users: UsersRecord
}

export type CollectionResponses = {
	_authOrigins: AuthoriginsResponse
	_externalAuths: ExternalauthsResponse
	_mfas: MfasResponse
	_otps: OtpsResponse
	_superusers: SuperusersResponse
	commands: CommandsResponse
	device_activity: DeviceActivityResponse
	device_status: DeviceStatusResponse
	firmware: FirmwareResponse
	pictures: PicturesResponse
	readings: ReadingsResponse
	readings_hourly: ReadingsHourlyResponse
	users: UsersResponse
}

// Utility types for create/update operations

type ProcessCreateAndUpdateFields<T> = Omit<{
	// Omit AutoDate fields
	[K in keyof T as Extract<T[K], IsoAutoDateString> extends never ? K : never]: 
		// Convert FileNameString to File
		T[K] extends infer U ? 
			U extends (FileNameString | FileNameString[]) ? 
				U extends any[] ? File[] : File 
			: U
		: never
}, 'id'>

// Create type for Auth collections
export type CreateAuth<T> = {
	id?: RecordIdString
	email: string
	emailVisibility?: boolean
	password: string
	passwordConfirm: string
	verified?: boolean
} & ProcessCreateAndUpdateFields<T>

// Create type for Base collections
export type CreateBase<T> = {
	id?: RecordIdString
} & ProcessCreateAndUpdateFields<T>

// Update type for Auth collections
export type UpdateAuth<T> = Partial<
	Omit<ProcessCreateAndUpdateFields<T>, keyof AuthSystemFields>
> & {
	email?: string
	emailVisibility?: boolean
	oldPassword?: string
	password?: string
	passwordConfirm?: string
	verified?: boolean
}

// Update type for Base collections
export type UpdateBase<T> = Partial<
	Omit<ProcessCreateAndUpdateFields<T>, keyof BaseSystemFields>
>

// Get the correct create type for any collection
export type Create<T extends keyof CollectionResponses> =
	CollectionResponses[T] extends AuthSystemFields
		? CreateAuth<CollectionRecords[T]>
		: CreateBase<CollectionRecords[T]>

// Get the correct update type for any collection
export type Update<T extends keyof CollectionResponses> =
	CollectionResponses[T] extends AuthSystemFields
		? UpdateAuth<CollectionRecords[T]>
		: UpdateBase<CollectionRecords[T]>
