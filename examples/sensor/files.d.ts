/** The SDK's "embedded:storage/files": @moddable/typings does not have it, and the SDK's own typings not this export. */
declare const files: object;
export default files;
