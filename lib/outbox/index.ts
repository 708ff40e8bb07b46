/** The public surface of "records-client/outbox", but for what each platform's entry binds. */
export type { Sender } from "./delivery.js";
export { FileStorage, type FileStorageOptions } from "./file-storage.js";
export { DEFAULT_OUTBOX_LIMITS, type OutboxLimits } from "./limits.js";
export type { FlushResult, OutboxOptions, OutboxStats, PutResult } from "./options.js";
export { RamStorage } from "./ram-storage.js";
export type { BlockStorage, Directory, File } from "./storage.js";
