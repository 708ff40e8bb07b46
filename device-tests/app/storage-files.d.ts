/** @moddable/typings does not have it, and the SDK's own typings not this export. */
declare module "embedded:storage/files" {
	const files: object;
	export default files;
}
