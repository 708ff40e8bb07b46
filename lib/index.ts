/** The public surface, except what each platform's entry binds. */
import type { Collection as CollectionClass } from "./collection.js";

/** The calls of one collection: what `RecordsClient.at` makes. A type, because only a client makes such objects. */
export type Collection<T = unknown> = CollectionClass<T>;

export { DEFAULT_LIMITS, type Limits } from "./client-limits.js";
export type { AuthRecord } from "./auth/session.js";
export type { ExpandNames, FieldNames, PageBody, RecordBody, RecordPage, RequestBody, SortNames } from "./record-types.js";
export type { EventName, OnEvent, Stats } from "./stats.js";
export type {
	CallOptions, FileUrlOptions, ListOptions, Method, Optional, ReadOptions, RequestSender, SendOptions
} from "./call-options.js";
export type { Credentials, CredentialsOption, HeaderFields, RecordsClientOptions } from "./client-options.js";
export type {
	ByteBuffer, Network, Preferences, Resolver as NameResolver, ResolverProvider, SecureOptions, Socket, SocketOptions, SocketProvider, Text,
	TimerHandle,
	Timers, Transport
} from "./platform.js";
export type { Signal } from "./shared/signal.js";
export { parseJSON } from "./shared/safe-json.js";
export { type AnyResponse, ClientResponse, type FailureResponse, type Kind, type ResponseClass, type SuccessResponse } from "./response.js";
export type { SessionStore, TLSOptions } from "./tls/tls-options.js";
