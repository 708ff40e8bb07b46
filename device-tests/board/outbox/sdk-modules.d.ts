/** @moddable/typings does not have it. */
declare module "embedded:storage/flash" {
	import type { BlockStorage } from "records-client/outbox";
	const flash: { open(options: { readonly path: string; readonly mode: "r+" }): BlockStorage };
	export default flash;
}
