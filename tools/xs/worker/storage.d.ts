/** The part of the SDK's module that the outbox uses. */
declare module "embedded:storage/files" {
	const files: import("records-client/outbox").Directory;
	export default files;
}
