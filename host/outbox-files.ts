/** The entry "records-client/outbox/files" for Node. */
export { FileStorage, type FileStorageOptions } from "../lib/outbox/file-storage.js";
export { Directory } from "./directory.js";
