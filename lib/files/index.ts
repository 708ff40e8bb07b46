/**
 * Files that are longer than the memory.
 * @module records-client/files
 */
export { download, type Write } from "./download.js";
export type { DownloadOptions, TransferOptions, UploadOptions } from "./transfer.js";
export { type Read, upload } from "./upload.js";
