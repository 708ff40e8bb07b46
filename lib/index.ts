/** The public surface, except what each platform's entry binds. */
export { DEFAULT_LIMITS, type Limits } from "./limits.js";
export type { AuthRecord } from "./auth/session.js";
export type { EventName, OnEvent, Stats } from "./stats.js";
export type { Credentials, CredentialsOption, FileUrlOptions, ListOptions, Method, Optional, ReadOptions, RecordsClientOptions } from "./options.js";
export type {
	ByteBuffer, Network, Preferences, Resolver as NameResolver, ResolverProvider, SecureOptions, Socket, SocketOptions, SocketProvider, Text, TimerHandle,
	Timers, Transport
} from "./platform.js";
export { type AnyResponse, ClientResponse, failure, type FailureResponse, type Kind, type ResponseClass, type SuccessResponse } from "./response.js";
export type { TLSOptions } from "./tls/options.js";

// What "records-client/outbox" and "records-client/http-client" have in common with the client, so that an app has it once.
export { BodyBuffer } from "./http/body-buffer.js";
export { type AnsweredRequest, responseOf, tooLarge } from "./http/response-reader.js";
export { numberFault, segmentFault } from "./shared/arguments.js";
export { checkOptions, completed, type OptionExamples } from "./shared/complete-limits.js";
export { backoff } from "./request/retry-policy.js";
export { isWhole, parseJSON } from "./shared/safe-json.js";
export { canBeSame } from "./request/same-record.js";
