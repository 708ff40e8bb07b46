/** The public surface of "records-client/outbox", except what each platform's entry binds. */
export { DEFAULT_OUTBOX_LIMITS, type OutboxLimits } from "./outbox-limits.js";
export type { IdPattern } from "./id-format.js";
export type { FlushResult, OutboxClient, OutboxOptions, OutboxStats, PutResult } from "./outbox-options.js";
export type { BlockStorage, BlockStorageStatus, Claim, Directory, File, PathStatus } from "./storage.js";
