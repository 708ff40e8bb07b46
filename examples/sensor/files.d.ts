/** The SDK's "embedded:storage/files", as far as it is used here; its own typings lack the default export. */
import type { Directory } from "records-client/outbox";

declare const files: Directory;
export default files;
