/**
 * The entry "records-client/outbox/files" for Node.
 * @module records-client/outbox/files (Node)
 */
export { FileStorage, type FileStorageOptions } from "../lib/outbox/file-storage.js";
export { Directory, type File, type FileStatus } from "./directory.js";
